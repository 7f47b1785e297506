// Alerts to Sentry, or what takes its envelopes (GlitchTip, Bugsink): POST /api/<project>/envelope/ with the key of the DSN.
import { z } from 'zod'
import { failure, GATEWAY_TIMEOUT_MS, isAccepted, postToGateway } from '#platform/messages/gateway-request.ts'
import type { Alert } from './alert.ts'
import { eventPatterns } from './fields.ts'
import { provider } from './provider.ts'
import { exceptionOf } from './sentry-exception.ts'

const NAME = 'Sentry'
const DSN =
  /^(https?:\/\/)([\w-]{1,100})(?::[\w-]{1,100})?@([^/?#@\s]{1,300})((?:\/[\w.-]{1,50}){0,5})\/(\d{1,20})$/

const dsn = z
  .string()
  .max(1000, 'must have at most 1000 characters')
  .refine((text) => readDsn(text) !== undefined, 'must be a DSN, such as https://key@sentry.example.com/42')

/** sentry is the provider. */
export const sentry = provider({
  kind: 'alert',
  config: z.strictObject({
    dsn,
    environment: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'must be letters, digits, dots, hyphens and underscores')
      .default('production'),
    events: eventPatterns,
  }),
  secrets: ['dsn'],
  destination: [],
  addressOf: ({ dsn }) => readDsn(dsn)?.url,
  async send({ http }, { dsn, environment }, alert) {
    const { url, key } = readDsn(dsn) as Dsn
    const { status, reply } = await postToGateway(http, {
      gateway: NAME,
      url,
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=msingi/1, sentry_key=${key}`,
      },
      body: envelope(alert, environment),
      timeoutMs: GATEWAY_TIMEOUT_MS,
    })
    if (!isAccepted(status)) throw failure(NAME, reply)
    return reply
  },
})

interface Dsn {
  readonly url: string
  readonly key: string
}

function readDsn(text: string): Dsn | undefined {
  const [, scheme, key = '', host, path, project] = DSN.exec(text) ?? []
  const url = `${scheme}${host}${path}/api/${project}/envelope/`
  return scheme !== undefined && URL.canParse(url) ? { url, key } : undefined
}

// Three lines of JSON: the header of the envelope, that of its only item, and the item.
function envelope(alert: Alert, environment: string): string {
  const event_id = alert.id.replaceAll('-', '')
  const event = JSON.stringify({
    event_id,
    timestamp: alert.created_at,
    platform: 'javascript',
    level: alert.severity,
    logger: 'msingi',
    environment,
    ...contentOf(alert),
    tags: { type: alert.type, project: alert.project.id },
    extra: { project_name: alert.project.name, ...alert.data },
  })
  const item = { type: 'event', length: Buffer.byteLength(event), content_type: 'application/json' }
  return `${JSON.stringify({ event_id, sent_at: alert.created_at })}\n${JSON.stringify(item)}\n${event}\n`
}

// Failures of functions are grouped by what was thrown, others by what they are about.
function contentOf({ thrown, message, type, project, data }: Alert): object {
  if (thrown !== undefined) return { exception: { values: [exceptionOf(thrown)] }, transaction: slugOf(data) }
  return { logentry: { formatted: message }, fingerprint: [type, project.id, message] }
}

function slugOf({ function: one }: Alert['data']): string | undefined {
  const { slug } = (one ?? {}) as { slug?: string }
  return slug
}

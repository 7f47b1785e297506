// A test of an integration: it really sends, and reports what the other side said.
import { randomUUID } from 'node:crypto'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { MessageError } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import { openConfig } from './integration-config.ts'
import { audit, openIntegration } from './integrations.ts'
import type { Provider, ProviderConfig, Sendable } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'

const MAIL = /@/
const TEXT = 'This is a test message. It was sent from the dashboard, to see whether this integration works.'
const HIDDEN = '••••'

/** TestResult is what came of a test. */
export interface TestResult {
  readonly delivered: boolean
  readonly status: number | null
  readonly response: string | null
  readonly error: string | null
  readonly duration_ms: number
}

/** testIntegration sends a test message, also by an integration that is disabled. A failure does not count as one. */
export async function testIntegration(
  platform: Platform,
  act: Act,
  id: string,
  to: string | undefined,
): Promise<TestResult> {
  const { project } = act
  const { row, seal } = await openIntegration(platform, project, id)
  const provider = providerOf(row.provider)
  const config = openConfig(seal, row)
  const message = messageOf(provider, act, to)
  await audit(platform.clusters.main.adminOf(project), act, 'integrations.test', row)
  const began = performance.now()
  const result = await provider.send(platform, config, message).then(
    (reply) => ({ delivered: true, reply, error: null }),
    (error: Error) => {
      if (!(error instanceof MessageError)) throw error
      return { delivered: false, reply: error.reply, error: error.message }
    },
  )
  const { delivered, reply, error } = result
  return {
    delivered,
    status: reply?.status ?? null,
    response: reply === undefined ? null : withoutSecrets(reply.text, provider, config),
    error,
    duration_ms: Math.round(performance.now() - began),
  }
}

function messageOf({ kind }: Provider, { project, at }: Act, to: string | undefined) {
  const { id, name } = project
  if (kind === 'alert') {
    if (to !== undefined) throw invalidInput('to: this integration sends no mail or SMS.')
    const about = { id: randomUUID(), type: 'integration.test', severity: 'info', message: TEXT } as const
    return {
      ...about,
      project: { id, name },
      data: {},
      created_at: at.toISOString(),
    } satisfies Sendable['alert']
  }
  if (to === undefined || MAIL.test(to) !== (kind === 'mail'))
    throw invalidInput(`to: must be ${kind === 'mail' ? 'an e-mail address' : 'a phone number'}.`)
  if (kind === 'mail') return { project_id: id, to, subject: 'Test message', text: TEXT }
  return { project_id: id, to, text: TEXT }
}

// The other side may repeat what it was sent: a secret as it is, in a URL, in base64, or as the password of Basic.
function withoutSecrets(text: string, { secrets }: Provider, config: ProviderConfig): string {
  const values = secrets.flatMap((name) => (typeof config[name] === 'string' ? [config[name]] : []))
  const names = Object.values(config).filter((value) => typeof value === 'string')
  const forms = values.flatMap((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
    ...names.flatMap((name) => [
      Buffer.from(`${name}:${value}`).toString('base64'),
      Buffer.from(`\0${name}\0${value}`).toString('base64'),
    ]),
  ])
  return forms.reduce((shown, form) => shown.replaceAll(form, HIDDEN), text)
}

// Codes are sent by background jobs, so that failed deliveries are retried and the response time does not reveal whether
// a message was sent.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { MessageRefused } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import type { RenderedMessage } from './message-templates.ts'

const JOB = 'auth-code'
// After 5 seconds, then with doubled delays: codes live for minutes, long enough for a gateway to restart.
const RETRIES = 5
// Concurrent deliveries: a slow gateway must not delay all other codes.
const AT_ONCE = 20

const NO_GATEWAY = {
  mail: 'This server has no mail gateway, so it cannot send codes. Set SMTP_URL.',
  sms: 'This server has no SMS gateway, so it cannot send codes. Set SMS_GATEWAY.',
} as const

export type CodeMessage = RenderedMessage & { readonly to: string }

interface CodeJob {
  readonly project_id: string
  /** sealed is an encrypted CodeMessage, or null if nothing is to be sent. */
  readonly sealed: string
}

/** requireGateway throws a 503 if the server has no gateway for the channel. */
export function requireGateway({ messages }: Platform, channel: CodeMessage['channel']): void {
  if (messages[channel] === undefined) throw new AppError('unavailable', NO_GATEWAY[channel])
}

/**
 * sendCode queues a message. One that is not `wanted` is queued too and discarded later. It is encrypted, since the
 * queue keeps jobs for longer than codes are valid.
 */
export async function sendCode(
  platform: Platform,
  project: Pick<ProjectRecord, 'id'>,
  message: CodeMessage,
  wanted: boolean,
): Promise<void> {
  const text = JSON.stringify(wanted ? message : null)
  const sealed = createSeal(platform.keys, JOB).seal(text, project.id)
  const job: CodeJob = { project_id: project.id, sealed }
  await platform.controlPlane.transaction().execute((db) => platform.jobs.send(JOB, job, db, project.id))
}

export function codeDelivery(platform: Platform): JobDefinition<CodeJob> {
  return {
    name: JOB,
    retries: RETRIES,
    atOnce: AT_ONCE,
    run: async ({ project_id, sealed }) => {
      const text = createSeal(platform.keys, JOB).open(sealed, project_id)
      const message = JSON.parse(text) as CodeMessage | null
      if (message === null) return
      try {
        await deliver(platform, project_id, message)
      } catch (error) {
        if (!(error instanceof MessageRefused)) throw error
        // Not retried: the gateway would refuse it again.
        platform.log.error({ err: error, project_id, channel: message.channel }, 'a message was refused')
      }
    },
  }
}

async function deliver(platform: Platform, project_id: string, message: CodeMessage): Promise<void> {
  // The job may run on a node without the gateway of the node that queued it.
  requireGateway(platform, message.channel)
  const { mail, sms } = platform.messages
  if (message.channel === 'mail') await mail?.send({ project_id, ...message })
  else await sms?.send({ project_id, ...message })
}

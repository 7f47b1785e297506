// How codes leave the server: as jobs, so that a gateway that fails is tried again, and so that the time of an answer
// tells nobody whether there was anything to send.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { MessageRefused } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import type { RenderedMessage } from './message-templates.ts'

const JOB = 'auth-code'
// After 5 seconds, then each time twice as long: codes live for minutes, and a gateway that is started anew is back.
const RETRIES = 5
// A gateway takes its time, and nobody is to wait for the codes of all others.
const AT_ONCE = 20

const NO_GATEWAY = {
  mail: 'This server cannot send mail, so it cannot send codes.',
  sms: 'This server has no SMS gateway, so it cannot send codes.',
} as const

/** CodeMessage is what is to be sent, and to whom. */
export type CodeMessage = RenderedMessage & { readonly to: string }

interface CodeJob {
  readonly project_id: string
  /** sealed is a CodeMessage, or null where nothing is to be sent. */
  readonly sealed: string
}

/** requireGateway throws a 503 where the server has no way to send such messages. */
export function requireGateway({ messages }: Platform, channel: CodeMessage['channel']): void {
  if (messages[channel] === undefined) throw new AppError('unavailable', NO_GATEWAY[channel])
}

/**
 * sendCode queues a message; one that nobody is to get is queued as well, and thrown away later. The queue keeps its
 * jobs for longer than codes live, hence the seal.
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

/** codeDelivery returns the job that sends codes. */
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
        await handOver(platform, project_id, message)
      } catch (error) {
        if (!(error instanceof MessageRefused)) throw error
        // Done, as far as can be: the next attempt would end the same way.
        platform.log.error({ err: error, project_id, channel: message.channel }, 'a message was refused')
      }
    },
  }
}

async function handOver(platform: Platform, project_id: string, message: CodeMessage): Promise<void> {
  // A job may reach a server without the gateway of the one that queued it.
  requireGateway(platform, message.channel)
  const { mail, sms } = platform.messages
  if (message.channel === 'mail') await mail?.send({ project_id, ...message })
  else await sms?.send({ project_id, ...message })
}

// Codes are sent by background jobs, so that failed deliveries are retried and the response time does not reveal whether
// a message was sent.
import type { Auth } from '#auth/context/auth.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { MessageRefused } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import type { RenderedMessage } from './message-templates.ts'

const JOB = 'auth-code'
// Of projects that send by a function of theirs: a slow one delays no gateway's messages, and few of other projects.
const HOOK_JOB = 'auth-hook-message'
const HOOKS_AT_ONCE = { all: 100, perProject: 5 } as const
const HOOK_OF = { mail: 'send_mail', sms: 'send_sms' } as const
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

/** canSend reports whether messages of a project can be sent: by its own function, or by the server's gateway. */
export async function canSend(
  { platform, hooks }: Auth,
  project: Pick<ProjectRecord, 'id'>,
  channel: CodeMessage['channel'],
): Promise<boolean> {
  return (
    platform.messages[channel] !== undefined || (await hooks.settings(project.id))[HOOK_OF[channel]] !== null
  )
}

/** requireSender throws a 503 unless messages of a project can be sent. */
export async function requireSender(
  auth: Auth,
  project: Pick<ProjectRecord, 'id'>,
  channel: CodeMessage['channel'],
): Promise<void> {
  if (!(await canSend(auth, project, channel))) throw noGateway(channel)
}

function noGateway(channel: CodeMessage['channel']): AppError {
  return new AppError('unavailable', NO_GATEWAY[channel])
}

/** sendCode queues a message, for the project's own function or else for the server's gateway. */
export async function sendCode(
  { platform, hooks }: Auth,
  project: Pick<ProjectRecord, 'id'>,
  message: CodeMessage,
  wanted: boolean,
): Promise<void> {
  const slug = (await hooks.settings(project.id))[HOOK_OF[message.channel]]
  return queueMessage(platform, project, message, wanted, slug === null ? JOB : HOOK_JOB)
}

/**
 * queueMessage queues a message for the server's gateway, or for another kind of job. One that is not `wanted` is queued too and discarded later. It is encrypted, since the
 * queue keeps jobs for longer than codes are valid.
 */
export async function queueMessage(
  platform: Platform,
  project: Pick<ProjectRecord, 'id'>,
  message: CodeMessage,
  wanted: boolean,
  name: string = JOB,
): Promise<void> {
  const text = JSON.stringify(wanted ? message : null)
  const sealed = createSeal(platform.keys, JOB).seal(text, project.id)
  const job: CodeJob = { project_id: project.id, sealed }
  await platform.controlPlane.transaction().execute((db) => platform.jobs.send(name, job, db, project.id))
}

export function codeDelivery(platform: Platform): JobDefinition<CodeJob> {
  return {
    name: JOB,
    retries: RETRIES,
    atOnce: AT_ONCE,
    run: async (job) => {
      const message = openJob(platform, job)
      if (message !== null) await deliverByGateway(platform, job.project_id, message)
    },
  }
}

/** hookDelivery is the job that hands messages to the functions of projects. There is no other way for them meanwhile. */
export function hookDelivery({ platform, hooks }: Auth): JobDefinition<CodeJob> {
  return {
    name: HOOK_JOB,
    retries: RETRIES,
    atOnce: HOOKS_AT_ONCE.all,
    perProject: HOOKS_AT_ONCE.perProject,
    run: async (job) => {
      const message = openJob(platform, job)
      if (message === null) return
      const { channel, ...data } = message
      const hook = HOOK_OF[channel]
      const slug = (await hooks.settings(job.project_id))[hook]
      // The project has no such hook any more.
      if (slug === null) await deliverByGateway(platform, job.project_id, message)
      else await hooks.send(job.project_id, hook, slug, data)
    },
  }
}

function openJob(platform: Platform, { project_id, sealed }: CodeJob): CodeMessage | null {
  return JSON.parse(createSeal(platform.keys, JOB).open(sealed, project_id)) as CodeMessage | null
}

async function deliverByGateway(platform: Platform, project_id: string, message: CodeMessage): Promise<void> {
  try {
    await deliver(platform, project_id, message)
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    // Not retried: the gateway would refuse it again.
    platform.log.error({ err: error, project_id, channel: message.channel }, 'a message was refused')
  }
}

async function deliver(
  { messages }: Platform,
  project_id: string,
  { kind: _, values: __, ...message }: CodeMessage,
): Promise<void> {
  const { mail, sms } = messages
  // The job may run on a node without the gateway of the node that queued it.
  if (messages[message.channel] === undefined) throw noGateway(message.channel)
  if (message.channel === 'mail') await mail?.send({ project_id, ...message })
  else await sms?.send({ project_id, ...message })
}

// Codes are sent by background jobs, so that failed deliveries are retried and the response time does not reveal whether
// a message was sent.
import type pg from 'pg'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { MessageRefused } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import { type Referrer, withTarget } from '#platform/references/references.ts'
import type { RenderedMessage } from './message-templates.ts'

const JOB = 'auth-code'
// Of projects that send by a function or an integration of theirs: a slow one delays no messages of the server's gateways,
// and few of other projects.
const OWN_JOB = 'auth-own-message'
const OWN_AT_ONCE = { all: 100, perProject: 5 } as const
const HOOK_OF = { mail: 'send_mail', sms: 'send_sms' } as const
// After 5 seconds, then with doubled delays: codes live for minutes, long enough for a gateway to restart.
const RETRIES = 5
// What is older than this during a quiet start was queued by the server that the backup was made of.
const STALE_MS = 24 * 3600 * 1000
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
  /** queued_at is in milliseconds since 1970. Jobs of earlier versions have none. */
  readonly queued_at?: number
}

/** canSend reports whether messages of a project can be sent: by its own means, or by the server's gateway. */
export async function canSend(
  auth: Auth,
  project: Pick<ProjectRecord, 'id'>,
  channel: CodeMessage['channel'],
): Promise<boolean> {
  return auth.platform.messages[channel] !== undefined || sendsItself(auth, project.id, channel)
}

async function sendsItself(
  { hooks, senders }: Auth,
  projectId: string,
  channel: CodeMessage['channel'],
): Promise<boolean> {
  return (
    (await hooks.settings(projectId))[HOOK_OF[channel]] !== null || (await senders.has(projectId, channel))
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

/** codesByIntegration is what of project auth needs integrations: its codes, where nothing else is left to send them. */
export function codesByIntegration({ platform, hooks }: Auth): Referrer {
  return {
    async list(_db, { project }, { scope }) {
      const channel = scope === 'mail' || scope === 'sms' ? scope : undefined
      if (channel === undefined || platform.messages[channel] !== undefined) return []
      if ((await hooks.settings(project.id))[HOOK_OF[channel]] !== null) return []
      return [{ kind: 'end users', id: null, name: `(codes by ${channel === 'mail' ? 'mail' : 'SMS'})` }]
    },
    release: withTarget,
  }
}

function noGateway(channel: CodeMessage['channel']): AppError {
  return new AppError('unavailable', NO_GATEWAY[channel])
}

/** sendCode queues a message: for the project's own function, else its integration, else the server's gateway. */
export async function sendCode(
  auth: Auth,
  project: Pick<ProjectRecord, 'id'>,
  message: CodeMessage,
  wanted: boolean,
): Promise<void> {
  const isOwn = await sendsItself(auth, project.id, message.channel)
  return queueMessage(auth.platform, project, message, wanted, { name: isOwn ? OWN_JOB : JOB })
}

/**
 * queueMessage queues a message for the server's gateway, or for another kind of job. One that is not `wanted` is queued too
 * and discarded later. It is encrypted, since the queue keeps jobs for longer than codes are valid.
 */
export async function queueMessage(
  platform: Platform,
  project: Pick<ProjectRecord, 'id'>,
  message: CodeMessage,
  wanted: boolean,
  { name = JOB, db }: { readonly name?: string; readonly db?: pg.ClientBase | undefined },
): Promise<void> {
  const text = JSON.stringify(wanted ? message : null)
  const sealed = createSeal(platform.keys, JOB).seal(text, project.id)
  const job: CodeJob = { project_id: project.id, sealed, queued_at: platform.clock.now().getTime() }
  const send = (tx: pg.ClientBase) => platform.jobs.send(name, job, tx, project.id)
  await (db === undefined ? transaction(platform.clusters.main.admin, send) : send(db))
}

export function codeDelivery(platform: Platform): JobDefinition<CodeJob> {
  return {
    name: JOB,
    retries: RETRIES,
    atOnce: AT_ONCE,
    whileQuiet: true,
    run: async (job) => {
      const message = openJob(platform, job)
      if (message !== null)
        await unlessRefused(platform, job.project_id, message, () =>
          deliver(platform, job.project_id, message),
        )
    },
  }
}

/** ownDelivery is the job that sends by what projects have chosen. There is no other way for these messages meanwhile. */
export function ownDelivery({ platform, hooks, senders }: Auth): JobDefinition<CodeJob> {
  return {
    name: OWN_JOB,
    retries: RETRIES,
    atOnce: OWN_AT_ONCE.all,
    perProject: OWN_AT_ONCE.perProject,
    whileQuiet: true,
    run: async (job) => {
      const message = openJob(platform, job)
      if (message === null) return
      const { channel, ...data } = message
      const hook = HOOK_OF[channel]
      const slug = (await hooks.settings(job.project_id))[hook]
      if (slug !== null) return hooks.send(job.project_id, hook, slug, data)
      await unlessRefused(platform, job.project_id, message, async () => {
        const { kind: _, values: __, ...sent } = { project_id: job.project_id, ...message }
        const isSent =
          sent.channel === 'mail' ? await senders.send('mail', sent) : await senders.send('sms', sent)
        // The project has neither any more.
        if (!isSent) await deliver(platform, job.project_id, message)
      })
    },
  }
}

// Returns null where nothing is to be sent, such as what a restored server finds in its queue.
function openJob(platform: Platform, { project_id, sealed, queued_at = 0 }: CodeJob): CodeMessage | null {
  const isStale = platform.clock.now().getTime() - queued_at > STALE_MS
  if (platform.quiet.isQuiet && isStale) return null
  return JSON.parse(createSeal(platform.keys, JOB).open(sealed, project_id)) as CodeMessage | null
}

async function unlessRefused(
  platform: Platform,
  project_id: string,
  message: CodeMessage,
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send()
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

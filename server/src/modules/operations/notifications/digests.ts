// Mails with what happened since the last one, once a day, to members who want them. A mail is a job, queued in the
// transaction that moves its account on.
import { transaction } from '#platform/db/transaction.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { countWaiting, dropWaiting } from '#platform/jobs/unfinished-jobs.ts'
import { MessageRefused } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import { inBatches } from '#platform/work/batches.ts'
import type { HeldBack } from '#platform/work/quiet-start.ts'
import { countDueDigests, type DueDigest, readDigest, takeDueDigests } from './notifications.store.ts'

const JOB = 'notification-digest'
const RETRIES = 5
const AT_ONCE = 100
const MOST_SHOWN = 50

/** queueDigests queues the mails that are due, until the server stops. */
export async function queueDigests(
  { clusters, clock, jobs, messages }: Platform,
  stopping: AbortSignal,
): Promise<void> {
  if (messages.mail === undefined) return
  await inBatches(stopping, AT_ONCE, () =>
    transaction(clusters.main.admin, async (db) => {
      const due = await takeDueDigests(db, clock.now(), AT_ONCE)
      for (const one of due) if (one.after !== one.up_to) await jobs.send(JOB, one, db)
      return due.length
    }),
  )
}

/** heldBackDigests are the mails that wait on restored data. Dropped, the next one is of what happens from then on. */
export function heldBackDigests({ clusters, clock }: Platform): HeldBack {
  const { admin } = clusters.main
  return {
    kind: 'mails',
    count: async () => (await countWaiting(admin, JOB)) + (await countDueDigests(admin, clock.now())),
    drop: async () => {
      const take = () => transaction(admin, (db) => takeDueDigests(db, clock.now(), AT_ONCE))
      while ((await take()).length === AT_ONCE);
      await dropWaiting(admin, JOB)
    },
  }
}

/** digestDelivery returns the job that sends a mail. */
export function digestDelivery({ clusters, messages, log }: Platform): JobDefinition<DueDigest> {
  return {
    name: JOB,
    retries: RETRIES,
    atOnce: 5,
    async run(due) {
      const digest = await readDigest(clusters.main.admin, due, MOST_SHOWN)
      const [latest] = digest?.events ?? []
      if (digest === undefined || latest === undefined) return
      const { email: to, total, events } = digest
      const lines = events.map(
        ({ created_at, project_name, message }) =>
          `${created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${project_name}: ${message}`,
      )
      const more = total > events.length ? [`And ${total - events.length} more.`] : []
      const subject = total === 1 ? '1 notification' : `${total} notifications`
      const text = [
        ...lines,
        ...more,
        '',
        'You receive this once a day, as you asked for at /me/notifications/preferences.',
      ]
      try {
        await messages.mail?.send({ project_id: latest.project_id, to, subject, text: text.join('\n') })
      } catch (error) {
        if (!(error instanceof MessageRefused)) throw error
        // Not retried: the gateway would refuse it again.
        log.error({ err: error }, 'a mail about notifications was refused')
      }
    },
  }
}

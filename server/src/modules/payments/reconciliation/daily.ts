// Once a day, each project with payments: what is not settled is asked about again, what was paid lately with provider B is
// looked at once more, and what has been open for long is told of. A job, which the first node queues and one node runs.
import { dbOf, inTransaction, type Payments } from '#modules/payments/context/payments.ts'
import { announce } from '#modules/payments/evidence/announce.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import type { Platform } from '#platform/platform.ts'
import { forgetChecks, forgetSlots } from './checks.store.ts'
import { askAgain, askOfCompleted, listProjects, storeWaiting } from './differences.store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const PAGE = 200

const JOB = 'payments-reconciliation'
const RETRIES = 3
// Four in the morning in East Africa, when few people pay.
const BEGINS_AT_UTC = 1

/** queueReconciliation queues the job of the day, once for all nodes. */
export async function queueReconciliation({ clusters, clock, jobs }: Platform): Promise<void> {
  const now = clock.now()
  if (now.getUTCHours() < BEGINS_AT_UTC) return
  const day = now.toISOString().slice(0, 10)
  await transaction(clusters.main.admin, (db) => jobs.send(JOB, { day }, db, undefined, { once: day }))
}

/** reconciliationJob returns the job that goes through the projects of every cluster. */
export function reconciliationJob(payments: Payments, find: FindProject): JobDefinition {
  return { name: JOB, retries: RETRIES, run: () => reconcile(payments, find) }
}

/** noteWaiting stores and tells which payments of a project have been open for more than an hour. */
export async function noteWaiting(payments: Payments, project: ProjectRecord): Promise<void> {
  const { platform } = payments
  const now = platform.clock.now()
  await inTransaction(payments, project, async (db) => {
    const found = await storeWaiting(db, project.id, new Date(now.getTime() - HOUR_MS), now)
    await announce(platform, db, project, found)
  })
}

async function reconcile(payments: Payments, find: FindProject): Promise<void> {
  const { clusters, clock, log } = payments.platform
  const since = new Date(clock.now().getTime() - 2 * DAY_MS)
  let failed = 0
  try {
    for (const { admin } of clusters.all()) {
      await forgetSlots(admin, since)
      for (let after: string | null = null; ; ) {
        const ids = await listProjects(admin, after, PAGE)
        // One that fails must not keep the others from theirs.
        for (const id of ids)
          await reconcileProject(payments, await find(id), since).catch((error: Error) => {
            failed += 1
            log.error({ err: error.message, project: id }, 'payments of a project could not be reconciled')
          })
        after = ids.at(-1) ?? null
        if (ids.length < PAGE) break
      }
    }
  } finally {
    payments.written()
  }
  if (failed > 0) throw new Error(`the payments of ${failed} projects could not be reconciled`)
}

async function reconcileProject(payments: Payments, project: ProjectRecord | undefined, since: Date) {
  if (project === undefined) return
  await noteWaiting(payments, project)
  const now = payments.platform.clock.now()
  await forgetChecks(dbOf(payments, project), project.id, since)
  await askAgain(dbOf(payments, project), project.id, since, now)
  await askOfCompleted(dbOf(payments, project), project.id, since, now)
}

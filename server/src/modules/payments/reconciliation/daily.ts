// Once a day, what is not settled yet is asked about again, and what differs is logged: a job, which the first node queues
// and one node runs.
import type { Payments } from '#payments/context/payments.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import type { Platform } from '#platform/platform.ts'
import { forgetSlots } from './checks.store.ts'
import { askAgain, listActiveProjects, listDifferences } from './statements.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAGE = 200

const JOB = 'payments-reconciliation'
const RETRIES = 3
// Four in the morning in East Africa, when few people pay.
const BEGINS_AT_UTC = 1

/** queueReconciliation queues the job of the day, once for all nodes. */
export async function queueReconciliation({ controlPlane, clock, jobs }: Platform): Promise<void> {
  const now = clock.now()
  if (now.getUTCHours() < BEGINS_AT_UTC) return
  const day = now.toISOString().slice(0, 10)
  await controlPlane
    .transaction()
    .execute((transaction) => jobs.send(JOB, { day }, transaction, undefined, { once: day }))
}

/** reconciliationJob returns the job that goes through the projects of every cluster. */
export function reconciliationJob(payments: Payments): JobDefinition {
  return { name: JOB, retries: RETRIES, run: () => reconcile(payments) }
}

async function reconcile({ platform, checkSoon }: Payments): Promise<void> {
  const now = platform.clock.now()
  const since = new Date(now.getTime() - 2 * DAY_MS)
  for (const { admin } of platform.clusters.all()) {
    await forgetSlots(admin, since)
    for (let after: string | null = null; ; ) {
      const projects = await listActiveProjects(admin, after, PAGE)
      for (const project of projects) {
        await askAgain(admin, project, since, now)
        const found = await listDifferences(admin, project, since, now, new Date(now.getTime() - DAY_MS))
        if (found.length > 0)
          platform.log.warn(
            { project, differences: found.length },
            'payments differ from what the providers say',
          )
      }
      after = projects.at(-1) ?? null
      if (projects.length < PAGE) break
    }
  }
  checkSoon()
}

// Invoices: a month is closed a day after it has ended, once, by whichever node comes first. A closed month never changes.
import { randomUUID } from 'node:crypto'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { notify } from '#platform/events/platform-events.ts'
import type { Platform } from '#platform/platform.ts'
import { inBatches } from '#platform/work/batches.ts'
import { segmentsOf } from './billing.service.ts'
import { beginMonth, listPlans, lockProject, lockUnbegun, saveTerms } from './billing.store.ts'
import * as store from './invoices.store.ts'
import { addDays, addMonths, dateOf, daysBetween, earliest, monthOf } from './months.ts'
import { priceMonth, totalOf } from './prices.ts'

// Nodes write usage down every few seconds, and keep what they cannot write: they have a day to reach the database again.
const DELAY_DAYS = 1
const AT_ONCE = 200

/** beginMonths has every project begin the current month, with the plan that it had or has chosen, until the server stops. */
export async function beginMonths(
  { clusters, clock, plans }: Platform,
  stopping: AbortSignal,
): Promise<void> {
  const month = monthOf(dateOf(clock.now()))
  await saveTerms(clusters.main.admin, plans.list)
  await inBatches(stopping, AT_ONCE, () =>
    transaction(clusters.main.admin, async (db) => {
      const ids = await lockUnbegun(db, month, AT_ONCE)
      await beginMonth(db, ids, month, plans)
      return ids.length
    }),
  )
}

/** closeMonths issues the invoices of all months that ended at least a day ago, until the server stops. */
export async function closeMonths(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { clusters, clock } = platform
  const now = clock.now()
  const before = monthOf(addDays(dateOf(now), -DELAY_DAYS))
  await inBatches(stopping, AT_ONCE, async () => {
    const open = await store.listOpenMonths(clusters.main.admin, before, AT_ONCE)
    for (const { project_id, month } of open)
      await transaction(clusters.main.admin, async (db) => {
        if (await lockProject(db, project_id)) await closeMonth(platform, db, project_id, month)
      })
    return open.length
  })
}

/**
 * closeProject issues the last invoices of a project in the transaction that deletes it, up to and with today. It comes
 * first in that: it locks the project.
 */
export async function closeProject(platform: Platform, db: Queryable, projectId: string): Promise<void> {
  const { plans, clock } = platform
  if (plans.builtIn || !(await lockProject(db, projectId))) return
  await saveTerms(db, plans.list)
  await beginMonth(db, [projectId], monthOf(dateOf(clock.now())), plans)
  for (const month of await store.listMonths(db, projectId)) await closeMonth(platform, db, projectId, month)
}

// The project is locked: of two nodes, the second finds nothing left to close.
async function closeMonth(
  platform: Platform,
  db: Queryable,
  projectId: string,
  month: string,
): Promise<void> {
  const now = platform.clock.now()
  const end = addMonths(month, 1)
  const plans = await listPlans(db, projectId, month, end)
  const [first] = plans
  if (first === undefined) return
  const segments = await segmentsOf(db, projectId, plans, earliest(end, addDays(dateOf(now), 1)))
  const lines = priceMonth(segments, daysBetween(month, end))
  const invoice = {
    id: randomUUID(),
    project_id: projectId,
    period: month,
    currency: first.plan.currency,
    total: totalOf(lines),
    lines,
    issued_at: now,
  }
  await store.deletePlans(db, projectId, month, end)
  // What costs nothing has no invoice.
  if (invoice.total === 0 || !(await store.insertInvoice(db, invoice))) return
  const { id, total, currency } = invoice
  await notify(platform, db, {
    type: 'invoice.issued',
    projectId,
    subject: id,
    message: `The invoice for ${month.slice(0, 7)} is there.`,
    data: { invoice_id: id, period: month.slice(0, 7), total, currency },
  })
}

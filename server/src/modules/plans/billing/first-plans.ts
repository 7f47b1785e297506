// Plans on a server that had none: projects that were there keep what they had until the month ends, so that none is refused
// for what it used when nothing limited it.
import { transaction } from '#platform/db/transaction.ts'
import { SELF_HOSTED } from '#platform/plans/plan.ts'
import type { Platform } from '#platform/platform.ts'
import { areFirst, beginUnlimited, saveTerms } from './billing.store.ts'
import { addMonths, dateOf, monthOf } from './months.ts'

// With plans, a project begins its month minutes after it is created: an older one without a plan is of a time without plans.
const BEGUN_MS = 3_600_000

/** introducePlans lets projects from before there were plans have no limits until the month ends, and logs how many. */
export async function introducePlans({ clusters, clock, plans, log }: Platform): Promise<void> {
  if (plans.builtIn) return
  const { list, standard: next } = plans
  const unlimited = { ...SELF_HOSTED, currency: next.currency }
  const now = clock.now()
  const month = monthOf(dateOf(now))
  const projects = await transaction(clusters.main.admin, async (db) => {
    const before = (await areFirst(db)) ? now : new Date(now.getTime() - BEGUN_MS)
    await saveTerms(db, [...list, unlimited])
    return beginUnlimited(db, { month, before, unlimited, next })
  })
  if (projects === 0) return
  const starts = addMonths(month, 1)
  log.info(
    { projects, plan: next.id, starts },
    `${projects} projects have no limits until ${starts}, and then the plan ${next.id}`,
  )
}

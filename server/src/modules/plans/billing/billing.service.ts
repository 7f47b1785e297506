// What a project pays: its plan, what the month has cost so far, and changes of the plan.
import type { UsageService, UsageSum } from '#modules/plans/usage/usage.service.ts'
import { sumUsage } from '#modules/plans/usage/usage.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { findPlan, isLevel, METERS, type Meter, type Plan } from '#platform/plans/plan.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './billing.store.ts'
import { addDays, addMonths, dateOf, daysBetween, monthOf } from './months.ts'
import { type Line, priceMonth, type Segment, totalOf } from './prices.ts'

/** QUOTAS_TOPIC is what caches of quotas are invalidated by. */
export const QUOTAS_TOPIC = topic('quotas')

/** MeterState is how a project stands with one meter this month. */
export interface MeterState {
  readonly meter: Meter
  readonly used: number
  readonly forecast: number
  readonly included: number
  readonly limit: number | null
}

/** Billing is how a project stands. `ends` is not included; amounts are whole minor units of the currency. */
export interface Billing {
  readonly plan: Plan
  readonly version: number
  readonly next_plan: { readonly id: string; readonly starts: string } | null
  readonly period: { readonly starts: string; readonly ends: string }
  readonly meters: readonly MeterState[]
  readonly currency: string
  readonly amount: number
  readonly forecast_amount: number
  readonly lines: readonly Line[]
}

/** PlanChange chooses a plan; with a version only if nobody has changed the plan since that was read. */
export interface PlanChange {
  readonly plan_id: string
  readonly version?: number | undefined
}

/** readBilling returns how a project stands now: current on this node, some seconds late for others. */
export async function readBilling(
  platform: Platform,
  usage: UsageService,
  project: ProjectRecord,
): Promise<Billing> {
  const { clusters, clock } = platform
  await usage.flush()
  await usage.measure(project)
  const today = dateOf(clock.now())
  const month = monthOf(today)
  const end = addMonths(month, 1)
  const periods = await currentPlans(platform, project, month)
  const db = clusters.main.adminOf(project)
  const segments = await segmentsOf(db, project.id, periods, addDays(today, 1))
  const last = periods.at(-1) as store.PlanPeriod
  const lastSegment = segments.at(-1) as Segment
  const days = daysBetween(month, end)
  const forecast = { ...lastSegment, to: end, used: forecastOf(lastSegment, end, clock.now()) }
  const expected = [...segments.slice(0, -1), forecast]
  const lines = priceMonth(segments, days)
  return {
    plan: last.plan,
    version: last.version,
    next_plan: last.next_plan_id === null ? null : { id: last.next_plan_id, starts: end },
    period: { starts: month, ends: end },
    meters: METERS.map((meter) => ({
      meter,
      used: together(segments, meter),
      forecast: together(expected, meter),
      included: last.plan.meters[meter]?.included ?? 0,
      limit: last.plan.meters[meter]?.limit ?? null,
    })),
    currency: last.plan.currency,
    amount: totalOf(lines),
    forecast_amount: totalOf(priceMonth(expected, days)),
    lines,
  }
}

/**
 * changePlan changes the plan of a project. One that costs more begins today, at the start of the day; all others when the
 * month ends. The plan that the project has undoes what was chosen for then. Throws 400 for an unknown plan, 409 for a
 * version that is not the latest.
 */
export async function changePlan(
  platform: Platform,
  act: Act,
  { plan_id, version }: PlanChange,
): Promise<void> {
  const { clusters, plans } = platform
  const { id } = act.project
  if (plans.builtIn && plan_id !== plans.standard.id)
    throw invalidInput(`plan_id: there is no plan ${plan_id}. This server has ${plans.standard.id} only.`)
  if (plans.builtIn) return
  const today = dateOf(act.at)
  const month = monthOf(today)
  await transaction(clusters.main.admin, async (db) => {
    if (!(await store.lockProject(db, id))) throw notFound('The project')
    const current = await beginPlans(platform, db, id, month)
    if (version !== undefined && version !== current.version)
      throw conflict(
        'changed_meanwhile',
        `The plan was changed meanwhile; its version is ${current.version}.`,
        {
          version: current.version,
        },
      )
    const isSame = plan_id === current.plan.id
    const plan = findPlan(plans, plan_id) ?? (isSame ? current.plan : undefined)
    if (plan === undefined)
      throw invalidInput(
        `plan_id: there is no plan ${plan_id}. There are ${plans.list.map((one) => one.id).join(', ')}.`,
      )
    const next = { starts: current.starts, version: current.version + 1 }
    if (isSame) await store.setNextPlan(db, id, next, null)
    else if (isUpgrade(current.plan, plan))
      await store.setPlan(db, id, { starts: today, plan, version: next.version })
    else await store.setNextPlan(db, id, next, plan.id)
    await recordAudit(db, act, {
      action: 'billing.update',
      target: id,
      before: { plan_id: current.plan.id, next_plan_id: current.next_plan_id },
      after: { plan_id, from: isUpgrade(current.plan, plan) ? today : addMonths(month, 1) },
    })
  })
  await platform.invalidations.publish(QUOTAS_TOPIC, id)
}

/** findLimit returns a quota of a project's plan from the database; undefined without one. */
export async function findLimit(
  { clusters, plans }: Platform,
  projectId: string,
  meter: Meter,
): Promise<number | undefined> {
  if (plans.builtIn) return undefined
  const db = clusters.main.admin
  const [current] = await store.listCurrent(db, [projectId])
  if (current === undefined) return plans.standard.meters[meter]?.limit
  const terms = await store.findTerms(db, [current.digest])
  return terms.get(current.digest)?.meters[meter]?.limit
}

/** segmentsOf returns the parts of a month up to a day, which is not included, and what was used in each. */
export async function segmentsOf(
  db: Queryable,
  projectId: string,
  periods: readonly store.PlanPeriod[],
  end: string,
): Promise<Segment[]> {
  const segments: Segment[] = []
  for (const [at, { plan, starts: from }] of periods.entries()) {
    const to = periods[at + 1]?.starts ?? end
    const used = (await sumUsage(db, [projectId], from, to)).get(projectId) as UsageSum
    segments.push({ plan, from, to, used })
  }
  return segments
}

// In one currency only: an invoice has one.
function isUpgrade(from: Plan, to: Plan): boolean {
  return to.price > from.price && to.currency === from.currency
}

async function currentPlans(
  platform: Platform,
  { id }: ProjectRecord,
  month: string,
): Promise<store.PlanPeriod[]> {
  const { clusters, plans } = platform
  if (plans.builtIn) return [{ starts: month, plan: plans.standard, next_plan_id: null, version: 0 }]
  const known = await store.listPlans(clusters.main.admin, id, month, addMonths(month, 1))
  if (known.length > 0) return known
  return transaction(clusters.main.admin, async (db) => {
    if (!(await store.lockProject(db, id))) throw notFound('The project')
    await beginPlans(platform, db, id, month)
    return store.listPlans(db, id, month, addMonths(month, 1))
  })
}

// The project is locked.
async function beginPlans(
  { plans }: Platform,
  db: Queryable,
  id: string,
  month: string,
): Promise<store.PlanPeriod> {
  await store.saveTerms(db, plans.list)
  await store.beginMonth(db, [id], month, plans)
  return (await store.listPlans(db, id, month, addMonths(month, 1))).at(-1) as store.PlanPeriod
}

function together(segments: readonly Segment[], meter: Meter): number {
  const amounts = segments.map(({ used }) => used[meter])
  return isLevel(meter) ? Math.max(...amounts) : amounts.reduce((sum, amount) => sum + amount, 0)
}

const DAY_MS = 86_400_000

// As fast as until now; what is stored stays as it is. The first day says little, so that it counts as a whole one.
function forecastOf({ from, used }: Segment, end: string, now: Date): UsageSum {
  const elapsed = Math.max(DAY_MS, now.getTime() - Date.parse(from))
  const factor = (Date.parse(end) - Date.parse(from)) / elapsed
  const entries = METERS.map((meter) => [
    meter,
    isLevel(meter) ? used[meter] : Math.round(used[meter] * factor),
  ])
  return Object.fromEntries(entries) as UsageSum
}

// The SQL of the plans that projects have: tables `platform.plan_terms` and `billing_plans`.
import type { Queryable } from '#platform/db/transaction.ts'
import { digestOf, type Plan, type Plans, SELF_HOSTED } from '#platform/plans/plan.ts'

/** PlanPeriod is a plan that a project has from a day on. Days are dates such as 2026-11-22. */
export interface PlanPeriod {
  readonly starts: string
  readonly plan: Plan
  /** next_plan_id takes its place when the month ends. */
  readonly next_plan_id: string | null
  /** version grows with each change. */
  readonly version: number
}

/** lockProject has others wait who change the plan of a project, to the end of the transaction, and reports whether it is there. */
export async function lockProject(db: Queryable, projectId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from platform.projects where id = $1 for no key update', [
    projectId,
  ])
  return rowCount === 1
}

/** saveTerms keeps the terms of plans, which never change under their digest. */
export async function saveTerms(db: Queryable, plans: readonly Plan[]): Promise<void> {
  const rows = plans.map((terms) => ({ digest: digestOf(terms), terms }))
  await db.query(
    `insert into platform.plan_terms (digest, terms)
     select digest, terms from json_to_recordset($1) as t (digest text, terms jsonb) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

/** areFirst reports whether the server has never had plans before, and has others wait who ask the same. */
export async function areFirst(db: Queryable): Promise<boolean> {
  await db.query('lock table platform.plan_terms in share row exclusive mode')
  const { rowCount } = await db.query('select from platform.plan_terms limit 1')
  return rowCount === 0
}

/**
 * beginUnlimited has projects that have no plan yet, and were created before a time, begin a month under terms that limit
 * nothing, and another plan the next month. Returns how many.
 */
export async function beginUnlimited(
  db: Queryable,
  { month, before, unlimited, next }: { month: string; before: Date; unlimited: Plan; next: Plan },
): Promise<number> {
  const { rowCount } = await db.query(
    `insert into platform.billing_plans (project_id, starts, plan_id, digest, next_plan_id)
     select p.id, greatest($1::date, (p.created_at at time zone 'UTC')::date), $3, $4, $5
     from platform.projects p
     where p.created_at < $2 and p.status <> 'purging'
       and not exists (select from platform.billing_plans b where b.project_id = p.id)
     order by p.id
     on conflict do nothing`,
    [month, before, unlimited.id, digestOf(unlimited), next.id],
  )
  return rowCount ?? 0
}

// A plan that is gone from the file stays with those who have it, under its last terms; so does one whose successor is gone.
// The one without limits was none of the operator's: it lasts for its month.
const BEGIN = `
insert into platform.billing_plans (project_id, starts, plan_id, digest, version)
select p.id, greatest($2::date, (p.created_at at time zone 'UTC')::date),
  coalesce(next.id, same.id, kept.plan_id, $4), coalesce(next.digest, same.digest, kept.digest, $5),
  coalesce(last.version, 0) + 1
from platform.projects p
left join lateral (
  select b.* from platform.billing_plans b where b.project_id = p.id order by b.starts desc limit 1) last on true
left join json_to_recordset($3) as next (id text, digest text) on next.id = last.next_plan_id
left join json_to_recordset($3) as same (id text, digest text) on same.id = last.plan_id
left join lateral (select last.plan_id, last.digest where last.plan_id <> $6) kept on true
where p.id = any($1) and (last.starts is null or last.starts < $2::date)
on conflict do nothing`

/** beginMonth has each of some projects begin the month of a day (its first), under the terms of today. They are locked. */
export async function beginMonth(
  db: Queryable,
  projectIds: readonly string[],
  month: string,
  { list, standard }: Plans,
): Promise<void> {
  const plans = list.map((one) => ({ id: one.id, digest: digestOf(one) }))
  const values = [projectIds, month, JSON.stringify(plans), standard.id, digestOf(standard), SELF_HOSTED.id]
  await db.query(BEGIN, values)
}

/**
 * lockUnbegun locks some projects that have not begun a month, and returns their ids. Those that others work on are left
 * out, and those being purged: their deletion has issued the last invoice.
 */
export async function lockUnbegun(db: Queryable, month: string, most: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from platform.projects p where p.status <> 'purging' and not exists (
       select from platform.billing_plans b where b.project_id = p.id and b.starts >= $1::date)
     order by p.id limit $2 for no key update of p skip locked`,
    [month, most],
  )
  return rows.map(({ id }) => id)
}

/** listPlans returns the plans of a project from one day to another, which is not included, the earliest first. */
export async function listPlans(
  db: Queryable,
  projectId: string,
  from: string,
  to: string,
): Promise<PlanPeriod[]> {
  const { rows } = await db.query<PlanPeriod>(
    `select b.starts::text, t.terms as plan, b.next_plan_id, b.version
     from platform.billing_plans b join platform.plan_terms t using (digest)
     where b.project_id = $1 and b.starts >= $2::date and b.starts < $3::date order by b.starts`,
    [projectId, from, to],
  )
  return rows
}

/** PlanOfProject is the plan that a project has now, by the digest of its terms. */
export interface PlanOfProject {
  readonly project_id: string
  readonly digest: string
}

/** listCurrent returns the latest plan of each of some projects; those without one are left out. */
export async function listCurrent(db: Queryable, projectIds: readonly string[]): Promise<PlanOfProject[]> {
  const { rows } = await db.query<PlanOfProject>(
    `select p.id as project_id, b.digest from unnest($1::uuid[]) as p (id)
     cross join lateral (select digest from platform.billing_plans
       where project_id = p.id order by starts desc limit 1) b`,
    [projectIds],
  )
  return rows
}

/** findTerms returns the terms behind some digests. */
export async function findTerms(db: Queryable, digests: readonly string[]): Promise<Map<string, Plan>> {
  const { rows } = await db.query<{ digest: string; terms: Plan }>(
    'select digest, terms from platform.plan_terms where digest = any($1)',
    [digests],
  )
  return new Map(rows.map(({ digest, terms }) => [digest, terms]))
}

/** setPlan has a plan begin on a day, in place of one that began on the same. */
export async function setPlan(
  db: Queryable,
  projectId: string,
  { starts, plan, version }: Pick<PlanPeriod, 'starts' | 'plan' | 'version'>,
): Promise<void> {
  await saveTerms(db, [plan])
  await db.query(
    `insert into platform.billing_plans (project_id, starts, plan_id, digest, version)
     values ($1, $2, $3, $4, $5)
     on conflict (project_id, starts) do update set plan_id = excluded.plan_id, digest = excluded.digest,
       version = excluded.version, next_plan_id = null`,
    [projectId, starts, plan.id, digestOf(plan), version],
  )
}

/** setNextPlan chooses what takes the place of the plan that began on a day; null for none. */
export async function setNextPlan(
  db: Queryable,
  projectId: string,
  { starts, version }: Pick<PlanPeriod, 'starts' | 'version'>,
  nextPlanId: string | null,
): Promise<void> {
  await db.query(
    `update platform.billing_plans set next_plan_id = $3, version = $4 where project_id = $1 and starts = $2`,
    [projectId, starts, nextPlanId, version],
  )
}

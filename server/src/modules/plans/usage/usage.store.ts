// The SQL of usage: tables `platform.usage_days`, `usage_active_users` and `usage_flushes`.
import type { Queryable } from '#platform/db/transaction.ts'
import { isLevel, METERS, type Meter } from '#platform/plans/plan.ts'
import { COUNTED, type Counts } from '#platform/usage/usage.ts'

/** MEASURED are the quantities that are looked up in the database rather than counted. */
export const MEASURED = ['payments', 'database_rows', 'database_bytes', 'storage_bytes'] as const

/** Batch is a part of what a node has counted on one day. Batches of a node are numbered, and added in their order. */
export interface Batch {
  readonly node: string
  readonly sequence: number
  readonly day: string
  readonly counts: readonly (Counts & { readonly project_id: string })[]
  readonly users: readonly { readonly project_id: string; readonly user_id: string }[]
}

// Projects are locked in one order, so that neither nodes nor the deletion of a project wait for each other in a circle.
// A user is new in the month where no other day of it is known.
const ADD = `
with begun as (
  insert into platform.usage_flushes as f (node_id, sequence, flushed_at) values ($1, $2, $3)
  on conflict (node_id) do update set sequence = excluded.sequence, flushed_at = excluded.flushed_at
  where f.sequence < excluded.sequence
  returning node_id
), counted as (
  select r.* from begun
  cross join json_to_recordset($5) as r (project_id uuid, ${COUNTED.map((name) => `${name} bigint`).join(', ')})
  join platform.projects p on p.id = r.project_id and p.status <> 'purging'
  order by p.id for key share of p
), seen as (
  insert into platform.usage_active_users as u (project_id, month, user_id, days)
  select s.project_id, date_trunc('month', $4::date), s.user_id, 1 << extract(day from $4::date)::int
  from json_to_recordset($6) as s (project_id uuid, user_id uuid) join counted using (project_id)
  order by s.project_id, s.user_id
  on conflict (project_id, month, user_id) do update set days = u.days | excluded.days
  where u.days & excluded.days = 0
  returning u.project_id, u.days
), active as (
  select project_id, count(*) as users,
    count(*) filter (where days = 1 << extract(day from $4::date)::int) as new_users
  from seen group by project_id
)
insert into platform.usage_days as d (project_id, day, ${COUNTED.join(', ')}, active_users, new_active_users)
select c.project_id, $4::date, ${COUNTED.map((name) => `c.${name}`).join(', ')}, coalesce(a.users, 0), coalesce(a.new_users, 0)
from counted c left join active a using (project_id)
order by c.project_id
on conflict (project_id, day) do update set
  ${COUNTED.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')},
  active_users = d.active_users + excluded.active_users,
  new_active_users = d.new_active_users + excluded.new_active_users`

/** addBatch adds a batch once, however often it is called with it. Projects that are gone are left out. */
export async function addBatch(db: Queryable, batch: Batch, now: Date): Promise<void> {
  const { node, sequence, day, counts, users } = batch
  await db.query(ADD, [node, sequence, now, day, JSON.stringify(counts), JSON.stringify(users)])
}

/** removeNode forgets a node that has ended. */
export async function removeNode(db: Queryable, node: string): Promise<void> {
  await db.query('delete from platform.usage_flushes where node_id = $1', [node])
}

/** countNodes returns how many nodes have written down what they counted since a time. */
export async function countNodes(db: Queryable, since: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from platform.usage_flushes where flushed_at >= $1',
    [since],
  )
  return rows[0]?.count ?? 0
}

/** Measurement is what a project had on a day, by MEASURED. */
export interface Measurement {
  readonly project_id: string
  readonly payments: number
  readonly payments_yesterday: number
  readonly database_rows: number
  readonly database_bytes: number
  readonly storage_bytes: number
}

const STORE_MEASURED = `
with measured as (
  select m.* from json_to_recordset($1) as m (project_id uuid, payments bigint, payments_yesterday bigint, database_rows bigint,
    database_bytes bigint, storage_bytes bigint)
  join platform.projects p on p.id = m.project_id and p.status <> 'purging' order by p.id for key share of p
), yesterday as (
  update platform.usage_days d set payments = greatest(d.payments, m.payments_yesterday)
  from measured m where d.project_id = m.project_id and d.day = $2::date - 1 and d.payments < m.payments_yesterday
)
insert into platform.usage_days as d (project_id, day, ${MEASURED.join(', ')}, measured_at)
select project_id, $2::date, ${MEASURED.join(', ')}, $3 from measured order by project_id
on conflict (project_id, day) do update set measured_at = excluded.measured_at,
  ${MEASURED.map((name) => `${name} = greatest(d.${name}, excluded.${name})`).join(', ')}`

/** storeMeasured keeps the largest of what was measured on a day. */
export async function storeMeasured(db: Queryable, measured: readonly Measurement[], now: Date) {
  await db.query(STORE_MEASURED, [JSON.stringify(measured), now.toISOString().slice(0, 10), now])
}

/** listUnmeasured returns some projects of a cluster that were not measured since a time. */
export async function listUnmeasured(
  db: Queryable,
  cluster: string,
  { now, since, most }: { now: Date; since: Date; most: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from platform.projects p
     left join platform.usage_days d on d.project_id = p.id and d.day = $2::date
     where p.cluster = $1 and p.status = 'active' and (d.measured_at is null or d.measured_at < $3)
     order by p.id limit $4`,
    [cluster, now.toISOString().slice(0, 10), since, most],
  )
  return rows.map(({ id }) => id)
}

/** listNearQuota returns projects that store much today, and have no event of it since a time. */
export async function listNearQuota(
  db: Queryable,
  {
    now,
    near,
    reached,
    since,
    most,
  }: { now: Date; near: number; reached: number; since: Date; most: number },
): Promise<{ project_id: string; storage_bytes: number }[]> {
  const { rows } = await db.query<{ project_id: string; storage_bytes: number }>(
    `select d.project_id, d.storage_bytes::float8 as storage_bytes
     from platform.usage_days d
     where d.day = $1::date and d.storage_bytes >= $2 and not exists (
       select from platform.events e
       where e.project_id = d.project_id and e.subject = 'storage' and e.created_at > $4
         and e.type = case when d.storage_bytes >= $3 then 'quota.reached' else 'quota.near' end)
     limit $5`,
    [now.toISOString().slice(0, 10), near, reached, since, most],
  )
  return rows
}

/** removeOld deletes what is needed no more: old days, users of past months, and nodes that are long gone. */
export async function removeOld(db: Queryable, now: Date, months: number): Promise<void> {
  await db.query(
    `delete from platform.usage_days where day < date_trunc('month', $1::date) - $2 * interval '1 month'`,
    [now, months],
  )
  await db.query(
    `delete from platform.usage_active_users where month < date_trunc('month', $1::date) - interval '1 month'`,
    [now],
  )
  await db.query(
    `delete from platform.usage_flushes where flushed_at < $1::timestamptz - interval '30 days'`,
    [now],
  )
}

/** Period is what a project has used in a month or on a day; `period` is that, such as 2026-11 or 2026-11-22. */
export type Period = Figures & { readonly period: string }

/** Figures is what was used. */
export type Figures = Counts & Record<(typeof MEASURED)[number] | 'active_users', number>

// Of a project p since s.starts, for $2.
const FIGURES = `
  select ${COUNTED.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ')},
    coalesce(sum(case $2 when 'month' then new_active_users else active_users end), 0)::float8 as active_users,
    coalesce(sum(payments), 0)::float8 as payments, coalesce(max(database_rows), 0)::float8 as database_rows,
    coalesce(max(database_bytes), 0)::float8 as database_bytes,
    coalesce(max(storage_bytes), 0)::float8 as storage_bytes
  from platform.usage_days d
  where d.project_id = p.id and d.day >= s.starts and d.day < s.starts + ('1 ' || $2)::interval`

const LIST = `
select to_char(s.starts, case $2 when 'month' then 'YYYY-MM' else 'YYYY-MM-DD' end) as period, u.*
from platform.projects p
cross join generate_series(0, $4::int - 1) as n
cross join lateral (
  select (date_trunc($2, $3::timestamptz at time zone 'UTC') - n * ('1 ' || $2)::interval)::date as starts) s
cross join lateral (${FIGURES}) u
where p.id = $1 and s.starts >= date_trunc($2, p.created_at at time zone 'UTC')::date
order by s.starts desc`

/** UsageSum is how much of each meter a project has used: levels at their most, all else added up. */
export type UsageSum = Readonly<Record<Meter, number>>

const SUM = METERS.map((meter) => {
  const column = meter === 'active_users' ? 'new_active_users' : meter
  return `coalesce(${isLevel(meter) ? 'max' : 'sum'}(${column}), 0)::float8 as ${meter}`
}).join(', ')

/** sumUsage returns what projects have used from one day to another, which is not included; both in one month. */
export async function sumUsage(
  db: Queryable,
  projectIds: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, UsageSum>> {
  const { rows } = await db.query<UsageSum & { project_id: string }>(
    `select p.id as project_id, u.* from unnest($1::uuid[]) as p (id)
     cross join lateral (select ${SUM} from platform.usage_days d
       where d.project_id = p.id and d.day >= $2::date and d.day < $3::date) u`,
    [projectIds, from, to],
  )
  return new Map(rows.map(({ project_id, ...sum }) => [project_id, sum]))
}

/** LatestUsage is what a project stores, as last measured, and about how many requests it had in the last 24 hours. */
export interface LatestUsage {
  readonly bytes: number | null
  readonly requests: number
}

const DAY_MS = 86_400_000

// Days are all that is counted by: of yesterday the last 24 hours have what today has not had yet.
const LATEST = `
select p.id as project_id, m.bytes, round(coalesce(r.requests, 0))::float8 as requests
from unnest($1::uuid[]) as p (id)
left join lateral (
  select (database_bytes + storage_bytes)::float8 as bytes from platform.usage_days d
  where d.project_id = p.id and d.measured_at is not null order by d.day desc limit 1) m on true
left join lateral (
  select sum(case d.day when $2::date then d.requests else d.requests * $3::float8 end) as requests
  from platform.usage_days d where d.project_id = p.id and d.day between $2::date - 1 and $2::date) r on true`

/** readLatest returns the latest usage of projects, by their ids. */
export async function readLatest(
  db: Queryable,
  projectIds: readonly string[],
  now: Date,
): Promise<Map<string, LatestUsage>> {
  const ofYesterday = 1 - (now.getTime() % DAY_MS) / DAY_MS
  const values = [projectIds, now.toISOString().slice(0, 10), ofYesterday]
  const { rows } = await db.query<LatestUsage & { project_id: string }>(LATEST, values)
  return new Map(rows.map(({ project_id, ...usage }) => [project_id, usage]))
}

/** listPeriods returns what a project has used in the latest months or days since it was created, latest first. */
export async function listPeriods(
  db: Queryable,
  projectId: string,
  { by, now, limit }: { by: 'month' | 'day'; now: Date; limit: number },
): Promise<Period[]> {
  return (await db.query<Period>(LIST, [projectId, by, now, limit])).rows
}

/** ProjectUsage is what one project of an organisation has used. */
export type ProjectUsage = Figures & { readonly project_id: string; readonly project_name: string }

/** OrganisationQuery says which month or day, by its first day, and which projects: so many behind the one with an id. */
export interface OrganisationQuery {
  readonly by: 'month' | 'day'
  readonly starts: string
  readonly limit: number
  readonly cursor: string | undefined
}

const OF_ORGANISATION = `
select p.id as project_id, p.name as project_name, u.*
from platform.projects p
cross join (select $3::date as starts) s
cross join lateral (${FIGURES}) u
where p.organisation_id = $1 and p.status <> 'purging'`

const TOTAL = [...COUNTED, 'active_users', ...MEASURED].map(
  (name) => `coalesce(sum(${name}), 0)::float8 as ${name}`,
)

/** readOrganisation returns what all projects of an organisation have used together, and a page of them. */
export async function readOrganisation(
  db: Queryable,
  organisationId: string,
  { by, starts, limit, cursor }: OrganisationQuery,
): Promise<{ readonly total: Figures; readonly projects: readonly ProjectUsage[] }> {
  const wanted = [organisationId, by, starts]
  const [total, projects] = await Promise.all([
    db.query<Figures>(`select ${TOTAL.join(', ')} from (${OF_ORGANISATION}) each`, wanted),
    db.query<ProjectUsage>(`${OF_ORGANISATION} and ($4::uuid is null or p.id > $4) order by p.id limit $5`, [
      ...wanted,
      cursor ?? null,
      limit,
    ]),
  ])
  return { total: total.rows[0] as Figures, projects: projects.rows }
}

/** isActiveUser reports whether an end user is written down as active in the month of a time. */
export async function isActiveUser(
  db: Queryable,
  projectId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from platform.usage_active_users where project_id = $1 and month = $2::date and user_id = $3`,
    [projectId, `${now.toISOString().slice(0, 7)}-01`, userId],
  )
  return rowCount === 1
}

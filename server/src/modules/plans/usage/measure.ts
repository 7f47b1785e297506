// Looks up what projects have: rows, bytes of the database and of files, payments. Each project is measured once an hour, by
// whichever node comes first, and whenever its usage is read.
import { relationOf } from '#platform/db/catalog/catalog-of.ts'
import type { LocatedProject } from '#platform/db/clusters/clusters.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { listUnmeasured, type Measurement, storeMeasured } from './usage.store.ts'

const EVERY_MS = 3_600_000
// One statement looks at so many projects, so that it stays short.
const AT_ONCE = 100

// Live rows as PostgreSQL's statistics know them; ANALYZE's estimate where those were lost. A payment counts on the day on
// which it was completed, if it was started at most three days before.
const MEASURE = `
select p.id as project_id, coalesce(t.rows, 0)::float8 as database_rows, coalesce(t.bytes, 0)::float8 as database_bytes,
  coalesce(s.bytes, 0)::float8 as storage_bytes, pay.today::float8 as payments, pay.yesterday::float8 as payments_yesterday
from unnest($1::uuid[]) as p (id)
left join lateral (
  select sum(pg_total_relation_size(c.oid)) as bytes,
    sum(case when pg_stat_get_live_tuples(c.oid) > 0 then pg_stat_get_live_tuples(c.oid)
      else greatest(c.reltuples, 0)::bigint end) as rows
  from msingi.tables t
  ${relationOf('pg_catalog', 'c')} and c.relkind in ('r', 'm')
  where t.project_id = p.id) t on true
left join lateral (select sum(bytes) as bytes from msingi_storage.usage where project_id = p.id) s on true
cross join lateral (
  select count(*) filter (where completed_at >= $2) as today,
    count(*) filter (where completed_at >= $2::timestamptz - interval '1 day' and completed_at < $2) as yesterday
  from msingi_payments.payments
  where project_id = p.id and created_at >= $2::timestamptz - interval '4 days') pay`

/** measureProject measures one project now, and returns what it has. */
export async function measureProject(platform: Platform, project: LocatedProject): Promise<Measurement> {
  const { clusters, clock } = platform
  const now = clock.now()
  const measured = await measure(clusters.of(project).admin, [project.id], now)
  await storeMeasured(clusters.main.admin, measured, now)
  return measured[0] as Measurement
}

/** measureAll measures the projects that were not measured in the last hour, until the server stops. */
export async function measureAll({ clusters, clock }: Platform, stopping: AbortSignal): Promise<void> {
  for (const cluster of clusters.all()) {
    while (!stopping.aborted) {
      const now = clock.now()
      const since = new Date(now.getTime() - EVERY_MS)
      const some = await listUnmeasured(clusters.main.admin, cluster.name, { now, since, most: AT_ONCE })
      if (some.length === 0) break
      await storeMeasured(clusters.main.admin, await measure(cluster.admin, some, now), now)
    }
  }
}

async function measure(db: Queryable, ids: readonly string[], now: Date): Promise<Measurement[]> {
  const today = `${now.toISOString().slice(0, 10)}T00:00:00Z`
  return (await db.query<Measurement>(MEASURE, [ids, today])).rows
}

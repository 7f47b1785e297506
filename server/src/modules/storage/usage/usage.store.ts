// The SQL of what was sent: table `platform.storage_egress`.
import type { Queryable } from '#platform/db/transaction.ts'

/** addEgress adds to what projects have sent in a month. Projects that are gone are left out. */
export async function addEgress(db: Queryable, at: Date, bytes: ReadonlyMap<string, number>): Promise<void> {
  await db.query(
    `insert into platform.storage_egress as e (project_id, month, bytes)
     select p.id, date_trunc('month', $1::timestamptz at time zone 'UTC')::date, c.bytes
     from unnest($2::uuid[], $3::float8[]) as c (project_id, bytes)
     join platform.projects p on p.id = c.project_id and p.status <> 'purging'
     on conflict (project_id, month) do update set bytes = e.bytes + excluded.bytes`,
    [at, [...bytes.keys()], [...bytes.values()]],
  )
}

/** readEgress returns what a project has sent in the month of a day. */
export async function readEgress(db: Queryable, projectId: string, at: Date): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select bytes::float8 as bytes from platform.storage_egress
     where project_id = $1 and month = date_trunc('month', $2::timestamptz at time zone 'UTC')::date`,
    [projectId, at],
  )
  return rows[0]?.bytes ?? 0
}

// The SQL of which tables are wanted: `msingi.watch_leases`, on PostgreSQL's clock, which all nodes share.
import type { Queryable } from '#platform/db/transaction.ts'

/** StaleLease is a table that nobody has wanted for a while. */
export interface StaleLease {
  readonly table_id: string
  readonly project_id: string
}

/** wantTable notes that a table of a project is wanted; returns false where there is no such table. */
export async function wantTable(db: Queryable, projectId: string, tableId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into msingi.watch_leases (table_id) select id from msingi.tables where project_id = $1 and id = $2
     on conflict (table_id) do update set wanted_at = clock_timestamp()`,
    [projectId, tableId],
  )
  return rowCount === 1
}

// In one order, so that nodes which renew at once never wait for one another in a circle.
const renew = (which: string) => `
update msingi.watch_leases l set wanted_at = clock_timestamp()
from (select table_id from msingi.watch_leases where ${which} order by table_id for update) wanted
where l.table_id = wanted.table_id`
const RENEW = renew('table_id = any($1)')
const RENEW_ALL = renew('true')

// Older servers begin to capture without a lease.
const ADOPT = `
insert into msingi.watch_leases (table_id, found_identity)
select table_id, 'default' from msingi.watched_tables where active
on conflict (table_id) do nothing`

/** renewLeases notes that tables are wanted still. */
export async function renewLeases(db: Queryable, tableIds: readonly string[]): Promise<void> {
  if (tableIds.length > 0) await db.query(RENEW, [tableIds])
}

/** renewAll keeps all leases, so that subscribers from before a restart have time to return. */
export async function renewAll(db: Queryable): Promise<void> {
  await db.query(ADOPT)
  await db.query(RENEW_ALL)
}

/** forgetLease notes that a table is not wanted. */
export async function forgetLease(db: Queryable, tableId: string): Promise<void> {
  await db.query(
    `insert into msingi.watch_leases (table_id, wanted_at) values ($1, '-infinity')
     on conflict (table_id) do update set wanted_at = excluded.wanted_at`,
    [tableId],
  )
}

const STALE = 'wanted_at < clock_timestamp() - make_interval(secs => $1)'

/**
 * listStale returns some tables that nobody has wanted for so many seconds, and forgets those that are gone. Those whose
 * turn has come before are at the end, so that tables which are always busy do not hold up the others.
 */
export async function listStale(db: Queryable, seconds: number, most: number): Promise<StaleLease[]> {
  const { rows } = await db.query<StaleLease>(
    `with gone as (delete from msingi.watch_leases l
       where ${STALE} and not exists (select from msingi.tables t where t.id = l.table_id))
     select l.table_id, t.project_id from msingi.watch_leases l join msingi.tables t on t.id = l.table_id
     where ${STALE} order by tried_at nulls first, wanted_at limit $2`,
    [seconds, most],
  )
  return rows
}

/** noteTry sends a table to the end of those that nobody wants. */
export async function noteTry(db: Queryable, tableId: string): Promise<void> {
  await db.query('update msingi.watch_leases set tried_at = clock_timestamp() where table_id = $1', [tableId])
}

/** noteIdentity keeps the replica identity that a table was found with. */
export async function noteIdentity(db: Queryable, tableId: string, identity: string): Promise<void> {
  await db.query('update msingi.watch_leases set found_identity = $2 where table_id = $1', [
    tableId,
    identity,
  ])
}

/** holdStale reports whether a table is still unwanted; if so, others that want it wait until the transaction ends. */
export async function holdStale(db: Queryable, seconds: number, tableId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from msingi.watch_leases where ${STALE} and table_id = $2 for update`,
    [seconds, tableId],
  )
  return rowCount === 1
}

/** holdLease keeps others from beginning or ending the capture of a table until the transaction ends. */
export async function holdLease(db: Queryable, tableId: string): Promise<void> {
  await db.query('select from msingi.watch_leases where table_id = $1 for update', [tableId])
}

/** removeLease removes what is noted of a table. */
export async function removeLease(db: Queryable, tableId: string): Promise<void> {
  await db.query('delete from msingi.watch_leases where table_id = $1', [tableId])
}

// The SQL of which tables are watched: `msingi.watched_tables`.
import { relationOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** WatchedTable is a table whose changes are captured, or were until lately. */
export interface WatchedTable {
  readonly table_id: string
  readonly project_id: string
  /** relation is PostgreSQL's own id of the table. */
  readonly relation: number
  readonly active: boolean
}

/** readWatchedTable reads a row as it stands among the changes, as JSON. */
export function readWatchedTable(json: string): WatchedTable {
  const row = JSON.parse(json)
  // In JSON, PostgreSQL writes the ids of its own objects as texts.
  return { ...row, relation: Number(row.relation) }
}

/** PhysicalTable is where a table stands. */
export interface PhysicalTable {
  readonly project_id: string
  readonly table_id: string
  readonly relation: number
  readonly schema: string
  readonly slug: string
  /** identity is the table's replica identity, in the words of ALTER TABLE. */
  readonly identity: string
  /** found_identity is the one that it had before capture made it another, if it did. */
  readonly found_identity: string | null
  readonly published: boolean
  /** is_incomplete is true where the log would lack some of its columns, which are generated: its changes are noted. */
  readonly is_incomplete: boolean
  /** has_trigger is true where changes are noted in the outbox, has_bound where the size of rows is bounded. */
  readonly has_trigger: boolean
  readonly has_bound: boolean
  readonly active: boolean
  /** failure is why its capture has ended although it was wanted; null where it has not. */
  readonly failure: string | null
  readonly failed_seconds_ago: number | null
}

/** WatchedRelation is a table that is watched, with what its capture needs of PostgreSQL's own table. */
export interface WatchedRelation {
  readonly table_id: string
  readonly project_id: string
  /** has_name is false where the table is not found under its name any more. */
  readonly has_name: boolean
  /**
   * is_logged is true where the log has its changes whole, either by itself or, where it would lack columns, as notes;
   * is_noted where triggers write them into the outbox.
   */
  readonly is_logged: boolean
  readonly is_noted: boolean
  /** is_bounded is true where the size of its rows is bounded. */
  readonly is_bounded: boolean
}

const FIND = `
select t.project_id, t.id as table_id, r.oid::int8::float8 as relation, t.schema_name as schema, t.slug,
  case r.relreplident when 'f' then 'full' when 'n' then 'nothing' when 'd' then 'default'
    else coalesce((select format('using index %I', c.relname)
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = r.oid and i.indisreplident), 'nothing') end as identity,
  l.found_identity,
  exists (select from pg_publication_rel p join pg_publication on pg_publication.oid = p.prpubid
    where pubname = 'msingi_changes' and p.prrelid = r.oid) as published,
  msingi.has_unpublished_columns(r.oid) as is_incomplete,
  exists (select from pg_trigger g where g.tgrelid = r.oid and g.tgname = '$msingi_changes') as has_trigger,
  exists (select from pg_trigger g where g.tgrelid = r.oid and g.tgname = '$msingi_row_size') as has_bound,
  -- Another table may have taken its name.
  coalesce(w.active and w.relation = r.oid, false) as active, w.failure,
  extract(epoch from clock_timestamp() - w.failed_at)::float8 as failed_seconds_ago
from msingi.tables t
${relationOf('pg_catalog', 'r')} and r.relkind in ('r', 'p')
left join msingi.watched_tables w on w.table_id = t.id
left join msingi.watch_leases l on l.table_id = t.id`

/** findTable returns where a table of a project stands. */
export async function findTable(
  db: Queryable,
  projectId: string,
  tableId: string,
): Promise<PhysicalTable | undefined> {
  const { rows } = await db.query<PhysicalTable>(`${FIND} where t.project_id = $1 and t.id = $2`, [
    projectId,
    tableId,
  ])
  return rows[0]
}

const WATCHED_RELATIONS = `
select w.table_id, w.project_id,
  exists (select from msingi.tables t
    where t.id = w.table_id and t.slug = r.relname and r.relnamespace = to_regnamespace(t.schema_name::text)) as has_name,
  case when msingi.has_unpublished_columns(r.oid) then is_noted and not is_published
    else r.relreplident = 'f' and is_published and not is_noted end as is_logged,
  is_noted,
  exists (select from pg_trigger g where g.tgrelid = r.oid and g.tgname = '$msingi_row_size') as is_bounded
from msingi.watched_tables w join pg_class r on r.oid = w.relation
cross join lateral (select
  exists (select from pg_publication_rel p join pg_publication on pg_publication.oid = p.prpubid
    where pubname = 'msingi_changes' and p.prrelid = r.oid) as is_published,
  exists (select from pg_trigger g where g.tgrelid = r.oid and g.tgname = '$msingi_changes') as is_noted) s
where w.active order by w.table_id`

/** listWatchedRelations returns all tables that are watched and still there, whatever their names are by now. */
export async function listWatchedRelations(db: Queryable): Promise<WatchedRelation[]> {
  return (await db.query<WatchedRelation>(WATCHED_RELATIONS)).rows
}

/** failWatched ends the capture of a table for a reason, which stays until its capture begins again. */
export async function failWatched(db: Queryable, tableId: string, reason: string): Promise<void> {
  await db.query(
    `update msingi.watched_tables set active = false, failure = $2, failed_at = clock_timestamp()
     where table_id = $1`,
    [tableId, reason.slice(0, MOST_REASON)],
  )
}

/** noteFailure notes why the capture of a table could not begin. */
export async function noteFailure(db: Queryable, table: PhysicalTable, reason: string): Promise<void> {
  await db.query(
    `insert into msingi.watched_tables (table_id, project_id, relation, active, failure, failed_at)
     values ($1, $2, $3::int8::oid, false, $4, clock_timestamp())
     on conflict (table_id) do update set failure = excluded.failure, failed_at = excluded.failed_at
       where not watched_tables.active`,
    [table.table_id, table.project_id, table.relation, reason.slice(0, MOST_REASON)],
  )
}

const MOST_REASON = 500

/** countFailed returns how many tables are not captured although somebody wants them. */
export async function countFailed(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from msingi.watched_tables where not active and failure is not null`,
  )
  return rows[0]?.count ?? 0
}

/** findFailure returns why a table is not captured, and since when; undefined where it is, or nobody wants it. */
export async function findFailure(
  db: Queryable,
  tableId: string,
): Promise<{ readonly failure: string; readonly failed_at: Date } | undefined> {
  const { rows } = await db.query<{ failure: string; failed_at: Date }>(
    `select failure, failed_at from msingi.watched_tables
     where table_id = $1 and not active and failure is not null`,
    [tableId],
  )
  return rows[0]
}

/** listUnwanted returns the names of tables that are published although nobody watches them. */
export async function listUnwanted(db: Queryable, most: number): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_publication_rel p join pg_publication b on b.oid = p.prpubid and b.pubname = 'msingi_changes'
     join pg_class c on c.oid = p.prrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname <> 'msingi'
       and not exists (select from msingi.watched_tables w where w.active and w.relation = p.prrelid) limit $1`,
    [most],
  )
  return rows.map(({ name }) => name)
}

/** listWatched returns all rows, also of tables that are not watched any more. */
export async function listWatched(db: Queryable): Promise<WatchedTable[]> {
  const { rows } = await db.query<WatchedTable>(
    'select table_id, project_id, relation::int8::float8 as relation, active from msingi.watched_tables',
  )
  return rows
}

/** listInactive returns which of some tables are not captured, although there is such a table. */
export async function listInactive(
  db: Queryable,
  tableIds: readonly string[],
  most: number,
): Promise<{ readonly project_id: string; readonly table_id: string }[]> {
  if (tableIds.length === 0) return []
  const { rows } = await db.query<{ project_id: string; table_id: string }>(
    `select t.project_id, t.id as table_id from msingi.tables t left join msingi.watched_tables w on w.table_id = t.id
     where t.id = any($1) and w.active is not true order by w.failed_at nulls first limit $2`,
    [tableIds, most],
  )
  return rows
}

/** anyWatched reports whether there is something to read. */
export async function anyWatched(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ any: boolean }>(
    'select exists (select from msingi.watched_tables where active) as any',
  )
  return rows[0]?.any === true
}

/** saveWatched notes that a table is watched, or no longer. */
export async function saveWatched(db: Queryable, table: PhysicalTable, active: boolean): Promise<void> {
  await db.query(
    `insert into msingi.watched_tables (table_id, project_id, relation, active) values ($1, $2, $3::int8::oid, $4)
     on conflict (table_id) do update set relation = excluded.relation, active = excluded.active,
       failure = null, failed_at = null`,
    [table.table_id, table.project_id, table.relation, active],
  )
}

/** forgetDropped removes what is about tables that are gone, and returns their ids. */
export async function forgetDropped(db: Queryable): Promise<WatchedTable[]> {
  const { rows } = await db.query<WatchedTable>(
    `delete from msingi.watched_tables w where not exists (select from pg_class c where c.oid = w.relation)
     returning table_id, project_id, relation::int8::float8 as relation, false as active`,
  )
  return rows
}

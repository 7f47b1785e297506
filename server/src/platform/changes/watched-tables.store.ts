// The SQL of which tables are watched: `msingi.watched_tables`.
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
  readonly has_trigger: boolean
  readonly active: boolean
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
  exists (select from pg_trigger g where g.tgrelid = r.oid and g.tgname = '$msingi_changes') as has_trigger,
  coalesce(w.active, false) as active
from msingi.tables t
join pg_namespace n on n.nspname = t.schema_name
join pg_class r on r.relnamespace = n.oid and r.relname = t.slug
left join msingi.watched_tables w on w.table_id = t.id
left join msingi.watch_leases l on l.table_id = t.id`

/** findTable gives where a table of a project stands. */
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

/** listActive gives all tables that are watched. */
export async function listActive(db: Queryable): Promise<PhysicalTable[]> {
  const { rows } = await db.query<PhysicalTable>(`${FIND} where w.active order by t.id`)
  return rows
}

/** listWatched gives all rows, also of tables that are not watched any more. */
export async function listWatched(db: Queryable): Promise<WatchedTable[]> {
  const { rows } = await db.query<WatchedTable>(
    'select table_id, project_id, relation::int8::float8 as relation, active from msingi.watched_tables',
  )
  return rows
}

/** anyWatched tells whether there is something to read. */
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
     on conflict (table_id) do update set relation = excluded.relation, active = excluded.active`,
    [table.table_id, table.project_id, table.relation, active],
  )
}

/** forgetDropped removes what is about tables that are gone, and gives the ids of those. */
export async function forgetDropped(db: Queryable): Promise<WatchedTable[]> {
  const { rows } = await db.query<WatchedTable>(
    `delete from msingi.watched_tables w where not exists (select from pg_class c where c.oid = w.relation)
     returning table_id, project_id, relation::int8::float8 as relation, false as active`,
  )
  return rows
}

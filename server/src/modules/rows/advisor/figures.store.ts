// The SQL of figures about tables: sizes and use, as PostgreSQL's catalog and statistics have them.
import type pg from 'pg'
import { relationOf } from '#platform/db/catalog/catalog-of.ts'
import { transaction } from '#platform/db/transaction.ts'

/** TableSizes are the figures of one table. */
export interface TableSizes {
  readonly id: string
  readonly slug: string
  readonly estimated_rows: number
  readonly row_bytes: number
  readonly index_bytes: number
  /** toast_bytes are those of values that are too large for their rows. */
  readonly toast_bytes: number
  readonly sequential_scans: number
  readonly index_scans: number
}

/** IndexRow is an index with its use. */
export interface IndexRow {
  readonly table_id: string
  readonly name: string
  /** columns are names of columns, and null for an expression. */
  readonly columns: readonly (string | null)[]
  readonly method: string
  readonly unique: boolean
  readonly bytes: number
  readonly uses: number
  readonly last_used_at: string | null
  /** condition is that of a partial index. */
  readonly condition: string | null
  /** keys are what each place of the index is made of, to compare it with others. */
  readonly keys: readonly string[]
}

/** ForeignKey is one that no index serves. */
export interface ForeignKey {
  readonly table_id: string
  readonly name: string
  readonly columns: readonly string[]
}

/** CatalogFigures are those of all tables of a project. */
export interface CatalogFigures {
  readonly tables: readonly TableSizes[]
  readonly indexes: readonly IndexRow[]
  readonly foreign_keys: readonly ForeignKey[]
}

const MAX_INDEXES = 5000

// A table that is being changed is locked, and its size has to wait.
const BOUNDS = `set local lock_timeout = '500ms'; set local statement_timeout = '5s'`

const OWN = `msingi.tables t
  ${relationOf('pg_catalog', 'c')} and c.relkind in ('r', 'p')`

const TABLES = `
select t.id, t.slug::text,
  greatest(c.reltuples, s.n_live_tup, 0)::float8 as estimated_rows,
  pg_catalog.pg_relation_size(c.oid)::float8 as row_bytes,
  pg_catalog.pg_indexes_size(c.oid)::float8 as index_bytes,
  coalesce(pg_catalog.pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)::float8 as toast_bytes,
  coalesce(s.seq_scan, 0)::float8 as sequential_scans, coalesce(s.idx_scan, 0)::float8 as index_scans
from ${OWN} left join pg_catalog.pg_stat_all_tables s on s.relid = c.oid
where t.project_id = $1 order by t.slug limit 1000`

// `last_idx_scan` is there from PostgreSQL 16 on.
const INDEXES = `
select t.id as table_id, x.relname::text as name, am.amname::text as method, i.indisunique as "unique",
  array(select a.attname::text from generate_series(0, i.indnkeyatts - 1) k
    left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[k] and a.attnum > 0
    order by k) as columns,
  pg_catalog.pg_relation_size(x.oid)::float8 as bytes, coalesce(s.idx_scan, 0)::float8 as uses,
  to_jsonb(s) ->> 'last_idx_scan' as last_used_at,
  pg_catalog.pg_get_expr(i.indpred, i.indrelid) as condition,
  array(select concat_ws(' ', pg_catalog.pg_get_indexdef(i.indexrelid, k + 1, false), i.indclass[k], i.indcollation[k],
    i.indoption[k]) from generate_series(0, i.indnkeyatts - 1) k order by k) as keys
from ${OWN} join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisvalid
  join pg_catalog.pg_class x on x.oid = i.indexrelid join pg_catalog.pg_am am on am.oid = x.relam
  left join pg_catalog.pg_stat_all_indexes s on s.indexrelid = i.indexrelid
where t.project_id = $1 order by t.slug, x.relname limit ${MAX_INDEXES}`

const FOREIGN_KEYS = `
select t.id as table_id, f.conname::text as name,
  array(select a.attname::text from unnest(f.conkey) with ordinality k (attnum, n)
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.n) as columns
from ${OWN} join pg_catalog.pg_constraint f on f.conrelid = c.oid and f.contype = 'f'
where t.project_id = $1 and not exists (
  select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisvalid
    and (i.indpred is null or pg_catalog.pg_get_expr(i.indpred, i.indrelid) = '(deleted_at IS NULL)')
    and (select array_agg(i.indkey[k]) from generate_series(0, cardinality(f.conkey) - 1) k) @> f.conkey)
order by t.slug, f.conname limit 1000`

/** readCatalog reads the figures of all tables of a project, or throws where a table is locked for too long. */
export function readCatalog(
  pool: { connect(): Promise<pg.PoolClient> },
  projectId: string,
): Promise<CatalogFigures> {
  return transaction(pool, async (db) => {
    await db.query(BOUNDS)
    const read = async (sql: string) => (await db.query(sql, [projectId])).rows
    return {
      tables: (await read(TABLES)) as TableSizes[],
      indexes: (await read(INDEXES)) as IndexRow[],
      foreign_keys: (await read(FOREIGN_KEYS)) as ForeignKey[],
    }
  })
}

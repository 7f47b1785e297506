// Completes what SQL has made as the other routes would: what is unique is so among rows that are not deleted, and a foreign
// key has an index. It runs behind all statements of a request, since some need what others have made: a foreign
// key refers to a unique constraint only as long as that counts deleted rows.
import { objectName } from '#engine/ddl/ddl-names.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'

interface UniqueIndex {
  readonly oid: string
  readonly table: string
  readonly name: string
  readonly definition: string
  /** condition is that of a partial index. */
  readonly condition: string | null
  /** constraint is the definition of the constraint that the index belongs to. */
  readonly constraint: string | null
  readonly is_exclusion: boolean
  readonly is_target: boolean
}

interface ForeignKey {
  readonly oid: string
  readonly table: string
  readonly columns: readonly string[]
  readonly is_indexed: boolean
}

/** KnownKeys are what was unique, and which foreign keys there were, by PostgreSQL's ids. */
export type KnownKeys = ReadonlySet<string>

const UNIQUE = `
select i.indexrelid::text as oid, c.relname as table, x.relname as name,
  msingi_catalog.pg_get_indexdef(i.indexrelid) as definition,
  msingi_catalog.pg_get_expr(i.indpred, i.indrelid) as condition,
  msingi_catalog.pg_get_constraintdef(k.oid) as constraint, coalesce(k.contype = 'x', false) as is_exclusion,
  exists (select from msingi_catalog.pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid) as is_target
from msingi_catalog.pg_index i
join msingi_catalog.pg_class c on c.oid = i.indrelid and c.relnamespace = $1::regnamespace
join msingi_catalog.pg_class x on x.oid = i.indexrelid
left join msingi_catalog.pg_constraint k on k.conindid = i.indexrelid and k.contype in ('u', 'x')
where not i.indisprimary and (i.indisunique or k.contype = 'x')
order by c.relname, x.relname`

const FOREIGN_KEYS = `
select f.oid::text, c.relname as table,
  array(select a.attname::text from unnest(f.conkey) with ordinality k (attnum, n)
    join msingi_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum order by k.n) as columns,
  exists (select from msingi_catalog.pg_index i where i.indrelid = f.conrelid and i.indisvalid and i.indpred is null
    and (select array_agg(i.indkey[k]) from generate_series(0, cardinality(f.conkey) - 1) k) @> f.conkey) as is_indexed
from msingi_catalog.pg_constraint f
join msingi_catalog.pg_class c on c.oid = f.conrelid
where f.contype = 'f' and f.connamespace = $1::regnamespace
order by c.relname, f.conname`

/** readKeys returns what is unique, and which foreign keys there are, before the statements. */
export async function readKeys(change: SchemaChange): Promise<KnownKeys> {
  const known = [
    ...(await read<UniqueIndex>(change, UNIQUE)),
    ...(await read<ForeignKey>(change, FOREIGN_KEYS)),
  ]
  return new Set(known.map(({ oid }) => oid))
}

/** completeIndexes completes what has come since, and returns a sentence for each thing that is not as the SQL says. */
export async function completeIndexes(change: SchemaChange, before: KnownKeys): Promise<string[]> {
  const notes: string[] = []
  for (const index of await read<UniqueIndex>(change, UNIQUE)) {
    // Who writes of deleted rows means them.
    if (before.has(index.oid) || /\bdeleted_at\b/.test(index.definition)) continue
    const kept = reasonToKeep(index)
    const what = `${index.name} of ${index.table}`
    if (kept === undefined) {
      await run(change, liveStatements(index))
      notes.push(
        `${what} leaves out deleted rows: it is ${index.is_exclusion ? 'an exclusion' : 'a unique index'} where deleted_at is null.`,
      )
    } else notes.push(`${what} counts deleted rows, too, because ${kept}.`)
  }
  for (const { oid, table, columns, is_indexed } of await read<ForeignKey>(change, FOREIGN_KEYS)) {
    if (before.has(oid) || is_indexed) continue
    const name = quoteIdentifier(objectName('idx', table, ...columns))
    const list = columns.map(quoteIdentifier).join(', ')
    await run(change, [`create index if not exists ${name} on ${quoteIdentifier(table)} (${list})`])
  }
  return notes
}

function reasonToKeep({ constraint, is_exclusion, is_target, definition, condition }: UniqueIndex) {
  if (is_target) return 'a foreign key refers to it'
  if (constraint === null)
    return headOf(definition, condition) === undefined ? 'its condition cannot be read' : undefined
  if (/ DEFERRABLE\b/.test(constraint)) return 'it is deferrable, which an index with a condition cannot be'
  if (/ WITHOUT OVERLAPS\b/.test(constraint)) return 'a constraint WITHOUT OVERLAPS takes no condition'
  return is_exclusion && condition !== null ? 'it has a condition of its own' : undefined
}

function liveStatements({
  table,
  name,
  definition,
  condition,
  constraint,
  is_exclusion,
}: UniqueIndex): string[] {
  const [on, quoted] = [quoteIdentifier(table), quoteIdentifier(name)]
  const drop = constraint === null ? `drop index ${quoted}` : `alter table ${on} drop constraint ${quoted}`
  if (is_exclusion)
    return [drop, `alter table ${on} add constraint ${quoted} ${constraint} where (deleted_at is null)`]
  const also = condition === null ? '' : `(${condition}) and `
  return [drop, `${headOf(definition, condition)} where ${also}deleted_at is null`]
}

// The definition without its condition, which stands last.
function headOf(definition: string, condition: string | null): string | undefined {
  if (condition === null) return definition
  const tail = ` WHERE ${condition}`
  return definition.endsWith(tail) ? definition.slice(0, -tail.length) : undefined
}

async function read<Row>({ client, names }: SchemaChange, sql: string): Promise<Row[]> {
  const { rows } = await client.query(sql, [names.schema])
  return rows as Row[]
}

const CONSTRAINT_IS_INDEX = `
select from msingi_catalog.pg_index i
join msingi_catalog.pg_class c on c.oid = i.indrelid and c.relnamespace = $1::regnamespace and c.relname = $2
join msingi_catalog.pg_class x on x.oid = i.indexrelid and x.relname = $3
where i.indisunique and not exists (
  select from msingi_catalog.pg_constraint k where k.conrelid = c.oid and k.conname = x.relname)`

/** isUniqueIndex reports whether a table has a unique index of this name, and no constraint: perhaps it was one. */
export async function isUniqueIndex(
  { client, names }: SchemaChange,
  table: string,
  name: string,
): Promise<boolean> {
  return (await client.query(CONSTRAINT_IS_INDEX, [names.schema, table, name])).rowCount === 1
}

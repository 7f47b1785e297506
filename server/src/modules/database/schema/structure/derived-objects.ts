// The indexes, constraints, sequences and types of a table are named after it, and are renamed with it.

import { objectName } from '#engine/ddl/ddl-names.ts'
import { type Rename, renameInCondition } from '#engine/ddl/ddl-rename.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError, sentenceOf } from '#engine/parser/sql-error.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { type Column, listTables, type Table } from '#modules/database/schema/change/structure.store.ts'
import { conflict } from '#platform/errors/app-error.ts'
import { functionNames, renameFunctions, type StoredCondition } from './policy-functions.service.ts'
import { guardLinks, linksOf, unguardLinks } from './relationship-links.ts'

/** renameTable renames a table with everything named after it; `save` stores the new name in the metadata. */
export async function renameTable(
  change: SchemaChange,
  table: Table,
  slug: string,
  save: () => Promise<void>,
): Promise<void> {
  const columns = table.columns.map((column) => column.name)
  const joint = await readJointColumns(change, table.slug)
  const namesOf = (name: string) => [...derivedNames(name, columns), ...jointNames(name, joint)]
  await withRelatedNames(change, table, { table: table.slug, to: slug }, save, async () => {
    await run(change, [`alter table ${quoteIdentifier(table.slug)} rename to ${quoteIdentifier(slug)}`])
    await renameObjects(change, slug, namesOf(table.slug), namesOf(slug))
  })
}

/** renameColumn renames a column with everything named after it; `save` stores the new name in the metadata. */
export async function renameColumn(
  change: SchemaChange,
  table: Table,
  column: Column,
  name: string,
  save: () => Promise<void>,
): Promise<void> {
  const { slug } = table
  const before = (await readJointColumns(change, slug)).filter((columns) => columns.includes(column.name))
  const after = before.map((columns) => columns.map((one) => (one === column.name ? name : one)))
  await withRelatedNames(change, table, { table: slug, column: column.name, to: name }, save, async () => {
    const names = `${quoteIdentifier(column.name)} to ${quoteIdentifier(name)}`
    await run(change, [`alter table ${quoteIdentifier(slug)} rename column ${names}`])
    await renameObjects(
      change,
      slug,
      [...derivedNamesOfColumn(slug, column.name), ...jointNames(slug, before)],
      [...derivedNamesOfColumn(slug, name), ...jointNames(slug, after)],
    )
  })
}

/** dropEnumTypes drops the types of enum columns that were dropped. */
export async function dropEnumTypes(
  change: SchemaChange,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const enums = columns.filter((column) => column.data_type === 'enum')
  await run(
    change,
    enums.map((column) => `drop type if exists ${quoteIdentifier(objectName('enum', table, column.name))}`),
  )
}

// PostgreSQL follows a rename in foreign keys and policies, but not in the bodies of functions or in our metadata.
async function withRelatedNames(
  change: SchemaChange,
  table: Table,
  rename: Rename,
  save: () => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const { before, after } = await renameInPolicies(change, rename)
  const names = await functionNames(change, before)
  await unguardLinks(change, await linksOf(change, table.id))
  await work()
  await save()
  await renameFunctions(change, names, await functionNames(change, after))
  await guardLinks(change, await linksOf(change, table.id))
}

interface RenamedConditions {
  /** before and after are the conditions that call functions. */
  readonly before: StoredCondition[]
  readonly after: StoredCondition[]
}

async function renameInPolicies(change: SchemaChange, rename: Rename): Promise<RenamedConditions> {
  const { client, project } = change
  const { rows } = await client.query<StoredCondition>(
    `select p.id, p.condition, t.slug from msingi.policies p join msingi.tables t on t.id = p.table_id
     where t.project_id = $1 and p.condition is not null`,
    [project.id],
  )
  const before: StoredCondition[] = []
  const after: StoredCondition[] = []
  if (rows.length === 0) return { before, after }
  await loadParser()
  const tables = new Map(
    (await listTables(client, project.id)).map(({ slug, columns }) => [
      slug,
      new Set(columns.map((column) => column.name)),
    ]),
  )
  for (const row of rows) {
    const { id, condition, slug } = row
    const renamed = renamedCondition(condition, slug, tables, rename)
    if (renamed === undefined) {
      throw conflict(
        'in_use',
        `A policy of ${slug} would change its meaning with the name ${rename.to}. Change its condition first.`,
        { policy_id: id },
      )
    }
    if (/unrestricted/i.test(condition)) {
      before.push(row)
      const isOwn = rename.column === undefined && slug === rename.table
      after.push({ ...row, condition: renamed, slug: isOwn ? rename.to : slug })
    }
    if (renamed !== condition) {
      await client.query('update msingi.policies set condition = $2, updated_at = now() where id = $1', [
        id,
        renamed,
      ])
    }
  }
  return { before, after }
}

function renamedCondition(...args: Parameters<typeof renameInCondition>): string | undefined {
  try {
    return renameInCondition(...args)
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    throw conflict(
      'in_use',
      `A condition of a policy of ${args[1]} would be too long; shorten it first. ${sentenceOf(error.message)}`,
    )
  }
}

function derivedNames(table: string, columns: readonly string[]): string[] {
  return [
    objectName('pkey', table),
    objectName('live', table),
    ...columns.flatMap((column) => derivedNamesOfColumn(table, column)),
  ]
}

function derivedNamesOfColumn(table: string, column: string): string[] {
  return (['key', 'idx', 'check', 'fkey', 'seq', 'enum'] as const).map((kind) =>
    objectName(kind, table, column),
  )
}

const JOINT = `
select array(
  select a.attname::text from generate_series(0, i.indnatts - 1) k
  join msingi_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[k] order by k) as columns
from msingi_catalog.pg_index i where i.indrelid = $1::regclass and i.indnatts > 1`

// The columns of each index that has several.
async function readJointColumns({ client }: SchemaChange, table: string): Promise<string[][]> {
  const { rows } = await client.query<{ columns: string[] }>(JOINT, [quoteIdentifier(table)])
  return rows.map(({ columns }) => columns)
}

function jointNames(table: string, joint: readonly (readonly string[])[]): string[] {
  return joint.flatMap((columns) => [
    objectName('key', table, ...columns),
    objectName('idx', table, ...columns),
  ])
}

// A constraint with an index is renamed with the index.
const FIND = `
select case relkind when 'S' then 'sequence' else 'index' end as kind, relname as name
from msingi_catalog.pg_class where relnamespace = $1::regnamespace and relkind in ('i', 'S') and relname = any($2)
union all
select 'type', typname from msingi_catalog.pg_type where typnamespace = $1::regnamespace and typtype = 'e' and typname = any($2)
union all
select 'constraint', conname from msingi_catalog.pg_constraint
where conrelid = $3::regclass and contype in ('c', 'f') and conname = any($2)`

async function renameObjects(
  change: SchemaChange,
  table: string,
  from: readonly string[],
  to: readonly string[],
): Promise<void> {
  const next = new Map(from.map((name, index) => [name, to[index] ?? name]))
  const { rows } = await change.client.query<{ kind: string; name: string }>(FIND, [
    change.names.schema,
    from,
    quoteIdentifier(table),
  ])
  const statements = rows.map(({ kind, name }) => {
    const [old, fresh] = [quoteIdentifier(name), quoteIdentifier(next.get(name) ?? name)]
    return kind === 'constraint'
      ? `alter table ${quoteIdentifier(table)} rename constraint ${old} to ${fresh}`
      : `alter ${kind} ${old} rename to ${fresh}`
  })
  await run(change, statements)
}

// Completes a table that was created by SQL: row-level security, and the columns that every table has.
import { objectName, tableSlug } from '#engine/ddl/ddl-names.ts'
import { idDefault, protectionStatements, SYSTEM_COLUMNS } from '#engine/ddl/ddl-table.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { readNumber, run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { MAX_TABLES } from '#modules/database/schema/change/tables.schema.ts'
import type { CatalogRelation } from '#modules/database/schema/structure/catalog.store.ts'
import { countTables, insertColumns, insertTable } from '#modules/database/schema/structure/tables.store.ts'
import { conflict, invalidInput } from '#platform/errors/app-error.ts'
import { adoptColumns } from './sync-columns.ts'

/** adoptTable completes a table and stores its metadata. Throws a 400 or 409 if it cannot be completed. */
export async function adoptTable(change: SchemaChange, table: CatalogRelation): Promise<void> {
  const { name } = table
  const slug = tableSlug(name)
  if (typeof slug !== 'string') throw invalidInput(`The table ${name}: the name ${slug.problem}.`)
  if (slug !== name) throw invalidInput(`The table ${name} needs another name, such as ${slug}.`)
  if ((await countTables(change)) >= MAX_TABLES)
    throw conflict('limit_reached', `A project can have at most ${MAX_TABLES} tables.`)
  const version = await readNumber(change, `current_setting('server_version_num')`)
  await run(change, [
    ...idStatements(table, idDefault(version)),
    ...timeStatements(table),
    `create index ${quoteIdentifier(objectName('live', name))} on ${quoteIdentifier(name)} (created_at desc, id desc) where deleted_at is null`,
    ...protectionStatements(name, change.names.data),
  ])
  const id = await insertTable(change, { slug: name, name, description: null })
  await adoptColumns(change, { id, slug: name, columns: [] }, table.columns)
  const missing = Object.entries(SYSTEM_COLUMNS).filter(
    ([system]) => !table.columns.some((column) => column.name === system),
  )
  await insertColumns(
    change,
    id,
    missing.map(([system, data_type]) => ({ name: system, data_type, description: null, is_system: true })),
  )
}

function idStatements({ name, columns, primary_key }: CatalogRelation, filled: string): string[] {
  const table = quoteIdentifier(name)
  const id = columns.find((column) => column.name === 'id')
  const key = primary_key.join(', ')
  if (
    (id === undefined && key !== '') ||
    (key !== '' && key !== 'id') ||
    (id !== undefined && id.sql !== 'uuid')
  )
    throw invalidInput(
      `The table ${name} needs an id of type uuid as its only primary key. Leave both out to have them added.`,
    )
  const primary = `constraint ${quoteIdentifier(objectName('pkey', name))} primary key`
  if (id === undefined)
    return [`alter table ${table} add column "id" uuid not null default ${filled} ${primary}`]
  return [
    ...(id.has_default ? [] : [`alter table ${table} alter column "id" set default ${filled}`]),
    ...(key === 'id' ? [] : [`alter table ${table} add ${primary} ("id")`]),
  ]
}

function timeStatements({ name, columns }: CatalogRelation): string[] {
  const table = `alter table ${quoteIdentifier(name)}`
  return ['created_at', 'updated_at', 'deleted_at'].flatMap((system) => {
    const present = columns.find((column) => column.name === system)
    const filled = system === 'deleted_at' ? '' : ' not null default now()'
    if (present === undefined) return [`${table} add column "${system}" timestamp with time zone${filled}`]
    if (present.sql !== 'timestamp with time zone')
      throw invalidInput(`The column ${system} of ${name} must be of type timestamptz.`)
    if (system !== 'deleted_at')
      return [`${table} alter column "${system}" set default now(), alter column "${system}" set not null`]
    return [`${table} alter column "deleted_at" drop default, alter column "deleted_at" drop not null`]
  })
}

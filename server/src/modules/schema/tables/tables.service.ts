// Tables: created, renamed and dropped together with everything that depends on them.
import type { z } from 'zod'
import { idDefault, protectionStatements, SYSTEM_COLUMNS, tableStatements } from '#engine/ddl/ddl-table.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { readColumns, slugOf } from '#modules/schema/change/names.ts'
import {
  type ChangeScope,
  changeSchema,
  readNumber,
  run,
  type SchemaChange,
} from '#modules/schema/change/schema-change.service.ts'
import type { Table } from '#modules/schema/change/structure.store.ts'
import { getOwnTable, getTable, presentTable } from '#modules/schema/change/structure.ts'
import { MAX_TABLES, type tableCreate, type tableUpdate } from '#modules/schema/change/tables.schema.ts'
import { checkDefault, prepareDefaults } from '#modules/schema/columns/defaults.ts'
import { linkFiles } from '#modules/schema/columns/file-columns.ts'
import { refuseForeignPolicies } from '#modules/schema/structure/dependants.ts'
import { dropEnumTypes, renameTable } from '#modules/schema/structure/derived-objects.ts'
import { shedPolicies } from '#modules/schema/structure/policy-functions.service.ts'
import { linksOf, removeLinks } from '#modules/schema/structure/relationship-links.ts'
import * as store from '#modules/schema/structure/tables.store.ts'
import { conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** createTable creates a table with row-level security enabled and forced. */
export async function createTable(
  platform: Platform,
  scope: ChangeScope,
  input: z.output<typeof tableCreate>,
) {
  const slug = slugOf(input.name)
  const columns = readColumns(input.columns)
  await prepareDefaults(platform, scope.project, columns)
  const definition = { slug, columns: columns.map((column) => column.definition) }
  return changeSchema(platform, scope, async (change) => {
    change.note({ kind: 'table.create', input })
    await refuseTaken(change, slug)
    if ((await store.countTables(change)) >= MAX_TABLES) {
      throw conflict('limit_reached', `A project can have at most ${MAX_TABLES} tables.`)
    }
    for (const column of columns) await checkDefault(change, slug, column.definition, column.at)
    const version = await readNumber(change, `current_setting('server_version_num')`)
    await run(change, [
      ...tableStatements(definition, idDefault(version)),
      ...protectionStatements(slug, change.names.data),
    ])
    const { name, description = null } = input
    const id = await store.insertTable(change, { slug, name, description })
    await store.insertColumns(change, id, [
      ...Object.entries(SYSTEM_COLUMNS).map(([system, data_type]) => ({
        name: system,
        data_type,
        description: null,
        is_system: true,
      })),
      ...columns.map((column) => ({
        ...column.definition,
        description: column.description,
        is_system: false,
      })),
    ])
    await linkFiles(change, slug, definition.columns)
    return presentTable(await getTable(change.client, change.project.id, id))
  })
}

/** updateTable changes a table's name, slug or description. */
export function updateTable(
  platform: Platform,
  scope: ChangeScope,
  key: string,
  input: z.output<typeof tableUpdate>,
) {
  const asked = input.slug ?? input.name
  const slug = asked === undefined ? undefined : slugOf(asked, input.slug === undefined ? 'name' : 'slug')
  return changeSchema(platform, scope, async (change) => {
    const { client, project } = change
    const table = await getOwnTable(client, project.id, key)
    change.note({ kind: 'table.update', table: table.slug, input })
    const next = {
      slug: slug ?? table.slug,
      name: input.name ?? table.name,
      description: input.description === undefined ? table.description : input.description,
    }
    const save = () => store.updateTable(change, table.id, next)
    if (next.slug === table.slug) await save()
    else {
      await refuseTaken(change, next.slug)
      await renameTable(change, table, next.slug, save)
    }
    return presentTable(await getTable(client, project.id, table.id))
  })
}

/** removeTable drops a table; with `cascade`, also the relationships of other tables to it. */
export async function removeTable(
  platform: Platform,
  scope: ChangeScope,
  key: string,
  cascade: boolean,
): Promise<void> {
  await changeSchema(platform, scope, async (change) => {
    const table = await getOwnTable(change.client, change.project.id, key)
    change.note({ kind: 'table.remove', table: table.slug, cascade })
    const links = await linksOf(change, table.id)
    const referring = links.filter((link) => link.to_table === table.slug && link.from_table !== table.slug)
    if (referring.length > 0 && !cascade) throw stillReferred(table, referring)
    await refuseForeignPolicies(change, table)
    await removeLinks(change, links)
    await shedPolicies(change, table.slug)
    await run(change, [`drop table ${quoteIdentifier(table.slug)}`])
    await dropEnumTypes(change, table.slug, table.columns)
    await store.deleteTable(change, table.id)
  })
}

function stillReferred(table: Table, links: readonly { from_table: string; from_column: string }[]) {
  const names = links.map((link) => `${link.from_table}.${link.from_column}`)
  return conflict(
    'in_use',
    `The table ${table.slug} is still referenced by ${names.join(', ')}. Add ?cascade=true to remove these relationships as well.`,
    { referred_by: names },
  )
}

async function refuseTaken(change: SchemaChange, slug: string): Promise<void> {
  if (!(await store.isTable(change, slug))) return
  throw conflict('already_exists', `The table ${slug} already exists.`)
}

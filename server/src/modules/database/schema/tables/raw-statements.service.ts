// SQL statements with effects beyond PostgreSQL: renames also change policies and triggers, comments are stored as
// descriptions.

import { columnNameOf, slugOf } from '#modules/database/schema/change/names.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { findTable } from '#modules/database/schema/change/structure.store.ts'
import { getOwnColumn, getOwnTable } from '#modules/database/schema/change/structure.ts'
import { refuseOwnerChange } from '#modules/database/schema/structure/dependants.ts'
import { renameColumn, renameTable } from '#modules/database/schema/structure/derived-objects.ts'
import { shedPolicies } from '#modules/database/schema/structure/policy-functions.service.ts'
import { touchTable, updateColumn, updateTable } from '#modules/database/schema/structure/tables.store.ts'
import { conflict } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'

/** isTable reports whether the project has a table of that name; views do not count. */
export async function isTable({ client, project }: SchemaChange, slug: string): Promise<boolean> {
  return (await findTable(client, project.id, { slug })) !== undefined
}

/** beforeDrop takes from tables that are about to be dropped the policies that read them past themselves. */
export async function beforeDrop(change: SchemaChange, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) if (await isTable(change, slug)) await shedPolicies(change, slug)
}

/** renameTableTo executes ALTER TABLE … RENAME TO. */
export async function renameTableTo(change: SchemaChange, from: string, to: string): Promise<void> {
  const { client, project } = change
  const table = await getOwnTable(client, project.id, from)
  refuseUnnormalised(slugOf(to), to)
  if ((await findTable(client, project.id, { slug: to })) !== undefined)
    throw conflict('already_exists', `The table ${to} already exists.`)
  const { name, description } = table
  const next = { slug: to, name: name === from ? to : name, description }
  await renameTable(change, table, to, () => updateTable(change, table.id, next))
}

/** renameColumnTo executes ALTER TABLE … RENAME COLUMN. */
export async function renameColumnTo(
  change: SchemaChange,
  slug: string,
  from: string,
  to: string,
): Promise<void> {
  const table = await getOwnTable(change.client, change.project.id, slug)
  const column = getOwnColumn(table, from)
  refuseUnnormalised(columnNameOf(to), to)
  const names = table.columns.map(({ name }) => name)
  if (names.includes(to)) throw conflict('already_exists', `The table ${slug} already has a column ${to}.`)
  const renamed = names.map((name) => (name === from ? to : name))
  await refuseOwnerChange(change, table, renamed)
  const { data_type, description } = column
  await renameColumn(change, table, column, to, async () => {
    await updateColumn(change, column.id, { name: to, data_type, description })
    await touchTable(change, table.id)
  })
}

function refuseUnnormalised(slug: string, name: string): void {
  if (slug !== name)
    throw fieldErrors([
      { field: 'sql', problem: `${name} cannot be used as a name; use another one, such as ${slug}` },
    ])
}

/** describe executes COMMENT ON TABLE and COMMENT ON COLUMN for columns of tables. */
export async function describe(
  change: SchemaChange,
  slug: string,
  columnName: string | undefined,
  comment: string | null,
): Promise<void> {
  const table = await getOwnTable(change.client, change.project.id, slug)
  const description = comment === null ? null : comment.slice(0, 1000)
  if (columnName === undefined) {
    await updateTable(change, table.id, { slug, name: table.name, description })
    return
  }
  const column = getOwnColumn(table, columnName)
  const { id, name, data_type } = column
  await updateColumn(change, id, { name, data_type, description })
  await touchTable(change, table.id)
}

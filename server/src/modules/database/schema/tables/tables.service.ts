// Tables: renamed and dropped together with everything that depends on them.
import type { z } from 'zod'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { slugOf } from '#modules/database/schema/change/names.ts'
import {
  type ChangeScope,
  changeSchema,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import type { Table } from '#modules/database/schema/change/structure.store.ts'
import { getOwnTable, getTable, presentTable } from '#modules/database/schema/change/structure.ts'
import type { tableUpdate } from '#modules/database/schema/change/tables.schema.ts'
import { refuseForeignPolicies } from '#modules/database/schema/structure/dependants.ts'
import { dropEnumTypes, renameTable } from '#modules/database/schema/structure/derived-objects.ts'
import { shedPolicies } from '#modules/database/schema/structure/policy-functions.service.ts'
import { linksOf, removeLinks } from '#modules/database/schema/structure/relationship-links.ts'
import * as store from '#modules/database/schema/structure/tables.store.ts'
import { alreadyExists, conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** updateTable changes a table's name, slug or description. */
export function updateTable(
  platform: Platform,
  scope: ChangeScope,
  key: string,
  input: z.output<typeof tableUpdate>,
) {
  const asked = input.slug ?? input.name
  const field = input.slug === undefined ? 'name' : 'slug'
  const slug = asked === undefined ? undefined : slugOf(asked, field)
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
      await refuseTaken(change, next.slug, field)
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

/** refuseTaken throws a 409 if there is a table of that slug; `field` is what the slug was made of. */
export async function refuseTaken(change: SchemaChange, slug: string, field: string): Promise<void> {
  if (await store.isTable(change, slug)) throw alreadyExists(field, `The table ${slug} already exists.`)
}

// A project's own table or view gives up its name where the server needs it for a built-in table.

import {
  changeSchema,
  type SchemaChange,
  SERVER,
} from '#modules/database/schema/change/schema-change.service.ts'
import { findTable, type Table } from '#modules/database/schema/change/structure.store.ts'
import { renameTable } from '#modules/database/schema/structure/derived-objects.ts'
import { updateTable } from '#modules/database/schema/structure/tables.store.ts'
import { listKnownViews } from '#modules/database/schema/structure/views.store.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** releaseName renames the project's own table or view of that name, if there is one, with an entry in the history. */
export async function releaseName(platform: Platform, project: ProjectRecord, slug: string): Promise<void> {
  const { admin } = platform.clusters.of(project)
  const { rows } = await admin.query(
    `select from msingi.tables where project_id = $1 and slug = $2 and not (kind = 'table' and read_only)`,
    [project.id, slug],
  )
  if (rows.length === 0) return
  const scope = { project, author: SERVER }
  const taken = await changeSchema(platform, scope, async (change) => {
    const own = await findOwn(change, slug)
    const to = await freeName(change, slug)
    change.note({ kind: 'table.update', table: slug, input: { name: to }, reason: 'reserved' })
    const { id, description } = own
    await renameTable(change, own, to, () => updateTable(change, id, { slug: to, name: to, description }))
    return to
  })
  platform.log.warn(
    { project_id: project.id, from: slug, to: taken },
    'renamed a table: its name is reserved',
  )
}

// Of a view, only the name matters: nothing is named after its columns.
async function findOwn(change: SchemaChange, slug: string): Promise<Table> {
  const table = await findTable(change.client, change.project.id, { slug })
  if (table !== undefined) return table
  const view = (await listKnownViews(change)).find((known) => known.slug === slug)
  if (view === undefined) throw notFound(`The table ${slug}`)
  const now = new Date()
  return {
    ...view,
    name: slug,
    description: null,
    read_only: true,
    created_at: now,
    updated_at: now,
    columns: [],
  }
}

async function freeName({ client, names }: SchemaChange, slug: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from msingi_catalog.pg_class where relnamespace = $1::regnamespace
     union all select typname from msingi_catalog.pg_type where typnamespace = $1::regnamespace`,
    [names.schema],
  )
  const taken = new Set(rows.map(({ name }) => name))
  for (let count = 1; ; count++) {
    const name = count === 1 ? `own_${slug}` : `own_${slug}_${count}`
    if (!taken.has(name)) return name
  }
}

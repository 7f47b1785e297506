// `file` columns from before they held the ids of files: each becomes one where all of its values are such ids, and stays a text
// where not. Either is an entry in the history of the schema.
import { objectName } from '#engine/ddl/ddl-names.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { columnUpdate } from '#modules/database/schema/change/columns.schema.ts'
import { changeSchema, run, SERVER } from '#modules/database/schema/change/schema-change.service.ts'
import { listTables } from '#modules/database/schema/change/structure.store.ts'
import { guardLinks, linksOf, unguardLinks } from '#modules/database/schema/structure/relationship-links.ts'
import { updateColumn as storeColumn } from '#modules/database/schema/structure/tables.store.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { forgetOldFileColumn, listOldFileColumns } from './old-file-columns.store.ts'
import { updateColumn } from './update-column.ts'

/** upgradeFileColumns does so for all projects. What fails is logged, and tried again at the next start. */
export async function upgradeFileColumns(platform: Platform, findProject: FindProject): Promise<void> {
  for (const { admin } of platform.clusters.all()) {
    for (const { project_id, column_id } of await listOldFileColumns(admin)) {
      try {
        const project = await findProject(project_id)
        // One that is being deleted needs none.
        if (project !== undefined) await upgrade(platform, project, column_id)
        await forgetOldFileColumn(admin, column_id)
      } catch (err) {
        platform.log.error({ err, project_id, column_id }, 'a file column could not be upgraded')
      }
    }
  }
}

async function upgrade(platform: Platform, project: ProjectRecord, columnId: string): Promise<void> {
  const tables = await listTables(platform.clusters.of(project).admin, project.id)
  const table = tables.find(({ columns }) => columns.some(({ id }) => id === columnId))
  const column = table?.columns.find(({ id }) => id === columnId)
  if (table === undefined || column === undefined) return
  if (column.data_type === 'uuid') return linkUuid(platform, project, table, column)
  if (column.data_type !== 'text') return
  const scope = { project, author: SERVER }
  try {
    await updateColumn(platform, scope, table.id, column.id, columnUpdate.parse({ data_type: 'file' }))
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || isBusy(error)) throw error
    await keepText(platform, project, table, column, error.message)
  }
}

// Another node uses the table: the next start tries again.
function isBusy({ details }: AppError): boolean {
  return /^(?:55P03|40)/.test((details as { sqlstate?: string } | undefined)?.sqlstate ?? '')
}

interface Named {
  readonly id: string
  readonly slug: string
}

interface NamedColumn {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

// A file column of before was a text with a check of its length.
async function keepText(
  platform: Platform,
  project: ProjectRecord,
  { slug }: Named,
  { name }: NamedColumn,
  problem: string,
): Promise<void> {
  const reason = `Columns of type file hold the ids of files, and not all values of this one are such ids. ${problem}`
  await changeSchema(platform, { project, author: SERVER }, async (change) => {
    const check = quoteIdentifier(objectName('check', slug, name))
    await run(change, [`alter table ${quoteIdentifier(slug)} drop constraint if exists ${check}`])
    change.note({ kind: 'column.update', table: slug, column: name, input: { data_type: 'text' }, reason })
  })
  platform.log.warn({ project_id: project.id, table: slug, column: name }, 'a file column became a text')
}

// A relationship to files that was made by hand gets what makes its column a file column.
async function linkUuid(
  platform: Platform,
  project: ProjectRecord,
  table: Named,
  { id, name, description }: NamedColumn,
): Promise<void> {
  await changeSchema(platform, { project, author: SERVER }, async (change) => {
    const links = await linksOf(change, table.id)
    const own = links.filter((link) => link.from_table === table.slug && link.from_column === name)
    await unguardLinks(change, own)
    await guardLinks(change, own)
    await storeColumn(change, id, { name, description, data_type: 'file' })
    const reason = 'The column refers to files.'
    change.note({
      kind: 'column.update',
      table: table.slug,
      column: name,
      input: { data_type: 'file' },
      reason,
    })
  })
}

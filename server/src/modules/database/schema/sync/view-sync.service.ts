// Keeps the metadata of views in step with PostgreSQL, however they were created, and makes views security invokers, so
// that they show no caller more than their tables do.
import { columnSlug, tableSlug } from '#engine/ddl/ddl-names.ts'
import { dataTypeOf, typeProblem } from '#engine/ddl/ddl-type.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { type CatalogRelation, readCatalog } from '#modules/database/schema/structure/catalog.store.ts'
import { deleteTable } from '#modules/database/schema/structure/tables.store.ts'
import {
  insertView,
  type KnownView,
  listKnownViews,
  replaceViewColumns,
} from '#modules/database/schema/structure/views.store.ts'
import { conflict, invalidInput } from '#platform/errors/app-error.ts'

const MAX_VIEWS = 200
const SYSTEM: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at', 'deleted_at'])

/** syncViews updates the metadata of views, and makes views run with the rights of their callers. */
export async function syncViews(change: SchemaChange): Promise<void> {
  const catalog = await readCatalog(change)
  const views = [...catalog.values()].filter(({ kind }) => kind === 'v')
  if (views.length > MAX_VIEWS)
    throw conflict('limit_reached', `A project can have at most ${MAX_VIEWS} views.`)
  const known = await listKnownViews(change)
  for (const { id, slug } of known) if (catalog.get(slug)?.kind !== 'v') await deleteTable(change, id)
  for (const view of views) {
    await secure(change, view)
    await describe(
      change,
      view,
      known.find(({ slug }) => slug === view.name),
    )
  }
}

async function secure(change: SchemaChange, view: CatalogRelation): Promise<void> {
  const name = quoteIdentifier(view.name)
  await run(change, [
    ...(view.is_invoker ? [] : [`alter view ${name} set (security_invoker = true)`]),
    ...(view.is_granted ? [] : [`grant select on ${name} to ${quoteIdentifier(change.names.data)}`]),
  ])
}

async function describe(
  change: SchemaChange,
  view: CatalogRelation,
  known: KnownView | undefined,
): Promise<void> {
  if (tableSlug(view.name) !== view.name) {
    throw invalidInput(`A view cannot be named ${view.name}. Use lower-case letters, digits and _.`)
  }
  const columns = columnsOf(view).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (JSON.stringify(columns) === JSON.stringify(known?.columns)) return
  const id = known?.id ?? (await insertView(change, view.name))
  await replaceViewColumns(change, id, columns)
}

function columnsOf({ name: view, columns }: CatalogRelation): KnownView['columns'] {
  if (columns.length === 0) throw invalidInput(`The view ${view} has no columns.`)
  return columns.map((column) => {
    const { name } = column
    const slug = SYSTEM.has(name) ? name : columnSlug(name)
    if (typeof slug !== 'string') throw invalidInput(`The column ${name} of ${view}: ${slug.problem}.`)
    if (slug !== name)
      throw invalidInput(`The column ${name} of ${view} needs another name, such as ${slug}.`)
    const data_type = dataTypeOf(column)
    if (data_type === undefined) {
      throw invalidInput(`The column ${name} of ${view}: ${typeProblem(column)}.`, { column: name })
    }
    return { name, data_type }
  })
}

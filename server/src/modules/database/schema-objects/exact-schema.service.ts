// A project's tables and views as types describe them: PostgreSQL's catalog says of no column of a view that it is never
// null, so that is read from the definitions.
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { notNullColumns } from '#engine/views/not-null-columns.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { inSlices } from '#platform/loop/slices.ts'
import type { Platform } from '#platform/platform.ts'
import { viewDefinitions } from './definitions.service.ts'
import type { ViewDefinition } from './views/views.store.ts'

/** ExactSchema is a project's schema, in which `required` is right for columns of views too, and its views. */
export interface ExactSchema {
  readonly schema: SchemaShape
  readonly views: readonly ViewDefinition[]
}

/** exactSchema reads the schema of a project. */
export async function exactSchema(platform: Platform, project: ProjectRecord): Promise<ExactSchema> {
  const [schema, views] = await Promise.all([
    platform.shapes.schema(project),
    viewDefinitions(platform, project),
    loadParser(),
  ])
  const tables = new Map(schema.tables)
  const requiredOf = (slug: string) => {
    const columns = tables
      .get(slug)
      ?.columns.values()
      .filter(({ required }) => required)
    return columns && new Set(columns.map(({ name }) => name))
  }
  await inSlices(sourcesFirst(views), ({ name, definition }) => {
    const view = tables.get(name)
    if (view?.is_view) tables.set(name, withRequired(view, notNullColumns(definition, requiredOf)))
  })
  return { schema: { ...schema, tables }, views }
}

function withRequired(view: TableShape, required: ReadonlySet<string>): TableShape {
  const columns = view.columns.values().map((column) => ({ ...column, required: required.has(column.name) }))
  return { ...view, columns: new Map(columns.map((column) => [column.name, column])) }
}

// A view stands behind those that it reads.
function sourcesFirst(views: readonly ViewDefinition[]): ViewDefinition[] {
  const byName = new Map(views.map((view) => [view.name, view]))
  const ordered = new Set<ViewDefinition>()
  const add = (view: ViewDefinition) => {
    if (!byName.delete(view.name)) return
    for (const source of view.depends_on) {
      const known = byName.get(source)
      if (known !== undefined) add(known)
    }
    ordered.add(view)
  }
  for (const view of views) add(view)
  return [...ordered]
}

// Writes the description of a project's API, table by table, with turns for others in between.
import type { PolicyAction } from '#engine/access/policy.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { TypeNames } from '#engine/types/type-names.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Comments } from '#platform/db/catalog/comments.ts'
import { yamlEntries, yamlLine } from '#platform/http/openapi/yaml-entries.ts'
import type { JsonSchema } from '#platform/http/schemas/api-schemas.ts'
import { inSlices } from '#platform/loop/slices.ts'
import { FILTER_SCHEMAS, GROUPS } from './filter-schemas.ts'
import { type DescribedTable, rowSchemas } from './row-schemas.ts'
import type { SharedParts } from './shared-parts.ts'
import { ANSWERS, answerSchemas, tablePaths, VERBS } from './table-paths.ts'
import type { VisibleTables } from './visible-tables.service.ts'

/** DescriptionInput is what a description is written from. */
export interface DescriptionInput {
  readonly project: Pick<ProjectRecord, 'id' | 'name'>
  readonly schema: SchemaShape
  readonly tables: VisibleTables
  readonly comments: Comments
  readonly shared: SharedParts
}

const TYPES = ['Row', 'Insert', 'Update', ...ANSWERS]

/** writeDescription returns the description as YAML. */
export async function writeDescription(input: DescriptionInput): Promise<string> {
  const { project, schema, tables, comments, shared } = input
  const names = new TypeNames(new Set([...shared.names, ...Object.keys(FILTER_SCHEMAS)]))
  const described = new Map<string, DescribedTable>()
  for (const [slug, table] of schema.tables)
    if (tables.has(slug)) described.set(slug, describe(table, names, comments))

  const parts = { tags: [] as string[], paths: [] as string[], schemas: [] as string[] }
  const filters = new Set<string>()
  await inSlices(described.values(), (one) => {
    const { slug } = one.table
    const actions = tables.get(slug) ?? new Set<PolicyAction>()
    const writes = { inserts: actions.has('insert'), updates: actions.has('update') }
    const types = {
      ...rowSchemas(one, schema, (other) => described.get(other), writes),
      ...answerSchemas(one),
    }
    parts.tags.push(tagOf(one))
    parts.paths.push(
      yamlEntries(
        tablePaths(one, actions, (type) => filters.add(type)),
        1,
      ),
    )
    parts.schemas.push(yamlEntries(usedOf(types, one, actions), 2))
  })

  const some = (action: PolicyAction) => tables.values().some((actions) => actions.has(action))
  const listed = some('select')
  const {
    schemas = {},
    parameters = {},
    ...components
  } = shared.components({ listed, written: some('insert') })
  const ofLists = listed ? GROUPS : {}
  return [
    yamlEntries({ openapi: '3.1.0', info: infoOf(project, shared), servers: shared.servers }, 0),
    yamlEntries({ tags: shared.tags }, 0),
    ...parts.tags,
    'paths:\n',
    ...parts.paths,
    yamlEntries(pathsOf(shared, project.id), 1),
    'components:\n schemas:\n',
    ...parts.schemas,
    yamlEntries({ ...schemas, ...pickFilters(filters) }, 2),
    yamlEntries({ parameters: { ...parameters, ...ofLists }, ...components }, 1),
  ].join('')
}

function describe(table: TableShape, names: TypeNames, comments: Comments): DescribedTable {
  const name = names.table(table.slug, (one) => [
    ...TYPES.map((type) => `${one}${type}`),
    ...VERBS.map((verb) => `${verb}${one}`),
  ])
  const enums = new Map<string, string>()
  for (const column of table.columns.values())
    if (column.enum_values.length > 0) enums.set(column.name, names.type(name, column.name))
  return {
    table,
    name,
    description: comments.ofTable(table.id),
    describeColumn: (column) => comments.ofColumn(table.id, column),
    enumName: (column) => enums.get(column) ?? column,
  }
}

// The row of a table that can only be inserted into is answered all the same, but never in a list.
function usedOf(
  types: Record<string, JsonSchema>,
  { name }: DescribedTable,
  actions: ReadonlySet<PolicyAction>,
) {
  const answered = ['select', 'insert', 'update'].some((action) => actions.has(action as PolicyAction))
  const unused = new Set([
    ...(actions.has('select') ? [] : [`${name}ListAnswer`]),
    ...(answered ? [] : [`${name}Row`, `${name}RowAnswer`]),
  ])
  return Object.fromEntries(Object.entries(types).filter(([type]) => !unused.has(type)))
}

function tagOf({ table, description }: DescribedTable): string {
  const what = `${table.is_view ? 'The view' : 'The table'} ${table.slug}.`
  return `- ${yamlLine({ name: table.slug, description: description ?? what })}\n`
}

function infoOf({ name }: DescriptionInput['project'], { info }: SharedParts): JsonSchema {
  return { ...info, title: name, description: `The API of the project ${name}: its tables, and signing in.` }
}

function pathsOf({ paths }: SharedParts, id: string): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path.replace('{projectID}', id), item]),
  )
}

function pickFilters(used: ReadonlySet<string>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(FILTER_SCHEMAS).filter(([name]) => used.has(name)))
}

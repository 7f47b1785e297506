// The types of a table's rows: as they are read, inserted and updated.

import { valueSchema } from '#engine/ddl/value-schema.ts'
import { URL_FIELD } from '#engine/request/parse/file-url.ts'
import { type Relation, relationPathsThrough, type SchemaShape } from '#engine/shapes/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { isNeeded, whyUnwritable } from '#engine/shapes/written-columns.ts'
import { type JsonSchema, refTo } from '#platform/http/schemas/api-schemas.ts'

/** DescribedTable is a table with the names of its types. */
export interface DescribedTable {
  readonly table: TableShape
  /** name begins the names of its types, as in `BooksRow`. */
  readonly name: string
  readonly description: string | undefined
  describeColumn(column: string): string | undefined
  /** enumName returns the name of the type of an enum column. */
  enumName(column: string): string
}

/** FindTable returns a described table by its slug, or undefined where the description leaves it out. */
export type FindTable = (slug: string) => DescribedTable | undefined

// Of a table that everything refers to.
const MOST_RELATIONS = 50

/** rowSchemas returns the types of a table by name; those of writes are left out where nothing is written. */
export function rowSchemas(
  described: DescribedTable,
  schema: SchemaShape,
  find: FindTable,
  { inserts, updates }: { readonly inserts: boolean; readonly updates: boolean },
): Record<string, JsonSchema> {
  const { table, name, description } = described
  const columns = [...table.columns.values()]
  const written = columns.filter((column) => whyUnwritable(column) === undefined)
  const required = written.filter((column) => isNeeded(column, table)).map((column) => column.name)
  const changed = written.filter((column) => column.name !== 'id')
  const row = {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: { ...properties(described, columns), ...url(table), ...relations(described, schema, find) },
    required: columns.map((column) => column.name),
  }
  return {
    ...Object.fromEntries(
      columns
        .filter(isEnum)
        .map((column) => [described.enumName(column.name), { type: 'string', enum: column.enum_values }]),
    ),
    [`${name}Row`]: row,
    ...(inserts ? { [`${name}Insert`]: body(described, written, required) } : {}),
    ...(updates ? { [`${name}Update`]: body(described, changed, []) } : {}),
  }
}

function body(
  described: DescribedTable,
  columns: readonly ColumnShape[],
  required: readonly string[],
): JsonSchema {
  return {
    type: 'object',
    properties: properties(described, columns),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

function isEnum({ enum_values }: ColumnShape): boolean {
  return enum_values.length > 0
}

function properties(described: DescribedTable, columns: readonly ColumnShape[]): JsonSchema {
  return Object.fromEntries(columns.map((column) => [column.name, property(described, column)]))
}

function property({ describeColumn, enumName }: DescribedTable, column: ColumnShape): JsonSchema {
  const description = describeColumn(column.name) ?? describeFile(column)
  const said = description === undefined ? {} : { description }
  if (isEnum(column)) {
    const type = refTo(enumName(column.name))
    return column.required ? { ...type, ...said } : { anyOf: [type, { type: 'null' }], ...said }
  }
  const type = valueSchema({ ...column, max_length: column.max_length })
  const nullable = column.required || type.type === undefined ? {} : { type: [type.type, 'null'] }
  return { ...type, ...nullable, ...said }
}

function describeFile({ name, data_type }: ColumnShape): string | undefined {
  return data_type === 'file' ? `The id of a file. With \`select=*,${name}(*)\` the file itself.` : undefined
}

function url({ has_url }: TableShape): JsonSchema {
  if (!has_url) return {}
  const description = `With \`select=*,${URL_FIELD}\`: where the bytes are, for an hour; of a public bucket for good.`
  return { [URL_FIELD]: { type: 'string', format: 'uri', description } }
}

// What `select` can add to a row. Where a name would mean a column, the request means the column.
function relations({ table }: DescribedTable, schema: SchemaShape, find: FindTable): JsonSchema {
  const direct = schema.relations.get(table.slug) ?? []
  const through = direct.length > MOST_RELATIONS ? [] : relationPathsThrough(schema, table)
  const found: JsonSchema = {}
  for (const relation of [...direct, ...through.map((path) => path.relation)].slice(0, 2 * MOST_RELATIONS)) {
    const key = relation.forward ? relation.name : relation.table
    const other = find(relation.table)
    if (other === undefined || table.columns.has(key) || found[key] !== undefined) continue
    found[key] = related(key, relation, other.name)
  }
  return Object.fromEntries(Object.entries(found).slice(0, MOST_RELATIONS))
}

function related(key: string, { many }: Relation, name: string): JsonSchema {
  const row = refTo(`${name}Row`)
  const description = `With \`select=*,${key}(*)\`.`
  return many ? { type: 'array', items: row, description } : { anyOf: [row, { type: 'null' }], description }
}

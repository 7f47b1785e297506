// The types as one JSON Schema 2020-12, laid out as Biome does.
import type { TypedColumn, TypedTable } from './model.ts'
import { type MakeWriter, readKind, type WriteOptions } from './writer.ts'

type Schema = Readonly<Record<string, unknown>>

const WIDTH = 80
const KINDS = { text: 'string', integer: 'integer', number: 'number', boolean: 'boolean' } as const

/** writeJsonSchema begins the file, whose `$defs` are the types: `BooksRow`, `BooksInsert`, `BooksUpdate`. */
export const writeJsonSchema: MakeWriter = (options) => {
  let first = true
  return {
    begin: () => {
      const head = [entry('$schema', 'https://json-schema.org/draft/2020-12/schema', 1)]
      return `{\n${[...head, entry('$comment', options.header.join(' '), 1)].join(',\n')},\n\t"$defs": {`
    },
    table: (table) => {
      const entries = Object.entries(schemasOf(table, options)).map(([name, one]) => entry(name, one, 2))
      const text = `${first ? '' : ','}\n${entries.join(',\n')}`
      first = false
      return text
    },
    end: () => `${first ? '' : '\n\t'}}\n}\n`,
  }
}

function schemasOf(table: TypedTable, options: WriteOptions): Record<string, Schema> {
  const { type, columns, description, inserts, updates } = table
  const inserted = columns.filter(({ insert }) => insert !== 'absent')
  const updated = columns.filter(({ update }) => update)
  const needed = inserted.filter(({ insert }) => insert === 'required')
  return {
    [`${type}Row`]: objectOf(columns, (column) => readSchema(column, options), columns, description),
    ...(inserts ? { [`${type}Insert`]: objectOf(inserted, writeSchema, needed) } : {}),
    ...(updates ? { [`${type}Update`]: objectOf(updated, writeSchema, []) } : {}),
  }
}

function objectOf(
  columns: readonly TypedColumn[],
  schemaOf: (column: TypedColumn) => Schema,
  required: readonly TypedColumn[],
  description?: string,
): Schema {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, { ...schemaOf(column), ...describe(column) }]),
    ),
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  }
}

function describe({ description }: TypedColumn): Schema {
  return description === undefined ? {} : { description }
}

function readSchema(column: TypedColumn, options: WriteOptions): Schema {
  const kind = readKind(column, options)
  return kind === column.kind ? schemaOf(column, []) : { type: nullable('string', column) }
}

function writeSchema(column: TypedColumn): Schema {
  return schemaOf(column, column.exact ? ['string'] : [])
}

function schemaOf(column: TypedColumn, more: readonly string[]): Schema {
  if (column.kind === 'json')
    return column.nullable ? {} : { type: ['object', 'array', 'string', 'number', 'boolean'] }
  const { type: _, enum: __, ...rest } = column.schema
  const type = nullable([KINDS[column.kind], ...more], column)
  const labels =
    column.labels === undefined ? {} : { enum: [...column.labels.values, ...(column.nullable ? [null] : [])] }
  return { type, ...rest, ...labels }
}

function nullable(type: string | readonly string[], column: TypedColumn): unknown {
  const all = [type, column.nullable ? 'null' : []].flat()
  return all.length === 1 ? all[0] : all
}

function entry(name: string, value: unknown, depth: number): string {
  return `${'\t'.repeat(depth)}${JSON.stringify(name)}: ${lay(value, depth, name.length + 4)}`
}

// Objects take a line for each entry, lists one line where they fit. A tab is two columns wide.
function lay(value: unknown, depth: number, before: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const indent = '\t'.repeat(depth)
  if (Array.isArray(value)) {
    const items = value.map((one) => lay(one, depth + 1, 0))
    const line = `[${items.join(', ')}]`
    // With the comma behind it.
    if (2 * depth + before + line.length < WIDTH) return line
    return `[\n${items.map((one) => `${indent}\t${one}`).join(',\n')}\n${indent}]`
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  return `{\n${entries.map(([name, one]) => entry(name, one, depth + 1)).join(',\n')}\n${indent}}`
}

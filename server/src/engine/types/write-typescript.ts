// Types for TypeScript: one type for each table with its rows, inserts, updates and relationships, as the client takes it.
import type { TypedColumn, TypedTable } from './model.ts'
import { type MakeWriter, oneLine, readKind, type WriteOptions } from './writer.ts'

const KINDS = {
  text: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  json: 'Json',
} as const
const WIDTH = 80

/** BIOME has Biome leave a file as it is, however a project formats its own. */
export const BIOME = ['lint', 'format', 'assist'].map((what) => `// biome-ignore-all ${what}: generated`)

/** JSON_TYPE is any JSON but null. */
export const JSON_TYPE = [
  'export type Json =',
  '\t| string',
  '\t| number',
  '\t| boolean',
  '\t| { [key: string]: Json | null }',
  '\t| (Json | null)[];',
  '',
]

/** writeTypescript begins the file of the type `Database`. */
export const writeTypescript: MakeWriter = (options) => ({
  begin: () =>
    `${[...options.header.map((line) => `// ${line}`), ...BIOME, '', ...JSON_TYPE, 'export type Database = {'].join('\n')}\n`,
  table: (table) => `${tableLines(table, options).join('\n')}\n`,
  end: () => '};\n',
})

function tableLines(table: TypedTable, options: WriteOptions): string[] {
  const { columns, relations } = table
  const inserted = columns.filter(({ insert }) => insert !== 'absent')
  return [
    ...comment(table.description, 1),
    `\t${key(table.slug)}: {`,
    '\t\tRow: {',
    ...columns.flatMap((column) => [
      ...comment(column.description, 3),
      property(key(column.name), rowType(column, options)),
    ]),
    '\t\t};',
    ...writeLines('Insert', table.inserts, inserted, ({ insert }) => insert === 'optional'),
    ...writeLines(
      'Update',
      table.updates,
      columns.filter(({ update }) => update),
      () => true,
    ),
    ...(relations.length === 0
      ? ['\t\tRelationships: Record<never, never>;']
      : [
          '\t\tRelationships: {',
          ...relations.map(
            ({ name, table, many }) =>
              `\t\t\t${key(name)}: { table: ${JSON.stringify(table)}; many: ${many} };`,
          ),
          '\t\t};',
        ]),
    '\t};',
  ]
}

function writeLines(
  name: string,
  written: boolean,
  columns: readonly TypedColumn[],
  isOptional: (column: TypedColumn) => boolean,
): string[] {
  if (!written) return [`\t\t${name}: never;`]
  // An empty type would take anything.
  if (columns.length === 0) return [`\t\t${name}: Record<string, never>;`]
  return [
    `\t\t${name}: {`,
    ...columns.map((column) =>
      property(`${key(column.name)}${isOptional(column) ? '?' : ''}`, writeType(column)),
    ),
    '\t\t};',
  ]
}

// The client makes texts only of those numbers that a double cannot hold.
function rowType(column: TypedColumn, options: WriteOptions): readonly string[] {
  if (!column.exact || !options.exactAsText) return readType(column, options)
  return [KINDS.number, `\`\${${KINDS.number}}\``, ...(column.nullable ? ['null'] : [])]
}

/** readType is a column as it is read. */
export function readType(column: TypedColumn, options: WriteOptions): readonly string[] {
  return [...(labelsOf(column) ?? [KINDS[readKind(column, options)]]), ...(column.nullable ? ['null'] : [])]
}

/** writeType is a column as it is written. */
export function writeType(column: TypedColumn): readonly string[] {
  const plain = labelsOf(column) ?? [KINDS[column.kind], ...(column.exact ? ['string'] : [])]
  return [...plain, ...(column.nullable ? ['null'] : [])]
}

function labelsOf({ labels }: TypedColumn): string[] | undefined {
  return labels?.values.map((value) => JSON.stringify(value))
}

function property(name: string, type: readonly string[]): string {
  const line = `\t\t\t${name}: ${type.join(' | ')};`
  if (line.length + 3 <= WIDTH || type.length === 1) return line
  return [`\t\t\t${name}:`, ...type.map((one) => `\t\t\t\t| ${one}`)].join('\n').concat(';')
}

/** key writes a name of a property, in quotes where it is no identifier. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** comment writes a description on a line of its own. */
export function comment(description: string | undefined, depth: number): string[] {
  return description === undefined ? [] : [`${'\t'.repeat(depth)}/** ${oneLine(description)} */`]
}

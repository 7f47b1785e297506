// Types for PHP 8.2, as its client has values: a readonly class for each table's rows, array shapes of inserts and updates, an enum for each enum.
import type { TypedColumn, TypedTable } from './model.ts'
import { pascal } from './type-names.ts'
import { type MakeWriter, oneLine } from './writer.ts'

const KINDS = {
  text: 'string',
  integer: 'int',
  number: 'int|float',
  boolean: 'bool',
  json: 'array|string|int|float|bool',
} as const

/** writePhp begins the file of the namespace `Database`. */
export const writePhp: MakeWriter = (options) => ({
  begin: () =>
    `${['<?php', '', ...options.header.map((line) => `// ${line}`), '', 'declare(strict_types=1);', '', 'namespace Database;'].join('\n')}\n`,
  table: (table) => `\n${tableLines(table).join('\n')}\n`,
  end: () => '',
})

function tableLines(table: TypedTable): string[] {
  const { type, description, columns } = table
  const enums = columns.flatMap(({ labels }) => (labels === undefined ? [] : [...enumLines(labels), '']))
  const properties = propertyNames(columns)
  const property = (column: TypedColumn) => properties.get(column) ?? column.name
  return [
    ...enums,
    '/**',
    ` * ${description === undefined ? `A row of ${table.slug}.` : oneLine(description)}`,
    ' *',
    ...shapesOf(table).map((line) => ` * ${line}`),
    ' */',
    `final readonly class ${type}Row`,
    '{',
    '    public function __construct(',
    ...columns.flatMap((column) => [
      ...(column.description === undefined ? [] : [`        /** ${oneLine(column.description)} */`]),
      `        public ${nativeType(column)} $${property(column)},`,
    ]),
    '    ) {',
    '    }',
    '',
    `    /** @param ${type}RowArray $row */`,
    '    public static function fromArray(array $row): self',
    '    {',
    '        return new self(',
    ...columns.map((column) => `            ${property(column)}: ${readValue(column)},`),
    '        );',
    '    }',
    '}',
  ]
}

function shapesOf({ type, columns, inserts, updates }: TypedTable): string[] {
  const inserted = columns.filter(({ insert }) => insert !== 'absent')
  const updated = columns.filter(({ update }) => update)
  return [
    ...shape(
      `${type}RowArray`,
      columns,
      () => false,
      (column) => shapeType(column, nativeKind(column)),
    ),
    ...(inserts ? shape(`${type}Insert`, inserted, ({ insert }) => insert === 'optional', writeType) : []),
    ...(updates ? shape(`${type}Update`, updated, () => true, writeType) : []),
  ]
}

function shape(
  name: string,
  columns: readonly TypedColumn[],
  isOptional: (column: TypedColumn) => boolean,
  typeOf: (column: TypedColumn) => string,
): string[] {
  const lines = columns.map(
    (column) => `    ${quoted(oneLine(column.name))}${isOptional(column) ? '?' : ''}: ${typeOf(column)},`,
  )
  return [`@phpstan-type ${name} array{`, ...lines, '}']
}

function writeType(column: TypedColumn): string {
  return shapeType(column, `${KINDS[column.kind]}${column.exact ? '|string' : ''}`)
}

function shapeType({ labels, nullable, kind }: TypedColumn, plain: string): string {
  const json = plain.replace('array', 'array<mixed>')
  // A label that would end the comment is any text.
  const literals = labels?.values.map((value) => (oneLine(value) === value ? quoted(value) : 'string'))
  const type = literals?.join('|') ?? (kind === 'json' ? json : plain)
  return nullable ? `${type}|null` : type
}

// A number of more digits than a float holds comes as a text.
function nativeKind({ kind, exact }: TypedColumn): string {
  return kind === 'number' && exact ? `${KINDS[kind]}|string` : KINDS[kind]
}

function nativeType(column: TypedColumn): string {
  const type = column.labels?.type ?? nativeKind(column)
  if (!column.nullable) return type
  return type.includes('|') ? `${type}|null` : `?${type}`
}

function readValue({ name, labels, nullable }: TypedColumn): string {
  const value = `$row[${quoted(name)}]`
  if (labels === undefined) return value
  const made = `${labels.type}::from(${value})`
  return nullable ? `${value} === null ? null : ${made}` : made
}

// Two labels can have the same letters, and a case cannot be called `class`.
function enumLines({ type, values }: NonNullable<TypedColumn['labels']>): string[] {
  const taken = new Set(['class'])
  const cases = values.map((value) => `    case ${free(pascal(value) || 'Value', taken)} = ${quoted(value)};`)
  return [`enum ${type}: string`, '{', ...cases, '}']
}

// A property is called as its column is, unless that is no name of a variable.
function propertyNames(columns: readonly TypedColumn[]): ReadonlyMap<TypedColumn, string> {
  const taken = new Set(['this'])
  return new Map(
    columns.map((column) => {
      const plain = column.name.replace(/\W/g, '_')
      return [column, free(/^\d|^$/.test(plain) ? `_${plain}` : plain, taken)]
    }),
  )
}

function free(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}${number}`
  taken.add(name.toLowerCase())
  return name
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}

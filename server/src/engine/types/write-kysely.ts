// Types for Kysely: an interface for each table.
import type { TypedColumn, TypedTable } from './model.ts'
import { BIOME, comment, JSON_TYPE, key, readType, writeType } from './write-typescript.ts'
import type { MakeWriter, WriteOptions } from './writer.ts'

// Kysely has it too; an import that some files do not use is refused by some compilers.
const GENERATED = 'export type Generated<T> = ColumnType<T, T | undefined, T>;'

/** writeKysely begins the file of the interface `Database`. */
export const writeKysely: MakeWriter = (options) => {
  const tables: string[] = []
  return {
    begin: () => {
      const head = [...options.header.map((line) => `// ${line}`), ...BIOME]
      return `${[...head, 'import type { ColumnType } from "kysely";', '', ...JSON_TYPE, GENERATED, ''].join('\n')}\n`
    },
    table: (table) => {
      tables.push(`\t${key(table.slug)}: ${table.type};`)
      const lines = table.columns.flatMap((column) => [
        ...comment(column.description, 1),
        `\t${key(column.name)}: ${columnType(table, column, options)};`,
      ])
      const text = [...comment(table.description, 0), `export interface ${table.type} {`, ...lines, '}', '']
      return `${text.join('\n')}\n`
    },
    end: () => `${['export interface Database {', ...tables, '}'].join('\n')}\n`,
  }
}

// What is read, inserted and updated. Kysely itself lets an insert leave out what can be null.
function columnType(table: TypedTable, column: TypedColumn, options: WriteOptions): string {
  const read = readType(column, options).join(' | ')
  const write = writeType(column).join(' | ')
  const isFilled = column.insert === 'optional' && !column.nullable
  if (read === write && table.inserts && column.insert !== 'absent' && table.updates && column.update)
    return isFilled ? `Generated<${read}>` : read
  const insert =
    table.inserts && column.insert !== 'absent' ? `${write}${isFilled ? ' | undefined' : ''}` : 'never'
  const update = table.updates && column.update ? write : 'never'
  return `ColumnType<${read}, ${insert}, ${update}>`
}

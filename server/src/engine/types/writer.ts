// What the writers of all languages have in common.
import type { TypedColumn, TypedTable } from './model.ts'

/** WriteOptions are how types are written. */
export interface WriteOptions {
  /** exactAsText reads numbers that can have more digits than a double as text. */
  readonly exactAsText: boolean
  /** header are the lines that say where a file comes from. */
  readonly header: readonly string[]
}

/** TypeWriter writes a file: its beginning, each table, its end. */
export interface TypeWriter {
  begin(): string
  table(table: TypedTable): string
  end(): string
}

/** MakeWriter makes the writer of one file. */
export type MakeWriter = (options: WriteOptions) => TypeWriter

/** ReadKind is how a column reads. */
export function readKind({ kind, exact }: TypedColumn, { exactAsText }: WriteOptions): TypedColumn['kind'] {
  return exact && exactAsText ? 'text' : kind
}

/** oneLine writes free text so that it ends no comment and begins no line. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim()
}

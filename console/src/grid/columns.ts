// Columns of a grid, and the texts of their values.

import type { TemporalKind } from './temporal.ts'

/** CellKind decides how a value is shown and edited. */
export type CellKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'json'
  | 'plain'
  | 'file'
  | 'bytes'
  | TemporalKind

/** GridColumn is one column. */
export interface GridColumn {
  readonly name: string
  /** type is shown below the name. */
  readonly type: string
  readonly kind: CellKind
  /** width is in px. */
  readonly width: number
  readonly nullable: boolean
  readonly readOnly: boolean
  /** choices are the values of a choice. */
  readonly choices?: readonly string[]
  /** reference is the table whose ids stand here. */
  readonly reference?: string
  /** peeks is whether cells can be looked into. */
  readonly peeks?: boolean
  /** check returns what is wrong with a text, or undefined. */
  readonly check?: (text: string) => string | undefined
}

/** GridSort is the columns that rows are ordered by, the first before the others. */
export type GridSort = readonly { readonly column: string; readonly down: boolean }[]

/** isId reports whether a text can be the id of a row. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** textOf returns a value as it is edited; null has the text of nothing. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** copiedText returns a value as it is copied: null is told from the text of nothing. */
export function copiedText(value: unknown): string | null {
  return value === null || value === undefined ? null : textOf(value)
}

const MOST_SHOWN = 300

/** shownText returns the beginning of a value's text, in one line. */
export function shownText(value: unknown): string {
  const text = textOf(value)
  return (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text).replaceAll(/\s+/g, ' ')
}

// What is typed into the form of a row, before it is written.

import type { Column } from '#api/client/schemas.ts'
import type { Row } from '#api/data/rows.ts'
import { type GridColumn, textOf } from '#grid/columns.ts'
import { toValue } from '#screens/tables/rows/table-columns.ts'
import { isChanged } from '#ui/forms/changes.ts'

/** DraftField is what a column shall become: its default, NULL, or a text. */
export interface DraftField {
  readonly state: 'default' | 'null' | 'value'
  readonly text: string
}

/** Draft is the fields of a form by the names of their columns. */
export type Draft = Readonly<Record<string, DraftField>>

/** draftOf returns the form of a row, or of a new one. */
export function draftOf(
  columns: readonly GridColumn[],
  details: readonly Column[],
  row: Row | undefined,
): Draft {
  return Object.fromEntries(
    columns
      .filter(({ readOnly }) => !readOnly)
      .map(({ name }) => [
        name,
        row === undefined ? newField(details.find((one) => one.name === name)) : fieldOf(row, name),
      ]),
  )
}

function newField(details: Column | undefined): DraftField {
  return { state: details === undefined || takesDefault(details, true) ? 'default' : 'value', text: '' }
}

/** takesDefault reports whether a new row can leave a column out. A serial counts by itself. */
export function takesDefault(details: Column, isNew: boolean): boolean {
  const isCounted = details.data_type === 'serial'
  return isNew && (!details.required || isCounted || defaultText(details) !== undefined)
}

function fieldOf(row: Row, name: string): DraftField {
  const value = row[name]
  return value === null ? { state: 'null', text: '' } : { state: 'value', text: textOf(value) }
}

/** changesIn returns the values of the fields that differ from how the form began. Throws on what is no JSON. */
export function changesIn(
  columns: readonly GridColumn[],
  begun: Draft,
  draft: Draft,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const column of columns) {
    const [before, now] = [begun[column.name], draft[column.name]]
    if (now === undefined || !isChanged(now, before)) continue
    if (now.state === 'default') continue
    changes[column.name] = isNothing(column, now) ? null : toValue(column, now.text)
  }
  return changes
}

// Only texts can be empty: elsewhere nothing is NULL.
function isNothing({ kind }: GridColumn, { state, text }: DraftField): boolean {
  return state === 'null' || (text === '' && kind !== 'text')
}

/** problemOf returns what is wrong with a field, or undefined. */
export function problemOf(column: GridColumn, field: DraftField): string | undefined {
  return field.state === 'default' || isNothing(column, field) ? undefined : column.check?.(field.text)
}

/** typedField returns a field after a text was typed: text makes it a value, and none NULL where there can be no empty text. */
export function typedField(column: GridColumn, text: string): DraftField {
  const field = { state: 'value', text } as const
  return column.nullable && isNothing(column, field) ? { state: 'null', text } : field
}

/** defaultText returns a column's default as text, or undefined. */
export function defaultText({ default_value }: Column): string | undefined {
  return default_value === null || default_value === undefined ? undefined : textOf(default_value)
}

// A column while it is typed, and as the API takes it.
import type { Column, ColumnCreate, DataType, OnDelete } from '#api/client/schemas.ts'

/** ON_DELETES are what the delete of a row does to those that refer to it. */
export const ON_DELETES = [
  'restrict',
  'cascade',
  'set_null',
  'set_default',
  'no_action',
] as const satisfies readonly OnDelete[]

/** ColumnDraft is a column as it is typed. */
export interface ColumnDraft {
  readonly name: string
  readonly data_type: DataType
  readonly length: string
  /** values are those of an enum, one on each line. */
  readonly values: string
  readonly required: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly hasDefault: boolean
  readonly default: string
  readonly description: string
}

/** draftOf returns the draft of a column, or of a new one. */
export function draftOf(column?: Column): ColumnDraft {
  const { default_value: value = null } = column ?? {}
  return {
    name: column?.name ?? '',
    data_type: column?.data_type ?? 'string',
    length: column?.char_length == null ? '' : String(column.char_length),
    values: column?.enum_values?.join('\n') ?? '',
    required: column?.required ?? false,
    unique: column?.unique ?? false,
    indexed: column?.indexed ?? false,
    hasDefault: value !== null,
    default: value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
    description: column?.description ?? '',
  }
}

/** hasLength is whether columns of a type have a length. */
export const hasLength = (type: DataType) => type === 'string' || type === 'char'

/** inputOf returns the column that a draft describes. */
export function inputOf(draft: ColumnDraft): ColumnCreate {
  const { data_type, length, values, description } = draft
  return {
    name: draft.name,
    data_type,
    required: draft.required,
    unique: draft.unique,
    indexed: draft.indexed,
    description: description.trim() === '' ? null : description,
    ...(draft.hasDefault ? { default_value: draft.default } : {}),
    ...(hasLength(data_type) && length !== '' ? { char_length: Number(length) } : {}),
    ...(data_type === 'enum' ? { enum_values: linesOf(values) } : {}),
  }
}

/** changesOf returns what a draft changes of a column. */
export function changesOf(column: Column, draft: ColumnDraft): Partial<ColumnCreate> {
  const before: Readonly<Record<string, unknown>> = { ...inputOf(draftOf(column)) }
  const after = { ...inputOf(draft) }
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  const removed = before.default_value !== undefined && !draft.hasDefault
  return { ...Object.fromEntries(changed), ...(removed ? { default_value: null } : {}) }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

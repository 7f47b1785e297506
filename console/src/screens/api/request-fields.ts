// The fields and bodies of requests to a table.
import type { Column, Table } from '#api/client/schemas.ts'
import { exampleOf, isWritten, rowOf } from './examples.ts'
import type { Operation } from './operations.ts'

/** RequestField is a field of a request; `about` says what it does, by its message or a column's type. */
export interface RequestField {
  readonly name: string
  /** place is where its value stands: in the path, or in the query. */
  readonly place: 'path' | 'query'
  /** kind is a parameter of all tables, or a column with its type. */
  readonly kind: 'id' | 'select' | 'order' | 'limit' | 'offset' | 'or' | 'events' | 'on_conflict' | 'column'
  readonly type?: string
  readonly initial: string
  readonly placeholder?: string
}

/** Values are what is typed into the fields, by their names. */
export type Values = Readonly<Record<string, string>>

const PARAMETERS = {
  select: { name: 'select', place: 'query', kind: 'select', initial: '' },
  order: { name: 'order', place: 'query', kind: 'order', initial: 'created_at.desc' },
  limit: { name: 'limit', place: 'query', kind: 'limit', initial: '10' },
  offset: { name: 'offset', place: 'query', kind: 'offset', initial: '' },
  or: { name: 'or', place: 'query', kind: 'or', initial: '' },
} as const satisfies Readonly<Record<string, RequestField>>

/** fieldsOf returns the fields of a request; `newest` is the id of a row that it is tried with until one is typed. */
export function fieldsOf(
  operation: Operation,
  table: Table,
  newest: string | undefined,
): readonly RequestField[] {
  const id = { name: 'id', place: 'path', kind: 'id', initial: '' } as const
  const { select, order, limit, offset, or } = PARAMETERS
  const columns = table.columns.map(({ name }) => name).join(',')
  const chosen = { ...select, placeholder: columns }
  switch (operation) {
    case 'list':
      return [chosen, order, limit, offset]
    case 'filter':
      return [...table.columns.map(filterOf), { ...or, placeholder: '(a.eq.1,b.is.null)' }, order, limit]
    case 'one':
      return [newest === undefined ? id : { ...id, placeholder: newest }, chosen]
    case 'update':
    case 'delete':
      return [id]
    case 'upsert':
      return [{ name: 'on_conflict', place: 'query', kind: 'on_conflict', initial: conflictOf(table) }]
    case 'live':
      return [{ name: 'events', place: 'query', kind: 'events', initial: 'INSERT,UPDATE,DELETE' }]
    default:
      return []
  }
}

// The first column of the table's own begins with a filter that finds something.
function filterOf(column: Column, _at: number, all: readonly Column[] = []): RequestField {
  const first = all.find(isWritten) ?? all[0]
  const field = { name: column.name, place: 'query', kind: 'column', type: column.data_type } as const
  const example = exampleOf(column)
  const placeholder = `eq.${typeof example === 'string' ? example : JSON.stringify(example)}`
  return { ...field, initial: column.name === first?.name ? 'is.not.null' : '', placeholder }
}

function conflictOf({ columns }: Table): string {
  return columns.find((column) => column.unique && isWritten(column))?.name ?? 'id'
}

/** bodyOf returns an example of what a request sends; undefined where it sends nothing. */
export function bodyOf(operation: Operation, table: Table): unknown {
  const row = rowOf(table)
  const conflict = conflictOf(table)
  switch (operation) {
    case 'insert':
      return row
    case 'update':
      return Object.fromEntries(Object.entries(row).slice(0, 1))
    case 'upsert':
      return [conflict === 'id' ? { id: '00000000-0000-7000-8000-000000000001', ...row } : row]
    case 'batch':
      return { operations: [{ method: 'POST', table: table.slug, body: row }] }
    default:
      return undefined
  }
}

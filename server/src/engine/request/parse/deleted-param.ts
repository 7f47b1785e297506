// `deleted=only` and `deleted=include`: lists with soft-deleted rows. A filter on a column of that name has an operator
// before its value, so the two are never mistaken for each other.

import { FilterError } from '#engine/request/operands.ts'
import type { DeletedRows } from '#engine/request/plan.ts'
import type { TableShape } from '#engine/shapes/shape.ts'

type Params = Readonly<Record<string, string | readonly string[]>>

const MODES: ReadonlySet<unknown> = new Set<DeletedRows['mode']>(['only', 'include'])

/** isDeletedParam distinguishes the parameter from a filter on a column `deleted`. */
export function isDeletedParam(name: string, value: unknown): boolean {
  return name === 'deleted' && MODES.has(value)
}

/** asksForDeleted reports whether a request wants soft-deleted rows. */
export function asksForDeleted({ deleted }: Params): boolean {
  return isDeletedParam('deleted', deleted)
}

/** parseDeleted reads the parameter; `access` is what must hold of a deleted row for the caller to see it. */
export function parseDeleted(table: TableShape, params: Params, access: string): DeletedRows | undefined {
  const { deleted } = params
  if (!asksForDeleted(params)) {
    if (deleted === undefined || table.columns.has('deleted')) return undefined
    throw new FilterError('deleted: must be only or include.')
  }
  if (table.is_view === true || !table.soft_delete)
    throw new FilterError(`deleted: ${table.slug} keeps no deleted rows.`)
  return { mode: deleted as DeletedRows['mode'], access }
}

// Reads the query string of an export into a Plan: that of a list without pages.
import { FilterError } from '#engine/request/operands.ts'
import type { Cell, ExportPlan, Selection } from '#engine/request/plan.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { parseDeleted } from './deleted-param.ts'
import { Budget, parseLevel, type QueryParams } from './parse-level.ts'

/** ExportForm is what an export is written as. */
export type ExportForm = 'csv' | 'ndjson'

const OF_PAGES = ['limit', 'offset', 'cursor', 'count', 'on_conflict'] as const

/**
 * parseExport reads the parameters, or throws a FilterError that says what is wrong with them. `access` is what must hold of
 * deleted rows where they are asked for.
 */
export function parseExport(
  schema: SchemaShape,
  table: TableShape,
  params: QueryParams,
  { form, access = 'false' }: { readonly form: ExportForm; readonly access?: string | undefined },
): ExportPlan {
  const paged = OF_PAGES.find((name) => params[name] !== undefined)
  if (paged !== undefined)
    throw new FilterError(`${paged}: an export has all rows that match. Leave it out, or add a filter.`)
  const deleted = parseDeleted(table, params, access)
  const { selection, where, order } = parseLevel(schema, table, params, new Budget())
  const cells = form === 'csv' ? cellsOf(table, selection) : undefined
  // The order that lists have by default would sort the whole table.
  const sorted = params.order === undefined ? [] : order
  return { kind: 'export', table, selection, where, order: sorted, deleted, cells }
}

function cellsOf({ columns }: TableShape, selection: Selection): Cell[] {
  if (selection === undefined)
    return [...columns.values()].map((column) => ({ kind: 'column', key: column.name, column }))
  return selection.map((entry) => {
    if (entry.kind !== 'embed') return entry
    throw new FilterError(`select: CSV has no place for related rows (${entry.key}). Use format=ndjson.`)
  })
}

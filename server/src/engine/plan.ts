// The Plan: what a request wants of one table, in the form that every dialect parses into (design 3).
import type { Filter } from '#engine/filters.ts'
import type { ColumnShape, TableShape } from '#engine/shape.ts'

/** Order sorts by one column. */
export interface Order {
  readonly column: ColumnShape
  readonly direction: 'asc' | 'desc'
}

/** ListPlan reads a page of rows. */
export interface ListPlan {
  readonly kind: 'list'
  readonly table: TableShape
  /** columns is undefined for all columns. */
  readonly columns: readonly ColumnShape[] | undefined
  readonly filters: readonly Filter[]
  readonly order: readonly Order[]
  readonly limit: number
  readonly offset: number
  /** cursor is the id of the last row of the page before; rows come after it in (created_at, id) order. */
  readonly cursor: string | undefined
}

/** CountPlan counts the rows that match. */
export interface CountPlan {
  readonly kind: 'count'
  readonly table: TableShape
  readonly filters: readonly Filter[]
}

/** GetPlan reads one row by its id. */
export interface GetPlan {
  readonly kind: 'get'
  readonly table: TableShape
  readonly columns: readonly ColumnShape[] | undefined
  readonly id: string
}

/** Conflict says what an insert does where a row with the same values of `columns` exists. */
export interface Conflict {
  readonly columns: readonly ColumnShape[]
  readonly resolution: 'merge' | 'ignore'
}

/** InsertPlan writes rows that all have the same columns. */
export interface InsertPlan {
  readonly kind: 'insert'
  readonly table: TableShape
  readonly columns: readonly ColumnShape[]
  /** values are one row's parameters; several rows travel as one JSON array instead. */
  readonly rows: { readonly values: readonly (string | null)[] } | { readonly json: string }
  readonly conflict: Conflict | undefined
  /** returning is false where the caller may insert but not read back what was inserted. */
  readonly returning: boolean
}

/** UpdatePlan changes one row. */
export interface UpdatePlan {
  readonly kind: 'update'
  readonly table: TableShape
  readonly id: string
  readonly columns: readonly ColumnShape[]
  readonly values: readonly (string | null)[]
}

/** DeletePlan deletes one row: softly where the table has `deleted_at` (spec 2.2). */
export interface DeletePlan {
  readonly kind: 'delete'
  readonly table: TableShape
  readonly id: string
}

/** Plan is any of them. */
export type Plan = ListPlan | CountPlan | GetPlan | InsertPlan | UpdatePlan | DeletePlan

// The Plan: what a request wants of a table and of what is related to it, in the form that every dialect parses into
// (design 3). A read is a tree: its selection may hold related rows with selections of their own.

import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import type { Condition, Related } from './filters.ts'
import type { Operand } from './operands.ts'

/** Order sorts by one operand: of the row itself, or `via` a relation to one, of the row that belongs to it. */
export interface Order extends Operand {
  readonly direction: 'asc' | 'desc'
  readonly via?: Related | undefined
}

/** SelectedColumn shows an operand as `key`. */
export interface SelectedColumn extends Operand {
  readonly kind: 'column'
  readonly key: string
}

/** Embed shows related rows as `key`: one or null, or where the relation is to many, a page of them. */
export interface Embed extends Related {
  readonly kind: 'embed'
  readonly key: string
  readonly selection: Selection
  readonly order: readonly Order[]
  readonly limit: number
  readonly offset: number
}

/** SelectedText shows the same text in every row. */
export interface SelectedText {
  readonly kind: 'text'
  readonly key: string
  readonly text: string
}

/** Selection is what a row's JSON holds, in this order; undefined stands for all columns. */
export type Selection = readonly (SelectedColumn | Embed | SelectedText)[] | undefined

/** ListPlan reads a page of rows. */
export interface ListPlan {
  readonly kind: 'list'
  readonly table: TableShape
  readonly selection: Selection
  readonly where: readonly Condition[]
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
  readonly where: readonly Condition[]
}

/** GetPlan reads one row by its id. */
export interface GetPlan {
  readonly kind: 'get'
  readonly table: TableShape
  readonly selection: Selection
  readonly where: readonly Condition[]
  readonly id: string
}

/** PickPlan reads the rows with these ids, in the order of the ids. */
export interface PickPlan {
  readonly kind: 'pick'
  readonly table: TableShape
  readonly selection: Selection
  readonly ids: readonly string[]
}

/** PickByKeyPlan reads the rows that hold in `columns` what the given ones do, else those with the ids of these. */
export interface PickByKeyPlan {
  readonly kind: 'pick_by_key'
  readonly table: TableShape
  readonly selection: Selection
  readonly columns: readonly ColumnShape[]
  /** json is an array of rows with an id each. */
  readonly json: string
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
export type Plan =
  | ListPlan
  | CountPlan
  | GetPlan
  | PickPlan
  | PickByKeyPlan
  | InsertPlan
  | UpdatePlan
  | DeletePlan

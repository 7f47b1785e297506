// The Plan: what a request wants of a table and of what is related to it, in the form that every dialect parses into.
// A read is a tree: its selection may hold related rows with selections of their own.

import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import type { Condition, Related } from './conditions.ts'
import type { Operand } from './operands.ts'

/** Order sorts by one operand: of the row itself, or `via` a relation to one, of the row that belongs to it. */
export interface Order extends Operand {
  readonly direction: 'asc' | 'desc'
  /** nulls says where rows without a value stand: otherwise last in asc and first in desc. */
  readonly nulls?: 'first' | 'last' | undefined
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

/** SelectedUrl shows the address of a file's bytes. */
export interface SelectedUrl {
  readonly kind: 'url'
  readonly key: string
  /** image has the address lead to the image in another size or format: options as a query string. */
  readonly image?: string | undefined
}

/** Selection is what a row's JSON holds, in this order; undefined stands for all columns. */
export type Selection = readonly (SelectedColumn | Embed | SelectedText | SelectedUrl)[] | undefined

/** DeletedRows asks a read for soft-deleted rows: for those alone, or for those beside the live ones. */
export interface DeletedRows {
  readonly mode: 'only' | 'include'
  /** access is the SQL that must hold of a deleted row `t$` for the caller to see it. */
  readonly access: string
}

/** Side says on which side of its place a cursor wants rows, and whether the row there is among them. */
export type Side = 'after' | 'before' | 'from' | 'until'

/** Cursor is a place in an order: that of a row, or of values of the order's operands as PostgreSQL writes them. */
export interface Cursor {
  readonly side: Side
  readonly place: { readonly id: string } | { readonly values: readonly (string | null)[] }
}

/** ListPlan reads a page of rows. */
export interface ListPlan {
  readonly kind: 'list'
  readonly table: TableShape
  readonly selection: Selection
  readonly where: readonly Condition[]
  readonly order: readonly Order[]
  readonly limit: number
  readonly offset: number
  readonly cursor: Cursor | undefined
  /** deleted is undefined where only live rows are wanted. */
  readonly deleted?: DeletedRows | undefined
}

/** Precision is how a number of rows is found: counted, estimated by the planner, or counted as far as a bound. */
export type Precision = 'exact' | 'planned' | 'estimated'

/** ExportPlan reads all rows that match, in any number. */
export interface ExportPlan extends Pick<ListPlan, 'table' | 'where' | 'order' | 'deleted'> {
  readonly kind: 'export'
  /** cells are the columns of CSV, each as text of its own; without them a row is one JSON text. */
  readonly cells: readonly Cell[] | undefined
  readonly selection: Selection
}

/** Cell is one column of CSV. */
export type Cell = Exclude<NonNullable<Selection>[number], Embed>

/** CountPlan counts the rows that match. */
export interface CountPlan {
  readonly kind: 'count'
  readonly table: TableShape
  readonly where: readonly Condition[]
  readonly deleted?: DeletedRows | undefined
  /** precision is exact where nothing is said. */
  readonly precision?: Precision | undefined
}

/** EstimatePlan asks the planner how many rows it takes to match. */
export interface EstimatePlan extends Pick<CountPlan, 'table' | 'where'> {
  readonly kind: 'estimate'
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
  readonly match?: Match
}

/** Match is the versions of a row of which it must have one to be written; undefined where any will do. */
export type Match = readonly string[] | undefined

/** DeletePlan deletes one row: softly where the table has `deleted_at`. */
export interface DeletePlan {
  readonly kind: 'delete'
  readonly table: TableShape
  readonly id: string
  readonly match?: Match
}

/**
 * ManyPlan writes all rows that match: it changes them, deletes them (softly where the table has `deleted_at`), makes
 * deleted ones live again, or removes deleted ones for good.
 */
export interface ManyPlan {
  readonly kind: 'many'
  readonly table: TableShape
  readonly where: readonly Condition[]
  readonly change: Pick<UpdatePlan, 'columns' | 'values'> | 'delete' | 'restore' | 'purge'
  /** deleted is undefined where live rows are meant. */
  readonly deleted?: DeletedRows | undefined
  /** most is how many rows may match; where there are more, none is written. */
  readonly most: number
  /** returning is true where the rows are wanted, with this selection; otherwise only their number. */
  readonly returning: boolean
  readonly selection: Selection
}

/** RestorePlan makes a soft-deleted row live again; `access` is that of DeletedRows. */
export interface RestorePlan {
  readonly kind: 'restore'
  readonly table: TableShape
  readonly id: string
  readonly access: string
}

/** PurgePlan removes a soft-deleted row for good; `access` is that of DeletedRows. */
export interface PurgePlan {
  readonly kind: 'purge'
  readonly table: TableShape
  readonly id: string
  readonly access: string
}

/** Plan is any of them. */
export type Plan =
  | ListPlan
  | ExportPlan
  | CountPlan
  | EstimatePlan
  | GetPlan
  | PickPlan
  | PickByKeyPlan
  | InsertPlan
  | UpdatePlan
  | DeletePlan
  | ManyPlan
  | RestorePlan
  | PurgePlan

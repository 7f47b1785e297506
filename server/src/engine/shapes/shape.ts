// What the engine knows of a project's tables: names, types and the columns that mean something.
import type { DataType } from './data-types.ts'

/** ColumnShape is one column as the engine sees it. `name` is the name in PostgreSQL and in the API alike. */
export interface ColumnShape {
  readonly name: string
  readonly data_type: DataType
  /** required is true where PostgreSQL refuses null. */
  readonly required: boolean
  /** has_default is true where an insert may leave the column out although it is required. */
  readonly has_default: boolean
  /** is_generated is true where PostgreSQL computes the value from other columns, so that no write may name it. */
  readonly is_generated?: boolean
  /** enum_values are the labels of an enum column, in their order; empty for every other type. */
  readonly enum_values: readonly string[]
  /** max_length is how many characters a `string` or `char` column holds. */
  readonly max_length?: number | undefined
}

/** ClientKind is a kind of caller that has access by policies alone. */
export type ClientKind = 'publishable' | 'user'

/** TableShape is one table of one project: where it stands, and its columns in their order. */
export interface TableShape {
  readonly id: string
  readonly schema: string
  readonly slug: string
  readonly columns: ReadonlyMap<string, ColumnShape>
  /** version changes with the columns and their types; statements carry it, so that none prepared for others is used. */
  readonly version: string
  /** read_only tables refuse every write over the data plane (`users`). */
  readonly read_only: boolean
  /** open_to are the kinds of clients that some policy admits; refusals name the table to no others. */
  readonly open_to?: ReadonlySet<ClientKind>
  /** is_view is true for views, which are read as tables are; policies and triggers are those of their tables. */
  readonly is_view?: boolean
  /** soft_delete is true where the table has `deleted_at`. */
  readonly soft_delete: boolean
  /** has_url is true of files: the address of the bytes is made when `select` names it. */
  readonly has_url?: boolean
  /** owner_column names whose row it is: `user_id`, else `owner_id`, else `created_by`. */
  readonly owner_column: string | undefined
}

// What the client knows of a table: its rows alone, or all that `GET /projects/{id}/types?lang=ts` has written.

/** Relationships are the related tables by the names that `select` takes. */
export type Relationships = Record<string, { table: string; many: boolean }>

/** GeneratedTable is a table of a generated `Database`. Insert and Update are `never` where nothing can be written. */
export interface GeneratedTable {
  Row: object
  Insert: object
  Update: object
  Relationships: Relationships
}

/** Tables maps names of tables to the types of their rows, or is a generated `Database`. */
export type Tables = Record<string, object>

/** AnyTables are tables of which nothing is known. It is `any`, so that every client is one of these too. */
// biome-ignore lint/suspicious/noExplicitAny: without types, tables can be anything
export type AnyTables = any

/** AnyRow is a row of which nothing is known. */
// biome-ignore lint/suspicious/noExplicitAny: without types, a row's columns can be anything
export type AnyRow = Record<string, any>

// Nothing but `any` lies between 0 and 1.
type Entry<Known extends Tables, Name extends keyof Known> = 0 extends 1 & Known ? AnyRow : Known[Name]

/** TableTypes are what is written into a table, and what its rows refer to. */
export interface TableTypes {
  readonly insert: object
  readonly update: object
  readonly relationships: Relationships
  readonly tables: Tables
}

/** PlainTypes are those of a table of which only the rows are known: any of their columns can be written. */
export interface PlainTypes<Row extends object> extends TableTypes {
  readonly insert: Partial<Row>
  readonly update: Partial<Row>
  /** plain has filters take any value, and `select` any shape. */
  readonly plain: true
}

/** GeneratedTypes are those of a table of a `Database`. */
export interface GeneratedTypes<Known extends Tables, Table extends GeneratedTable> extends TableTypes {
  readonly insert: Table['Insert']
  readonly update: Table['Update']
  readonly relationships: Table['Relationships']
  readonly tables: Known
}

/** RowOf is a row of a table. */
export type RowOf<Known extends Tables, Name extends keyof Known> =
  Entry<Known, Name> extends GeneratedTable ? Entry<Known, Name>['Row'] : Entry<Known, Name>

/** TypesOf is what is known of a table besides its rows. */
export type TypesOf<Known extends Tables, Name extends keyof Known> =
  Entry<Known, Name> extends GeneratedTable
    ? GeneratedTypes<Known, Entry<Known, Name>>
    : PlainTypes<Entry<Known, Name>>

/** Plain is one type for tables of which only the rows are known, and another for those of a `Database`. */
export type Plain<Types extends TableTypes, Then, Else> = Types extends { readonly plain: true } ? Then : Else

/** Picked is a row with some of its columns; of rows that can have any, it is all. */
export type Picked<Row extends object, Column extends keyof Row> = string extends keyof Row
  ? Row
  : Pick<Row, Column>

/** Value is a value that a column can be compared with. */
export type Value = string | number | bigint | boolean | Date

/** Comparable is what a column can be compared with: of an enum, one of its labels. */
export type Comparable<Types extends TableTypes, Type> = Plain<Types, Value, Operand<NonNullable<Type>>>

type Operand<Type> = Type extends boolean
  ? boolean
  : Type extends number
    ? number | bigint | `${number}`
    : Type extends string
      ? string extends Type
        ? string | Date
        : Type
      : Value

/** Operation is one write of a batch. */
export type Operation<Known extends Tables = AnyTables> = {
  [Name in keyof Known & string]: OperationOn<Name, TypesOf<Known, Name>>
}[keyof Known & string]

type OperationOn<Name, Types extends TableTypes> =
  | {
      readonly method: 'POST'
      readonly table: Name
      readonly body: Plain<Types, object, Types['insert'] | readonly Types['insert'][]>
    }
  | {
      readonly method: 'PATCH'
      readonly table: Name
      readonly id: string
      readonly body: Plain<Types, object, Types['update']>
    }
  | { readonly method: 'DELETE'; readonly table: Name; readonly id: string }

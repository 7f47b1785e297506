// Related rows as types: under which names a query shows them, and what is known of them there.
import type { AnyRow, GeneratedTable, GeneratedTypes, Plain, PlainTypes, TableTypes } from './types.ts'

/** RelatedName is a name under which related rows can be shown: that of a relationship, or one that `select` has given. */
export type RelatedName<Result, Types extends TableTypes> = Plain<
  Types,
  string,
  Shown<keyof Types['relationships'] & string> | (Embedded<Result> & string)
>

/** RelatedRow is a whole row of theirs; of names that `select` has given nothing is known. */
export type RelatedRow<Types extends TableTypes, Name extends string> =
  TableAt<Types, Name> extends infer Table ? (Table extends GeneratedTable ? Table['Row'] : AnyRow) : never

/** RelatedTypes is what is known of them besides. */
export type RelatedTypes<Types extends TableTypes, Name extends string> =
  TableAt<Types, Name> extends infer Table
    ? Table extends GeneratedTable
      ? GeneratedTypes<Types['tables'], Table>
      : PlainTypes<AnyRow>
    : never

/** RelatedResult is what a query shows of each. */
export type RelatedResult<Result, Name extends string> = Name extends keyof Result
  ? NonNullable<Result[Name]> extends readonly (infer Each)[]
    ? Each
    : NonNullable<Result[Name]>
  : object

/** OrderColumn is what rows can be sorted by. */
export type OrderColumn<Row extends object, Result, Types extends TableTypes> =
  | (keyof Row & string)
  | `${keyof Row & string}->${string}`
  | Plain<Types, `${string}(${string})`, OfRelationship<Types> | OfEmbedded<Result>>

type TableAt<Types extends TableTypes, Name extends string> = Plain<
  Types,
  undefined,
  Name extends keyof Types['relationships']
    ? Types['tables'][Types['relationships'][Name]['table']]
    : undefined
>

// A word behind `!` says which relationship is meant, and is not shown.
type Shown<Name extends string> = Name extends `${string}!${string}` ? never : Name

// Columns of JSON can hold more than objects.
type Embedded<Result> = {
  [Key in keyof Result]-?: NonNullable<Result[Key]> extends object ? Key : never
}[keyof Result]

type OfRelationship<Types extends TableTypes> = {
  [Name in Shown<keyof Types['relationships'] & string>]: Types['relationships'][Name]['many'] extends true
    ? never
    : `${Name}(${keyof RelatedRow<Types, Name> & string})`
}[Shown<keyof Types['relationships'] & string>]

type OfEmbedded<Result> = {
  [Key in keyof Result & string]-?: NonNullable<Result[Key]> extends readonly unknown[]
    ? never
    : NonNullable<Result[Key]> extends object
      ? `${Key}(${keyof NonNullable<Result[Key]> & string})`
      : never
}[keyof Result & string]

// The grammar of `select` as types: `title,called:name,meta->>colour,author(name,country(name))`. What it cannot read is a
// sentence instead of a row, which the compiler shows.
import type { GeneratedTable, Relationships, Tables, TableTypes } from './types.ts'

interface Level {
  row: object
  relationships: Relationships
  tables: Tables
}

/** Selected is what a select returns of each row. */
export type Selected<Row extends object, Types extends TableTypes, Text extends string> = Flat<
  Exclude<Rows<Row, Types, Text>, string>
>

/** Checked is the select, or a sentence that says what is wrong with it. */
export type Checked<Row extends object, Types extends TableTypes, Text extends string> = string extends Text
  ? 'Name the shape of a select that is put together at run time: select<Shape>(…)'
  : Rows<Row, Types, Text> extends infer Found
    ? Found extends string
      ? Found
      : Text
    : never

type Rows<Row extends object, Types extends TableTypes, Text extends string> = ReadAll<
  { row: Row; relationships: Types['relationships']; tables: Types['tables'] },
  Split<Text>
>

type Flat<Type> = { [Key in keyof Type]: Type[Key] }

// Entries end at commas that stand in no parentheses.
type Split<
  Text extends string,
  Before extends string = '',
  Done extends string[] = [],
> = Text extends `${infer Head},${infer Rest}`
  ? Count<`${Before}${Head}`, '('> extends Count<`${Before}${Head}`, ')'>
    ? Split<Rest, '', [...Done, Trim<`${Before}${Head}`>]>
    : Split<Rest, `${Before}${Head},`, Done>
  : [...Done, Trim<`${Before}${Text}`>]

type Count<
  Text extends string,
  Sign extends string,
  Found extends 0[] = [],
> = Text extends `${string}${Sign}${infer Rest}` ? Count<Rest, Sign, [...Found, 0]> : Found['length']

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest} ` | `${infer Rest}\n`
    ? Trim<Rest>
    : Text

// Plain columns are gathered by their names, and the rest as it is read. A column that is shown as the row which it refers
// to is not what a star adds.
type ReadAll<
  At extends Level,
  Items extends readonly string[],
  Columns extends keyof At['row'] = never,
  Found extends object = object,
> = Items extends readonly [infer Item extends string, ...infer Rest extends string[]]
  ? Item extends keyof At['row']
    ? ReadAll<At, Rest, Columns | Item, Found>
    : Item extends '*'
      ? ReadAll<At, Rest, keyof At['row'], Found>
      : Read<At, Item> extends infer One
        ? One extends object
          ? ReadAll<At, Rest, Columns, Found & One>
          : One
        : never
  : Pick<At['row'], Exclude<Columns, keyof Found>> & Found

type Read<At extends Level, Item extends string> = Item extends `${infer Head}(${infer Inside})`
  ? Head extends `${infer Alias}:${infer Name}`
    ? Related<At, Trim<Alias>, Trim<Name>, Inside>
    : Related<At, Before<Head>, Trim<Head>, Inside>
  : Item extends `${infer Alias}:${infer Name}`
    ? Column<At['row'], Trim<Name>, Trim<Alias>>
    : Column<At['row'], Item, LastKey<Item>>

type Column<Row extends object, Name extends string, Key extends string> = Name extends keyof Row
  ? { [At in Key]: Row[Name] }
  : Name extends `${infer Source}->${infer Path}`
    ? Source extends keyof Row
      ? { [At in Key]: Path extends `${string}>>${string}` | `>${string}` ? string | null : unknown }
      : Unknown<Source>
    : Unknown<Name>

type Unknown<Name extends string> = `There is no column ${Name}`

// A place in JSON is called as the last name on the way to it; places in lists are numbers.
type LastKey<Name extends string, Key extends string = Name> = Name extends `${infer Head}->${infer Rest}`
  ? LastKey<
      Rest extends `>${infer Text}` ? Text : Rest,
      Key extends Name ? Head : Head extends `${number}` ? Key : Head
    >
  : Name extends `${number}`
    ? Key
    : Name

type Before<Head extends string> = Head extends `${infer Name}!${string}` ? Trim<Name> : Trim<Head>

// `!inner` leaves out rows without related ones; another word behind `!` says which relationship is meant.
type Related<At extends Level, Key extends string, Head extends string, Inside extends string> =
  FindRelationship<At['relationships'], WithoutJoin<Head>> extends infer Found
    ? Found extends { table: infer Table extends string; many: infer Many }
      ? At['tables'][Table] extends infer Other extends GeneratedTable
        ? Trim<Inside> extends ''
          ? object
          : Embed<
              ReadAll<
                { row: Other['Row']; relationships: Other['Relationships']; tables: At['tables'] },
                Split<Inside>
              >,
              Key,
              Many,
              Head extends `${string}!inner${string}` ? never : null
            >
        : `There is no table ${Table}`
      : Found
    : never

type Embed<Other, Key extends string, Many, None> = Other extends string
  ? Other
  : { [At in Key]: Many extends true ? Flat<Other>[] : Flat<Other> | None }

type WithoutJoin<Head extends string> = Head extends `${infer Start}!inner${infer End}`
  ? `${Start}${End}`
  : Head extends `${infer Start}!left${infer End}`
    ? `${Start}${End}`
    : Head

// A hint is allowed where there is but one relationship, and then not among the names.
type FindRelationship<Known extends Relationships, Name extends string> = Name extends keyof Known
  ? Known[Name]
  : Before<Name> extends keyof Known
    ? Known[Before<Name>]
    : `There is no relationship ${Name}`

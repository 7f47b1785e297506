// A project's tables as every language sees them: what a column reads as, what an insert and an update take.
import type { PolicyAction } from '#engine/access/policy.ts'
import { type ValueSchema, valueSchema } from '#engine/ddl/value-schema.ts'
import { FAMILIES, type ValueKind } from '#engine/shapes/base-types.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { isNeeded, whyUnwritable } from '#engine/shapes/written-columns.ts'
import { relationNames } from './relation-names.ts'
import { TypeNames } from './type-names.ts'

/** TypedColumn is one column. */
export interface TypedColumn {
  readonly name: string
  readonly description: string | undefined
  readonly kind: ValueKind
  /** exact is true of numbers that can have more digits than a double: writes take them as text too. */
  readonly exact: boolean
  /** labels are the values of an enum, with the name of its type. */
  readonly labels: { readonly type: string; readonly values: readonly string[] } | undefined
  /** schema is the JSON Schema of a value that is not null. */
  readonly schema: ValueSchema
  readonly nullable: boolean
  readonly insert: 'required' | 'optional' | 'absent'
  readonly update: boolean
}

/** TypedRelation is what `select` can add to a row under a name. */
export interface TypedRelation {
  readonly name: string
  readonly table: string
  readonly many: boolean
}

/** TypedTable is a table or view; columns and relations are sorted by name. */
export interface TypedTable {
  readonly slug: string
  /** type begins the names of its types: `Books`, as in `BooksRow`. */
  readonly type: string
  readonly description: string | undefined
  readonly columns: readonly TypedColumn[]
  readonly relations: readonly TypedRelation[]
  /** inserts and updates are false where nothing can be written. */
  readonly inserts: boolean
  readonly updates: boolean
}

/** TypeInput is what types are made from. */
export interface TypeInput {
  readonly schema: SchemaShape
  /** actions are what can be done, by the slug of the table; others are left out. */
  readonly actions: ReadonlyMap<string, ReadonlySet<PolicyAction>>
  readonly comments: {
    ofTable(id: string): string | undefined
    ofColumn(id: string, column: string): string | undefined
  }
}

// Names that the files themselves use.
const TAKEN: ReadonlySet<string> = new Set(['Json', 'Database', 'Generated', 'ColumnType'])
// What an enum cannot be called, since Python's file imports it or PHP keeps it for itself: a table `for` may have a column `each`.
const RESERVED: ReadonlySet<string> = new Set(
  (
    'typeddict notrequired literal union any dict list decimal abstract and array as break callable case catch class clone ' +
    'const continue declare default die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum ' +
    'eval exit extends false final finally float fn for foreach function global goto if implements include include_once ' +
    'instanceof insteadof int interface isset iterable mixed match namespace never new null object or parent print private ' +
    'protected public readonly require return self static string switch throw trait true try unset use var void while xor ' +
    'yield bool'
  ).split(' '),
)

/** typeTables returns a table at a time, sorted by slug. */
export function* typeTables(input: TypeInput): Generator<TypedTable> {
  const { schema, actions } = input
  const names = new TypeNames(TAKEN)
  for (const slug of [...actions.keys()].sort()) {
    const table = schema.tables.get(slug)
    if (table !== undefined) yield typeTable(table, input, names)
  }
}

function typeTable(
  table: TableShape,
  { schema, actions, comments }: TypeInput,
  names: TypeNames,
): TypedTable {
  const type = names.table(table.slug, (one) => [one, `${one}Row`, `${one}Insert`, `${one}Update`])
  const can = actions.get(table.slug)
  const columns = [...table.columns.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const relations = [...relationNames(schema, table)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    slug: table.slug,
    type,
    description: comments.ofTable(table.id),
    columns: columns.map((column) =>
      typeColumn(table, column, comments, () => names.type(type, column.name, RESERVED)),
    ),
    relations: relations
      // A table in between that is closed to the caller is not named either.
      .filter(([, { table: other, through }]) =>
        [other, through?.table].every((one) => one === undefined || actions.has(one.slug)),
      )
      .map(([name, { relation, table: other }]) => ({ name, table: other.slug, many: relation.many })),
    inserts: can?.has('insert') ?? false,
    updates: can?.has('update') ?? false,
  }
}

function typeColumn(
  table: TableShape,
  column: ColumnShape,
  comments: TypeInput['comments'],
  enumType: () => string,
): TypedColumn {
  const { name, data_type, required, enum_values } = column
  const { family, exact = false } = TYPE_FACTS[data_type]
  const written = whyUnwritable(column) === undefined
  return {
    name,
    description: comments.ofColumn(table.id, name),
    kind: FAMILIES[family].kind,
    exact,
    labels: enum_values.length === 0 ? undefined : { type: enumType(), values: enum_values },
    schema: valueSchema({ ...column, max_length: column.max_length }),
    nullable: !required,
    insert: !written ? 'absent' : isNeeded(column, table) ? 'required' : 'optional',
    update: written && name !== 'id',
  }
}

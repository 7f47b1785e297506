// The types that a query may cast to, and how they are written. No type here looks a name up when it reads a value
// (regclass and its kin), and none is of another schema than PostgreSQL's own.

import { namesOf, plainName, surplusKey } from '#engine/conditions/syntax/tree.ts'
import type { Fail } from '#engine/parser/parse-sql.ts'
import type { Node, TypeName } from '#engine/parser/syntax-tree.ts'
import { BASE_TYPES } from '#engine/shapes/base-types.ts'

const MAX_LENGTH = 10_000_000

const MORE =
  `float4 jsonpath cidr macaddr timetz timestamp varchar tsvector tsquery int4range int8range numrange tsrange tstzrange
  daterange int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange`.split(
    /\s+/,
  )

const TYPES: ReadonlySet<string> = new Set([
  ...Object.values(BASE_TYPES).flatMap(({ castName }) => castName ?? []),
  ...MORE,
])

// How many modifiers a type takes at most, where it takes any.
const MODIFIERS: ReadonlyMap<string, number> = new Map([
  ['numeric', 2],
  ...['varchar', 'bpchar', 'time', 'timetz', 'timestamp', 'timestamptz'].map((name) => [name, 1] as const),
])

/** writeType writes the full name of an allowed type. */
export function writeType(type: TypeName, fail: Fail): string {
  const surplus = surplusKey(type, ['names', 'typmods', 'typemod', 'arrayBounds', 'location'])
  const names = namesOf(type.names) ?? []
  const name = plainName(names) ?? ''
  if (surplus || !TYPES.has(name)) throw fail(`the type ${names.join('.')} is not allowed`, type.location)
  const modifiers = (type.typmods ?? []).map(integerOf)
  const fine = modifiers.every((value) => value !== undefined && Math.abs(value) <= MAX_LENGTH)
  if (!fine || modifiers.length > (MODIFIERS.get(name) ?? 0)) {
    const hint = name === 'interval' ? ": write interval '1 day'" : ''
    throw fail(`the type ${name} cannot be written with these limits${hint}`, type.location)
  }
  const bounds = type.arrayBounds?.map(() => '[]').join('') ?? ''
  return `pg_catalog.${name}${modifiers.length === 0 ? '' : `(${modifiers.join(', ')})`}${bounds}`
}

/** typeLabel is what PostgreSQL calls a column that is made by a cast to the type. */
export function typeLabel(type: TypeName | undefined): string {
  return namesOf(type?.names)?.at(-1) ?? '?column?'
}

function integerOf(node: Node): number | undefined {
  return 'A_Const' in node && node.A_Const.ival ? (node.A_Const.ival.ival ?? 0) : undefined
}

// The types that expressions of a condition have, and what may be cast to.
import { BASE_TYPES, type BaseType, type Comparability } from '#engine/shapes/base-types.ts'
import { DATA_TYPES, TYPE_FACTS } from '#engine/shapes/data-types.ts'

/** SqlType is a base type, an array of one, or `unknown` for a literal whose neighbours decide. */
export type SqlType = BaseType | `${BaseType}[]` | 'unknown'

/** TypeClass groups the types that compare with each other. */
export type TypeClass = Comparability | 'array' | 'unknown'

// Labels of an enum are written as texts, and what is called "char" in PostgreSQL is another type.
const castTargets = DATA_TYPES.filter((type) => type !== 'char').map((type): [string, BaseType] => {
  const { base } = TYPE_FACTS[type]
  return [type, base === 'enum' ? 'text' : base]
})

/** CAST_TARGETS maps each name that may follow `::` (as the parser hands it on) to its type. */
export const CAST_TARGETS: ReadonlyMap<string, BaseType> = new Map([
  ...castTargets,
  ...Object.entries(BASE_TYPES).flatMap(([base, { castName }]): [string, BaseType][] =>
    castName === undefined ? [] : [[castName, base as BaseType]],
  ),
  ['varchar', 'text'],
  ['int', 'int4'],
])

const NUMBER_RANK: Readonly<Partial<Record<SqlType, number>>> = {
  int2: 1,
  int4: 2,
  int8: 3,
  numeric: 4,
  float8: 5,
}

/** elementType returns the type of an array's elements, or undefined when the type is not an array. */
export function elementType(type: SqlType): BaseType | undefined {
  return type.endsWith('[]') ? (type.slice(0, -2) as BaseType) : undefined
}

/** arrayOf returns the array type of a base type. */
export function arrayOf(type: BaseType): SqlType {
  return `${type}[]`
}

/** classOf returns the group of types that a type compares with. */
export function classOf(type: SqlType): TypeClass {
  if (type === 'unknown') return 'unknown'
  return elementType(type) === undefined ? BASE_TYPES[type as BaseType].comparability : 'array'
}

/** isInteger is true for the three integer types. */
export function isInteger(type: SqlType): boolean {
  return type === 'int2' || type === 'int4' || type === 'int8'
}

/** isComparable is true where PostgreSQL has comparison operators between the two types. */
export function isComparable(left: SqlType, right: SqlType): boolean {
  const [a, b] = [classOf(left), classOf(right)]
  if (left === 'json' || right === 'json') return false
  if (a === 'unknown' || b === 'unknown') return true
  if (a === 'array' || b === 'array') return left === right
  return a === b || (a === 'date' && b === 'moment') || (a === 'moment' && b === 'date')
}

/** commonType returns the type that both values take side by side in CASE, COALESCE or an array. */
export function commonType(left: SqlType, right: SqlType): SqlType | undefined {
  if (left === right || right === 'unknown') return left
  if (left === 'unknown') return right
  const [a, b] = [classOf(left), classOf(right)]
  if (a === 'number' && b === 'number') return widest(left, right)
  if (a === 'text' && b === 'text') return 'text'
  return (a === 'date' && b === 'moment') || (a === 'moment' && b === 'date') ? 'timestamptz' : undefined
}

/** widest returns the number type that holds the values of both. */
export function widest(left: SqlType, right: SqlType): SqlType {
  return (NUMBER_RANK[left] ?? 0) >= (NUMBER_RANK[right] ?? 0) ? left : right
}

/** emittedName returns the type's full name for a cast, or undefined where none may be written. */
export function emittedName(type: SqlType): string | undefined {
  if (type === 'unknown') return undefined
  const element = elementType(type)
  const name = BASE_TYPES[element ?? (type as BaseType)].castName
  return name && `pg_catalog.${name}${element ? '[]' : ''}`
}

// Of several data types of one base, the first is the plainest.
const LABELS: ReadonlyMap<string, string> = new Map(
  DATA_TYPES.filter((type) => TYPE_FACTS[type].sql === BASE_TYPES[TYPE_FACTS[type].base].sql)
    .toReversed()
    .map((type) => [TYPE_FACTS[type].base, type]),
)

/** typeLabel names a type for a message, as the API names column types. */
export function typeLabel(type: SqlType): string {
  const element = elementType(type)
  return element ? `array of ${typeLabel(element)}` : (LABELS.get(type) ?? 'a literal')
}

// The check of casts, `x::type` and `type 'literal'`, against the types of the specification.

import type { Checked, Literal } from '#engine/conditions/syntax/checked.ts'
import { namesOf, plainName } from '#engine/conditions/syntax/tree.ts'
import {
  arrayOf,
  CAST_TARGETS,
  classOf,
  elementType,
  emittedName,
  isInteger,
  type SqlType,
  type TypeClass,
  typeLabel,
} from '#engine/conditions/syntax/types.ts'
import type { Node, TypeCast, TypeName } from '#engine/parser/syntax-tree.ts'
import type { BaseType } from '#engine/shapes/base-types.ts'
import { settleArray } from './check-choices.ts'
import type { CheckContext } from './check-context.ts'
import { asText, checkFields, checkPart } from './check-parts.ts'
import { coerce, fitsInteger } from './literals.ts'

const MAX_MODIFIER = 1_000

interface Target {
  readonly type: SqlType
  readonly name: string
  readonly hasModifiers: boolean
}

/** checkCast checks a cast; a cast literal simply becomes a literal of that type. */
export function checkCast({ arg, typeName, location }: TypeCast, context: CheckContext): Checked {
  const place = (location ?? -1) >= 0 ? location : typeName?.location
  const target = castTarget(typeName ?? {}, context)
  const emptyArray = arg && 'A_ArrayExpr' in arg && !arg.A_ArrayExpr.elements?.length
  const element = elementType(target.type)
  if (emptyArray && element) return { kind: 'array', element, elements: [], type: target.type }
  const checked = checkPart(arg, context)
  const listed = element ? settleArray(checked, element, context) : checked
  const coerced = coerce(listed, target.type, context, undefined, true)
  const isSpelledOut = coerced.kind === 'literal' || coerced.kind === 'array'
  if (isSpelledOut && coerced.type === target.type && !target.hasModifiers) return coerced
  if (coerced.kind === 'literal' && isBeyond(coerced, target.type)) {
    throw context.error(`${coerced.value} is beyond ${typeLabel(target.type)}`, place)
  }
  const source = classOf(target.type) === 'text' ? coerced : asText(coerced)
  if (!isCastable(source.type, target.type)) {
    throw context.error(`cannot cast ${typeLabel(source.type)} to ${typeLabel(target.type)}`, place)
  }
  return { kind: 'cast', arg: source, ...target }
}

function isBeyond({ form, value }: Literal, type: SqlType): boolean {
  return form === 'number' && isInteger(type) && /^-?\d+$/.test(value) && !fitsInteger(BigInt(value), type)
}

function castTarget(typeName: TypeName, context: CheckContext): Target {
  checkFields(typeName, ['names', 'typmods', 'typemod', 'arrayBounds', 'location'], 'a cast', context)
  const names = namesOf(typeName.names) ?? []
  const base = CAST_TARGETS.get(plainName(names) ?? '')
  if (!base) throw context.error(`type ${names.join('.')} is not allowed in a condition`, typeName.location)
  const type = typeName.arrayBounds ? arrayType(base, typeName, context) : base
  const modifiers = modifiersOf(base, typeName, context)
  const name = emittedName(type) ?? ''
  if (modifiers.length === 0) return { type, name, hasModifiers: false }
  // text itself takes no length.
  const sized = base === 'text' ? 'pg_catalog.varchar' : name
  return { type, name: `${sized}(${modifiers.join(', ')})`, hasModifiers: true }
}

function arrayType(base: BaseType, typeName: TypeName, context: CheckContext): SqlType {
  const isPlain = typeName.arrayBounds?.length === 1 && !typeName.typmods
  if (isPlain) return arrayOf(base)
  throw context.error('only plain arrays of one dimension are allowed in a condition', typeName.location)
}

function modifiersOf(base: BaseType, typeName: TypeName, context: CheckContext): readonly number[] {
  const modifiers = (typeName.typmods ?? []).map(integerOf)
  const allowed = base === 'numeric' ? 2 : base === 'text' || base === 'char' ? 1 : 0
  const isFine = modifiers.every(
    (value, index) => value !== undefined && isWithin(value, index === 0 ? 1 : 0),
  )
  if (isFine && modifiers.length <= allowed) return modifiers as readonly number[]
  throw context.error(`the type ${typeLabel(base)} cannot be written with these limits`, typeName.location)
}

function isWithin(value: number, least: number): boolean {
  return value >= least && value <= MAX_MODIFIER
}

function integerOf(node: Node): number | undefined {
  return 'A_Const' in node && node.A_Const.ival ? (node.A_Const.ival.ival ?? 0) : undefined
}

// Beside casts to text, from text, and within a class.
const CASTS: Readonly<Partial<Record<TypeClass, readonly TypeClass[]>>> = {
  bool: ['number'],
  number: ['bool'],
  date: ['moment'],
  time: ['interval'],
  moment: ['date', 'time'],
  interval: ['time'],
  json: ['number', 'bool'],
}

function isCastable(from: SqlType, to: SqlType): boolean {
  const [source, target] = [elementType(from), elementType(to)]
  if (source && target) return isCastable(source, target)
  if (source || target) return from === 'text' || to === 'text'
  if (from === 'json') return to === 'jsonb' || to === 'text'
  const [a, b] = [classOf(from), classOf(to)]
  if (a === 'bool' && b === 'number') return to === 'int4'
  if (a === 'number' && b === 'bool') return from === 'int4'
  if (a === 'unknown') return false
  return a === b || a === 'text' || b === 'text' || CASTS[a]?.includes(b) === true
}

// From the checked tree to one JavaScript closure, for live events. It returns exactly what PostgreSQL
// returns for the emitted SQL, with SQL's three values; whatever cannot be mirrored exactly is left to PostgreSQL.

import { type Checked, type CheckedOf, partsOf } from '#engine/conditions/syntax/checked.ts'
import { lowerAscii } from '#engine/conditions/values/ascii.ts'
import { likeMatcher } from '#engine/conditions/values/like.ts'
import { UNDECIDABLE, undecidable } from '#engine/conditions/values/undecidable.ts'
import { NODE, Work } from '#engine/conditions/values/work.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import { readsCaller } from './caller-keys.ts'
import { buildCall } from './evaluate-calls.ts'
import { brought, buildCast } from './evaluate-casts.ts'
import { buildComparison, buildDistinct, buildMembership, orderOf } from './evaluate-compare.ts'
import { buildOperation } from './evaluate-operations.ts'
import {
  AMBIGUOUS,
  actorValue,
  type Closure,
  type ConditionActor,
  columnIsNull,
  columnValue,
  constantOf,
  type Value,
} from './values.ts'

/**
 * Evaluator decides a condition for one row and caller: true, false or SQL's null. It returns undefined where this one
 * row is only PostgreSQL's to decide: a column is missing, a text with letters beyond ASCII is lowered, a computation
 * ends in an error, or it is more work than `work` allows. Undefined is not a result: ask PostgreSQL, or treat it as a
 * refusal. All callers of one row share one `work`; without it a row has one of its own.
 */
export type Evaluator = (row: JsonRow, actor: ConditionActor, work?: Work) => boolean | null | undefined

/** compileEvaluator builds a condition's closure, or returns undefined where only PostgreSQL can decide. */
export function compileEvaluator(condition: Checked): Evaluator | undefined {
  const closure = orUndefined(() => buildAll(condition))
  if (!closure) return undefined
  const cost = NODE * countNodes(condition)
  return (row, actor, work = new Work()) => {
    if (!work.begin(cost)) return undefined
    try {
      return closure(row, actor, work) as boolean | null
    } catch (error) {
      if (error !== UNDECIDABLE) throw error
      work.giveUp()
      return undefined
    }
  }
}

function orUndefined<T>(build: () => T): T | undefined {
  try {
    return build()
  } catch (error) {
    if (error === UNDECIDABLE) return undefined
    throw error
  }
}

// A part that stands in several places is computed in each.
function countNodes(condition: Checked): number {
  const counts = new Map<Checked, number>()
  const count = (checked: Checked): number => {
    const known = counts.get(checked)
    if (known !== undefined) return known
    const nodes = partsOf(checked).reduce((sum, part) => sum + count(part), 1)
    counts.set(checked, nodes)
    return nodes
  }
  return count(condition)
}

function buildAll(condition: Checked): Closure {
  const built = new Map<Checked, Closure>()
  const constants = new Set<Checked>()
  const asksCaller = onceFor(readsCaller)
  const isLong = onceFor(readsLongText)
  const wholeAsks = asksCaller(condition)
  const build = (checked: Checked): Closure => {
    const known = built.get(checked)
    if (known) return known
    const closure = buildPart(checked, build)
    const parts = partsOf(checked)
    const isComputed = parts.length > 0 && parts.every((part) => constants.has(part))
    if (isComputed || checked.kind === 'literal') constants.add(checked)
    const isKept = !isComputed && wholeAsks && isLong(checked) && !asksCaller(checked)
    const settled = isComputed ? folded(closure) : isKept ? kept(checked, closure) : closure
    built.set(checked, settled)
    return settled
  }
  return build(condition)
}

function onceFor(test: (checked: Checked, again: (part: Checked) => boolean) => boolean) {
  const known = new Map<Checked, boolean>()
  const again = (checked: Checked): boolean => {
    const answer = known.get(checked) ?? test(checked, again)
    known.set(checked, answer)
    return answer
  }
  return again
}

// These read or make texts of any length, which takes longer than looking up what came out the last time.
function readsLongText(checked: Checked): boolean {
  if (checked.kind === 'call' || checked.kind === 'like') return true
  return checked.kind === 'operation' && checked.operator === '||'
}

// What depends on the row alone is the same for all callers.
function kept(checked: Checked, closure: Closure): Closure {
  return (row, actor, work) => {
    const known = work.memo.get(checked)
    if (known === UNDECIDABLE) return undecidable()
    if (known !== undefined) return known as Value
    const value = orUndefined(() => closure(row, actor, work))
    work.memo.set(checked, value === undefined ? UNDECIDABLE : value)
    return value === undefined ? undecidable() : value
  }
}

// PostgreSQL computes what is constant before it looks at any row, and fails on it even where no row would get there.
function folded(closure: Closure): Closure {
  const work = new Work()
  work.begin(0)
  const value = closure({}, { uid: null, email: null, claims: {} }, work)
  return () => value
}

type Build = (checked: Checked) => Closure

function buildPart(checked: Checked, build: Build): Closure {
  switch (checked.kind) {
    case 'column':
      return columnValue(checked)
    case 'literal': {
      const constant = constantOf(checked)
      return () => constant
    }
    case 'auth':
      return actorValue(checked)
    case 'logic':
      return buildLogic(checked, build)
    case 'test':
      return buildTest(checked, build)
    case 'comparison':
      return buildComparison(checked, build)
    case 'distinct':
      return buildDistinct(checked, build)
    case 'membership':
      return buildMembership(checked, build)
    case 'like':
      return buildLike(checked, build)
    case 'operation':
      return buildOperation(checked, build)
    case 'case':
      return buildCase(checked, build)
    case 'choice':
      return checked.which === 'COALESCE' ? buildCoalesce(checked, build) : buildExtreme(checked, build)
    case 'call':
      return buildCall(checked, build)
    case 'cast':
      return buildCast(checked, build)
    default:
      return undecidable()
  }
}

function buildLogic({ operator, args }: CheckedOf<'logic'>, build: Build): Closure {
  const parts = args.map(build)
  const [first, second] = parts
  if (operator === 'NOT' && first) return (row, actor, work) => negation(first(row, actor, work))
  const decisive = operator === 'OR'
  if (first && second && parts.length === 2) {
    return (row, actor, work) => {
      const a = first(row, actor, work)
      if (a === decisive) return decisive
      const b = second(row, actor, work)
      return b === decisive ? decisive : a === null || b === null ? null : !decisive
    }
  }
  return (row, actor, work) => {
    let result: boolean | null = !decisive
    for (const part of parts) {
      const value = part(row, actor, work)
      if (value === decisive) return decisive
      if (value === null) result = null
    }
    return result
  }
}

function negation(value: Value): boolean | null {
  return value === null ? null : value !== true
}

function buildTest({ is, negated, arg }: CheckedOf<'test'>, build: Build): Closure {
  if (is === 'NULL' && arg.kind === 'column') {
    const isNull = columnIsNull(arg)
    return (row) => isNull(row) !== negated
  }
  const value = build(arg)
  const wanted = is === 'TRUE' ? true : is === 'FALSE' ? false : null
  return (row, actor, work) => {
    const given = value(row, actor, work)
    if (given === AMBIGUOUS) return undecidable()
    return (given === wanted) !== negated
  }
}

// What reading one character of a pattern costs.
const PATTERN = 16

function buildLike({ negated, caseless, text, pattern }: CheckedOf<'like'>, build: Build): Closure {
  if (text.type !== 'text' || pattern.type !== 'text') return undecidable()
  const fold = caseless ? lowerAscii : (value: string) => value
  const constant =
    pattern.kind === 'literal' && pattern.form === 'string' ? likeMatcher(fold(pattern.value)) : undefined
  const [value, patternOf] = [build(text), build(pattern)]
  return (row, actor, work) => {
    const [given, wanted] = [value(row, actor, work), patternOf(row, actor, work)] as [string, string]
    if (given === null || wanted === null) return null
    if (caseless) work.scan(2 * given.length)
    if (constant !== undefined) return constant(fold(given), work) !== negated
    work.spend(PATTERN * wanted.length)
    return likeMatcher(fold(wanted))(fold(given), work) !== negated
  }
}

function buildCase({ branches, otherwise, type }: CheckedOf<'case'>, build: Build): Closure {
  const parts = branches.map(({ when, result }) => ({
    when: build(when),
    result: build(brought(result, type)),
  }))
  const last = otherwise ? build(brought(otherwise, type)) : () => null
  return (row, actor, work) => {
    for (const { when, result } of parts) if (when(row, actor, work) === true) return result(row, actor, work)
    return last(row, actor, work)
  }
}

function buildCoalesce({ args, type }: CheckedOf<'choice'>, build: Build): Closure {
  const parts = args.map((arg) => build(brought(arg, type)))
  return (row, actor, work) => {
    for (const part of parts) {
      const value = part(row, actor, work)
      if (value !== null) return value
    }
    return null
  }
}

function buildExtreme({ which, args, type }: CheckedOf<'choice'>, build: Build): Closure {
  const order = orderOf(type, type)
  const sign = which === 'GREATEST' ? 1 : -1
  const parts = args.map((arg) => build(brought(arg, type)))
  return (row, actor, work) => {
    let best: Value = null
    for (const part of parts) {
      const value = part(row, actor, work)
      if (value !== null && (best === null || order(value, best, work) * sign > 0)) best = value
    }
    return best
  }
}

// From the checked tree to one JavaScript closure, for live events (design 5). It gives exactly what PostgreSQL gives
// for the emitted SQL, with SQL's three values; whatever cannot be mirrored exactly is left to PostgreSQL.
import { lowerAscii } from './ascii.ts'
import { type Checked, type CheckedOf, partsOf } from './checked.ts'
import { buildCall } from './evaluate-calls.ts'
import { brought, buildCast } from './evaluate-casts.ts'
import { buildComparison, buildDistinct, buildMembership, orderOf } from './evaluate-compare.ts'
import { buildOperation } from './evaluate-operations.ts'
import { likeMatcher } from './like.ts'
import { UNDECIDABLE, undecidable } from './undecidable.ts'
import {
  AMBIGUOUS,
  actorValue,
  type Closure,
  type ConditionActor,
  columnIsNull,
  columnValue,
  constantOf,
  type Row,
  type Value,
} from './values.ts'

/**
 * Evaluator decides a condition for one row and caller: true, false or SQL's null. It gives undefined where this one
 * row is only PostgreSQL's to decide: a column is missing, a text with letters beyond ASCII is lowered, a computation
 * ends in an error. Undefined is no answer: ask PostgreSQL, or treat it as what forbids.
 */
export type Evaluator = (row: Row, actor: ConditionActor) => boolean | null | undefined

/** compileEvaluator builds a condition's closure, or gives undefined where only PostgreSQL can decide. */
export function compileEvaluator(condition: Checked): Evaluator | undefined {
  const closure = orUndefined(() => buildAll(condition))
  if (!closure) return undefined
  return (row, actor) => {
    try {
      return closure(row, actor) as boolean | null
    } catch (error) {
      if (error === UNDECIDABLE) return undefined
      throw error
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

function buildAll(condition: Checked): Closure {
  const built = new Map<Checked, Closure>()
  const constants = new Set<Checked>()
  const build = (checked: Checked): Closure => {
    const known = built.get(checked)
    if (known) return known
    const closure = buildPart(checked, build)
    const parts = partsOf(checked)
    const isComputed = parts.length > 0 && parts.every((part) => constants.has(part))
    if (isComputed || checked.kind === 'literal') constants.add(checked)
    const settled = isComputed ? folded(closure) : closure
    built.set(checked, settled)
    return settled
  }
  return build(condition)
}

// PostgreSQL computes what is constant before it looks at any row, and fails on it even where no row would get there.
function folded(closure: Closure): Closure {
  const value = closure({}, { uid: null, email: null, claims: {} })
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
  if (operator === 'NOT' && first) return (row, actor) => negation(first(row, actor))
  const decisive = operator === 'OR'
  if (first && second && parts.length === 2) {
    return (row, actor) => {
      const a = first(row, actor)
      if (a === decisive) return decisive
      const b = second(row, actor)
      return b === decisive ? decisive : a === null || b === null ? null : !decisive
    }
  }
  return (row, actor) => {
    let result: boolean | null = !decisive
    for (const part of parts) {
      const value = part(row, actor)
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
  return (row, actor) => {
    const given = value(row, actor)
    if (given === AMBIGUOUS) return undecidable()
    return (given === wanted) !== negated
  }
}

function buildLike({ negated, caseless, text, pattern }: CheckedOf<'like'>, build: Build): Closure {
  if (text.type !== 'text' || pattern.type !== 'text') return undecidable()
  const fold = caseless ? lowerAscii : (value: string) => value
  const constant =
    pattern.kind === 'literal' && pattern.form === 'string' ? likeMatcher(fold(pattern.value)) : undefined
  const [value, patternOf] = [build(text), build(pattern)]
  return (row, actor) => {
    const [given, wanted] = [value(row, actor), patternOf(row, actor)]
    if (given === null || wanted === null) return null
    const matcher = constant ?? likeMatcher(fold(wanted as string))
    return matcher(fold(given as string)) !== negated
  }
}

function buildCase({ branches, otherwise, type }: CheckedOf<'case'>, build: Build): Closure {
  const parts = branches.map(({ when, result }) => ({
    when: build(when),
    result: build(brought(result, type)),
  }))
  const last = otherwise ? build(brought(otherwise, type)) : () => null
  return (row, actor) => {
    for (const { when, result } of parts) if (when(row, actor) === true) return result(row, actor)
    return last(row, actor)
  }
}

function buildCoalesce({ args, type }: CheckedOf<'choice'>, build: Build): Closure {
  const parts = args.map((arg) => build(brought(arg, type)))
  return (row, actor) => {
    for (const part of parts) {
      const value = part(row, actor)
      if (value !== null) return value
    }
    return null
  }
}

function buildExtreme({ which, args, type }: CheckedOf<'choice'>, build: Build): Closure {
  const order = orderOf(type, type)
  const sign = which === 'GREATEST' ? 1 : -1
  const parts = args.map((arg) => build(brought(arg, type)))
  return (row, actor) => {
    let best: Value = null
    for (const part of parts) {
      const value = part(row, actor)
      if (value !== null && (best === null || order(value, best) * sign > 0)) best = value
    }
    return best
  }
}

// From the checked tree to SQL. Nothing of the client's text is carried over: names come from the tables' shapes,
// literals are escaped here, operators, functions and types are PostgreSQL's own by their full names (so that none of
// a project's can take their place), and every operation stands in parentheses.

import type { Checked, CheckedOf, ColumnUse, Comparison } from '#engine/conditions/syntax/checked.ts'
import { emittedName } from '#engine/conditions/syntax/types.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import { type CallerSql, CURRENT_CALLER } from './caller-sql.ts'
import { emitSelect } from './emit-select.ts'
import { existsAsSet } from './exists-as-set.ts'
import { callPast, type PastWriter, type PolicyFunctions } from './past-policies.ts'

// BETWEEN, CASE x WHEN and a few more repeat a part; one within another could double the text at every level.
const MAX_SQL = 100_000

/** Emitter writes one part of the tree. */
export type Emitter = (checked: Checked) => string

/** emitCondition writes a condition as a SQL expression in parentheses, and notes the functions that it calls. */
export function emitCondition(
  condition: Checked,
  caller: CallerSql,
  functions: PolicyFunctions = new Map(),
): string {
  const sql = emitterOf((checked, emit) => emitPart(checked, emit, caller, functions))(condition)
  return isWrapped(condition) ? sql : `(${sql})`
}

function emitterOf(write: (checked: Checked, emit: Emitter) => string): Emitter {
  const written = new Map<Checked, string>()
  const emit: Emitter = (checked) => {
    const known = written.get(checked)
    if (known !== undefined) return known
    const sql = write(checked, emit)
    if (sql.length > MAX_SQL) throw new SqlError('the condition is too complex: it repeats itself too often')
    written.set(checked, sql)
    return sql
  }
  return emit
}

// The parentheses of a scalar subquery are its own: USING asks for a pair besides.
function isWrapped(condition: Checked): boolean {
  if (condition.kind === 'subquery') return condition.form !== 'scalar'
  return !UNWRAPPED.includes(condition.kind)
}

const UNWRAPPED: readonly Checked['kind'][] = ['column', 'literal', 'call', 'choice', 'distinct']

function emitPart(checked: Checked, emit: Emitter, caller: CallerSql, functions: PolicyFunctions): string {
  switch (checked.kind) {
    case 'column':
      return emitColumn(checked, caller)
    case 'literal':
      return emitLiteral(checked)
    case 'auth':
      return caller.auth(checked)
    case 'logic':
      return emitLogic(checked, emit)
    case 'test':
      return `(${emit(checked.arg)} IS ${checked.negated ? 'NOT ' : ''}${checked.is})`
    case 'comparison':
      return emitComparison(checked, emit)
    case 'distinct':
      return emitDistinct(checked, emit)
    case 'membership':
      return emitMembership(checked, emit)
    case 'array':
      return emitArray(checked, emit)
    case 'like':
      return emitLike(checked, emit)
    case 'operation':
      return emitOperation(checked, emit)
    case 'case':
      return emitCase(checked, emit)
    case 'choice':
      return emitChoice(checked, emit)
    case 'call':
      return `pg_catalog.${checked.name}(${checked.star ? '*' : checked.args.map(emit).join(', ')})`
    case 'clock':
      return checked.keyword
    case 'cast':
      return `(${emit(checked.arg)}::${checked.name})`
    case 'subquery':
      return emitSubquery(checked, emit, caller, functions)
  }
}

function emitColumn({ entry, column }: CheckedOf<'column'>, caller: CallerSql): string {
  const relation = entry.own ? caller.row(entry.table) : caller.alias(entry)
  return `${quoteIdentifier(relation)}.${quoteIdentifier(column.name)}`
}

// A boolean is written so that it is one even where nothing beside it says so.
function emitLiteral({ form, value, type, cast }: CheckedOf<'literal'>): string {
  const isBoolean = type === 'bool'
  const name = cast || isBoolean ? emittedName(type) : undefined
  const suffix = name ? `::${name}` : ''
  if (form === 'null') return `NULL${suffix}`
  if (isBoolean) return value.toUpperCase()
  if (form === 'number') return value.startsWith('-') ? `(${value})` : value
  return `${quoteLiteral(value)}${suffix}`
}

function emitLogic({ operator, args }: CheckedOf<'logic'>, emit: Emitter): string {
  const parts = args.map(emit)
  return operator === 'NOT' ? `(NOT ${parts.join('')})` : `(${parts.join(` ${operator} `)})`
}

function emitComparison(comparison: Comparison, emit: Emitter): string {
  const left = emit(comparison.left)
  const ordered = comparison.byCodePoint ? byCodePoint(left) : left
  return `(${ordered} OPERATOR(pg_catalog.${comparison.operator}) ${emit(comparison.right)})`
}

function byCodePoint(sql: string): string {
  return `(${sql} COLLATE pg_catalog."C")`
}

// IS DISTINCT FROM would find its = by the search path; COALESCE says the same with PostgreSQL's own.
function emitDistinct({ negated, equality }: CheckedOf<'distinct'>, emit: Emitter): string {
  const bothNull = `((${emit(equality.left)} IS NULL) AND (${emit(equality.right)} IS NULL))`
  const same = `COALESCE(${emit(equality)}, ${bothNull})`
  return negated ? same : `(NOT ${same})`
}

function emitMembership({ negated, left, array }: CheckedOf<'membership'>, emit: Emitter): string {
  const operator = negated ? 'OPERATOR(pg_catalog.<>) ALL' : 'OPERATOR(pg_catalog.=) ANY'
  return `(${emit(left)} ${operator} (${emit(array)}))`
}

// An enum's own type has no name here. A bare text is read by PostgreSQL as an array of whatever it is compared with.
function emitArray({ elements, type }: CheckedOf<'array'>, emit: Emitter): string {
  const name = emittedName(type)
  const isBare = !name && elements.every((element) => element.kind === 'literal')
  if (isBare) return quoteLiteral(`{${elements.map(arrayElement).join(',')}}`)
  return `ARRAY[${elements.map(emit).join(', ')}]${name ? `::${name}` : ''}`
}

function arrayElement(element: Checked): string {
  if (element.kind !== 'literal' || element.form === 'null') return 'NULL'
  return `"${element.value.replace(/["\\]/g, '\\$&')}"`
}

function emitLike({ negated, caseless, text, pattern }: CheckedOf<'like'>, emit: Emitter): string {
  const operator = `${negated ? '!' : ''}~~${caseless ? '*' : ''}`
  return `(${emit(text)} OPERATOR(pg_catalog.${operator}) ${emit(pattern)})`
}

function emitOperation({ operator, left, right }: CheckedOf<'operation'>, emit: Emitter): string {
  const sign = `OPERATOR(pg_catalog.${operator}) ${emit(right)}`
  return left ? `(${emit(left)} ${sign})` : `(${sign})`
}

function emitCase({ branches, otherwise }: CheckedOf<'case'>, emit: Emitter): string {
  const parts = branches.map(({ when, result }) => `WHEN ${emit(when)} THEN ${emit(result)}`)
  return `(CASE ${parts.join(' ')}${otherwise ? ` ELSE ${emit(otherwise)}` : ''} END)`
}

function emitChoice({ which, args, type }: CheckedOf<'choice'>, emit: Emitter): string {
  const parts = args.map(emit)
  const isOrderedText = which !== 'COALESCE' && type === 'text'
  return `${which}(${(isOrderedText ? parts.map(byCodePoint) : parts).join(', ')})`
}

function emitSubquery(
  subquery: CheckedOf<'subquery'>,
  emit: Emitter,
  caller: CallerSql,
  functions: PolicyFunctions,
): string {
  const { form, left, select } = subquery
  const isPast = select.unrestricted && !caller.inlines
  const set = isPast && form === 'exists' ? existsAsSet(subquery) : undefined
  if (set !== undefined) return emit(set)
  const statement = isPast
    ? callPast(subquery, emit, writePast, functions)
    : `(${emitSelect(select, emit, caller)})`
  if (form === 'exists') return isPast ? statement : `(EXISTS ${statement})`
  return form === 'any' && left ? `(${emit(left)} OPERATOR(pg_catalog.=) ANY ${statement})` : statement
}

// Called alike whatever the policy's own table is called, so that policies of several tables share their functions.
const OWNER: CallerSql = {
  ...CURRENT_CALLER,
  inlines: true,
  alias: ({ qualifier }) => `r${qualifier.slice(1)}`,
}

// Of what reads past policies all tables are read so, and of what is around it none.
const writePast: PastWriter = (select, outer) => {
  const isOuter = (checked: Checked): checked is ColumnUse =>
    checked.kind === 'column' && !checked.entry.unrestricted
  const emit = emitterOf((checked, each) =>
    isOuter(checked) ? outer(checked) : emitPart(checked, each, OWNER, new Map()),
  )
  return emitSelect(select, emit, OWNER)
}

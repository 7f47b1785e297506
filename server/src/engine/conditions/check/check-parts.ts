// Checks that several kinds of expression share: boolean parts, a common type, comparing two values, unknown fields.

import type { Checked, ColumnUse, Comparison, ComparisonOperator } from '#engine/conditions/syntax/checked.ts'
import { locationOf, surplusKey } from '#engine/conditions/syntax/tree.ts'
import { commonType, isComparable, type SqlType, typeLabel } from '#engine/conditions/syntax/types.ts'
import type { Node } from '#engine/parser/syntax-tree.ts'
import type { CheckContext } from './check-context.ts'
import { coerce } from './literals.ts'

/** checkFields refuses a node that has a field its check does not know. */
export function checkFields(
  body: object,
  allowed: readonly string[],
  what: string,
  context: CheckContext,
): void {
  const surplus = surplusKey(body, allowed)
  if (!surplus) return
  const { location } = body as { location?: number }
  throw context.error(`${FIELDS[surplus] ?? surplus} is not allowed in ${what}`, location)
}

const FIELDS: Readonly<Record<string, string>> = {
  agg_distinct: 'DISTINCT',
  agg_filter: 'FILTER',
  agg_order: 'ORDER BY',
  agg_within_group: 'WITHIN GROUP',
  distinctClause: 'DISTINCT',
  func_variadic: 'VARIADIC',
  havingClause: 'HAVING',
  intoClause: 'INTO',
  larg: 'UNION, INTERSECT or EXCEPT',
  limitOffset: 'OFFSET',
  lockingClause: 'FOR UPDATE or FOR SHARE',
  over: 'OVER',
  sortClause: 'ORDER BY',
  usingClause: 'USING',
  valuesLists: 'VALUES',
  windowClause: 'WINDOW',
  withClause: 'WITH',
}

/** checkPart checks a node that the grammar says must be there. */
export function checkPart(node: Node | undefined, context: CheckContext): Checked {
  if (!node) throw context.error('the condition lacks a part')
  return context.check(node, context)
}

/** checkBoolean checks a node and asks it to be boolean; `place` says where it stands, for the message. */
export function checkBoolean(node: Node | undefined, context: CheckContext, place: string): Checked {
  const checked = coerce(checkPart(node, context), 'bool', context)
  if (checked.type === 'bool') return checked
  throw context.error(
    `${place} must be true or false, not ${typeLabel(checked.type)}`,
    node && locationOf(node),
  )
}

/**
 * asText returns an enum's label, or a padded text without its padding, as plain text: their own types take part in
 * nothing but comparisons among themselves and with literals. What PostgreSQL would make of `char` beside text depends
 * on whether that is `varchar`.
 */
export function asText(checked: Checked): Checked {
  const isLabel = checked.type === 'enum' && checked.kind !== 'literal'
  if (!isLabel && checked.type !== 'char') return checked
  return { kind: 'cast', arg: checked, name: 'pg_catalog.text', hasModifiers: false, type: 'text' }
}

/** Unified are values that have taken one common type. */
export interface Unified {
  readonly type: SqlType
  readonly values: readonly Checked[]
}

/** unify returns values that stand for one another one type; a row of plain literals becomes text. */
export function unify(
  given: readonly Checked[],
  context: CheckContext,
  what: string,
  location?: number,
): Unified {
  const values = given.map(asText)
  let common: SqlType = 'unknown'
  for (const { type } of values) {
    const next = commonType(common, type)
    if (!next) throw context.error(`${what} mixes ${typeLabel(common)} and ${typeLabel(type)}`, location)
    common = next
  }
  const type = common === 'unknown' ? 'text' : common
  return { type, values: values.map((value) => coerce(value, type, context)) }
}

/** compare builds the comparison of two checked values, giving literals the type of the other side. */
export function compare(
  operator: ComparisonOperator,
  first: Checked,
  second: Checked,
  context: CheckContext,
  location?: number,
): Comparison {
  const [left, right] = sameKind(
    coerce(first, second.type === 'unknown' ? 'text' : second.type, context, second),
    coerce(second, first.type === 'unknown' ? 'text' : first.type, context, first),
    operator,
  )
  if (!isComparable(left.type, right.type))
    throw context.error(cannotCompare(left.type, right.type), location)
  if (left.kind === 'column' && right.kind === 'column') refuseSelf(left, right, context, location)
  const byCodePoint = !isEquality(operator) && left.type === 'text' && right.type === 'text'
  return { kind: 'comparison', operator, left, right, byCodePoint, type: 'bool' }
}

function isEquality(operator: ComparisonOperator): boolean {
  return operator === '=' || operator === '<>'
}

// Two enums are equal when their labels are. Their order is that of their own type, if it is one and the same.
function sameKind(left: Checked, right: Checked, operator: ComparisonOperator): readonly [Checked, Checked] {
  const isSame = left.type === right.type
  const isWithLiteral = left.kind === 'literal' || right.kind === 'literal'
  if (isSame && (left.type !== 'enum' || isWithLiteral || !isEquality(operator))) return [left, right]
  return [asText(left), asText(right)]
}

// In `exists (select 1 from m where m.team_id = team_id)` both are m's, as in any SQL: the test is always true and the
// policy lets everyone pass. Nobody means that.
function refuseSelf(left: ColumnUse, right: ColumnUse, context: CheckContext, location?: number): void {
  const { entry, column } = left
  if (entry.own || right.entry !== entry || right.column.name !== column.name) return
  const own = context.findings.own.table
  const hint = own.columns.has(column.name) ? `: write ${own.slug}.${column.name} for the policy's table` : ''
  throw context.error(`this compares ${entry.name}.${column.name} with itself${hint}`, location)
}

function cannotCompare(left: SqlType, right: SqlType): string {
  if (left === 'json' || right === 'json') return 'json values have no comparison: compare the result of ->>'
  return `cannot compare ${typeLabel(left)} with ${typeLabel(right)}: cast one of them`
}

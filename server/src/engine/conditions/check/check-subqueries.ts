// The check of subqueries: a plain SELECT over tables of the same project, which are named by their slug alone.

import type { Checked, Join, Select, Subquery } from '#engine/conditions/syntax/checked.ts'
import type { RangeEntry, SubqueryScope } from '#engine/conditions/syntax/scope.ts'
import { locationOf, namesOf } from '#engine/conditions/syntax/tree.ts'
import { elementType } from '#engine/conditions/syntax/types.ts'
import type { Node, SelectStmt, SubLink } from '#engine/parser/syntax-tree.ts'
import type { CheckContext } from './check-context.ts'
import { type ReadJoin, readFrom } from './check-from.ts'
import { checkBoolean, checkFields, checkPart, compare } from './check-parts.ts'
import { coerce } from './literals.ts'

const MAX_LIMIT = 1_000_000

/** checkSubquery checks EXISTS (…), x IN (…), x = ANY (…) and a scalar (…). */
export function checkSubquery(node: SubLink, context: CheckContext): Subquery {
  const { subLinkType, testexpr, subselect, location } = node
  checkFields(node, ['subLinkType', 'testexpr', 'operName', 'subselect', 'location'], 'a subquery', context)
  if (!subselect || !('SelectStmt' in subselect)) throw context.error('a subquery must be a SELECT', location)
  context.findings.subqueries += 1
  if (subLinkType === 'EXISTS_SUBLINK') {
    return {
      kind: 'subquery',
      form: 'exists',
      left: undefined,
      select: checkSelect(subselect.SelectStmt, true, context, location),
      type: 'bool',
    }
  }
  const select = checkSelect(subselect.SelectStmt, false, context, location)
  const target = outputOf(select, context, location)
  if (subLinkType === 'EXPR_SUBLINK') {
    return {
      kind: 'subquery',
      form: 'scalar',
      left: undefined,
      select: { ...select, target },
      type: target.type,
    }
  }
  const operator = namesOf(node.operName)?.join('.') || '='
  if (subLinkType !== 'ANY_SUBLINK' || operator !== '=') {
    throw context.error(
      'of subqueries only EXISTS, IN, NOT IN, = ANY and single values are allowed',
      location,
    )
  }
  const equality = compare('=', checkPart(testexpr, context), target, context, location)
  return {
    kind: 'subquery',
    form: 'any',
    left: equality.left,
    select: { ...select, target: equality.right },
    type: 'bool',
  }
}

function outputOf(select: Select, context: CheckContext, location: number | undefined): Checked {
  if (!select.target) throw context.error('this subquery must return one column', location)
  if (elementType(select.target.type)) throw context.error('a subquery must not return arrays', location)
  return select.target
}

const CLAUSES = ['targetList', 'fromClause', 'whereClause', 'groupClause', 'limitCount', 'limitOption', 'op']

function checkSelect(
  statement: SelectStmt,
  mayStar: boolean,
  outer: CheckContext,
  location: number | undefined,
): Select {
  if (statement.op !== 'SETOP_NONE') {
    throw outer.error('UNION, INTERSECT and EXCEPT are not allowed in a subquery', location)
  }
  checkFields(statement, CLAUSES, 'a subquery', outer)
  const from = (statement.fromClause ?? []).map((node) => readFrom(node, outer))
  const entries = from.flatMap(({ first, joins }) => [first, ...joins.map(({ entry }) => entry)])
  refuseSameNames(entries, outer, location)
  const unrestricted = checkUnrestricted(entries, outer, location)
  const context = { ...outer, scope: { entries, outer: outer.scope }, aggregates: false }
  const where = statement.whereClause && checkBoolean(statement.whereClause, context, 'WHERE')
  const groupBy = (statement.groupClause ?? []).map((node) => checkGroup(node, context))
  const target = checkTarget(statement.targetList ?? [], mayStar, { ...context, aggregates: true }, location)
  const checkedFrom = from.map(({ first, joins }) => ({ first, joins: checkJoins(first, joins, outer) }))
  return { target, from: checkedFrom, where, groupBy, limit: readLimit(statement, outer), unrestricted }
}

// What reads past policies runs under another identity as a whole, so nothing in it can be subject to them.
function checkUnrestricted(
  entries: readonly RangeEntry[],
  outer: CheckContext,
  location: number | undefined,
): boolean {
  const within = isUnrestricted(outer.scope)
  const restricted = entries.find((entry) => !entry.unrestricted)
  if (restricted === undefined) return entries.length > 0
  if (!within && !entries.some((entry) => entry.unrestricted)) return false
  const { slug } = restricted.table
  throw outer.error(
    `in a subquery that reads a table past its policies all are read so: write unrestricted(${slug}), or ask about ${slug} in a subquery beside it`,
    location,
  )
}

function isUnrestricted(scope: SubqueryScope | undefined): boolean {
  if (scope === undefined) return false
  return scope.entries.some(({ unrestricted }) => unrestricted) || isUnrestricted(scope.outer)
}

function refuseSameNames(
  entries: readonly RangeEntry[],
  context: CheckContext,
  location: number | undefined,
): void {
  const names = entries.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw context.error(`table name ${twice} is used twice: add an alias`, location)
}

// As in PostgreSQL, ON sees the tables of its own join so far, and what is outside of the subquery.
function checkJoins(first: RangeEntry, joins: readonly ReadJoin[], outer: CheckContext): readonly Join[] {
  return joins.map(({ join, entry, quals }, index) => {
    const entries = [first, ...joins.slice(0, index + 1).map((before) => before.entry)]
    const context = { ...outer, scope: { entries, outer: outer.scope }, aggregates: false }
    return { join, entry, on: quals && checkBoolean(quals, context, 'ON') }
  })
}

function checkTarget(
  targets: readonly Node[],
  mayStar: boolean,
  context: CheckContext,
  location: number | undefined,
): Checked | undefined {
  const [only] = targets
  if (targets.length !== 1 || !only || !('ResTarget' in only)) {
    throw context.error('a subquery must return exactly one column', location)
  }
  checkFields(only.ResTarget, ['val', 'name', 'location'], "a subquery's output", context)
  const { val } = only.ResTarget
  if (mayStar && val && isStar(val)) return undefined
  return coerce(checkPart(val, context), 'text', context, undefined, true)
}

function isStar(node: Node): boolean {
  if (!('ColumnRef' in node)) return false
  const [field, ...more] = node.ColumnRef.fields ?? []
  return field !== undefined && 'A_Star' in field && more.length === 0
}

function checkGroup(node: Node, context: CheckContext): Checked {
  const checked = 'ColumnRef' in node ? context.check(node, context) : undefined
  if (checked?.kind === 'column') return checked
  throw context.error('GROUP BY takes only columns in a condition', locationOf(node))
}

function readLimit(statement: SelectStmt, context: CheckContext): number | undefined {
  const { limitCount, limitOption } = statement
  if (!limitCount) return undefined
  const count = 'A_Const' in limitCount && limitCount.A_Const.ival ? (limitCount.A_Const.ival.ival ?? 0) : -1
  if (limitOption === 'LIMIT_OPTION_COUNT' && count >= 0 && count <= MAX_LIMIT) return count
  throw context.error('LIMIT takes a plain number in a condition', locationOf(limitCount))
}

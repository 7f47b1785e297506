// The check of subqueries: a plain SELECT over tables of the same project, which are named by their slug alone.

import type { Checked, Join, Select, Subquery } from '#engine/conditions/syntax/checked.ts'
import type { RangeEntry } from '#engine/conditions/syntax/scope.ts'
import { kindOf, locationOf, namesOf } from '#engine/conditions/syntax/tree.ts'
import { elementType } from '#engine/conditions/syntax/types.ts'
import type { JoinExpr, Node, RangeVar, SelectStmt, SubLink } from '#engine/parser/syntax-tree.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { CheckContext } from './check-context.ts'
import { checkBoolean, checkFields, checkPart, compare } from './check-parts.ts'
import { coerce } from './literals.ts'

// Each further table multiplies the rows that PostgreSQL may have to look at.
const MAX_TABLES = 8
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
  const context = { ...outer, scope: { entries, outer: outer.scope }, aggregates: false }
  const where = statement.whereClause && checkBoolean(statement.whereClause, context, 'WHERE')
  const groupBy = (statement.groupClause ?? []).map((node) => checkGroup(node, context))
  const target = checkTarget(statement.targetList ?? [], mayStar, { ...context, aggregates: true }, location)
  const checkedFrom = from.map(({ first, joins }) => ({ first, joins: checkJoins(first, joins, outer) }))
  return { target, from: checkedFrom, where, groupBy, limit: readLimit(statement, outer) }
}

interface ReadJoin extends Omit<Join, 'on'> {
  readonly quals: Node | undefined
}

interface ReadFrom {
  readonly first: RangeEntry
  readonly joins: readonly ReadJoin[]
}

function readFrom(node: Node, context: CheckContext): ReadFrom {
  if ('RangeVar' in node) return { first: readTable(node.RangeVar, context), joins: [] }
  if ('JoinExpr' in node) return readJoin(node.JoinExpr, context)
  const what = kindOf(node)
  throw context.error(`${REFUSED[what] ?? what} not allowed in a subquery's FROM`, locationOf(node))
}

const REFUSED: Readonly<Record<string, string>> = {
  RangeSubselect: 'subqueries are',
  RangeFunction: 'functions are',
  RangeTableSample: 'TABLESAMPLE is',
  RangeTableFunc: 'XMLTABLE is',
  JsonTable: 'JSON_TABLE is',
}

function readJoin(node: JoinExpr, context: CheckContext): ReadFrom {
  const { jointype, larg, rarg, quals } = node
  checkFields(node, ['jointype', 'larg', 'rarg', 'quals', 'rtindex'], 'a join', context)
  if (jointype !== 'JOIN_INNER' && jointype !== 'JOIN_LEFT') {
    throw context.error('only JOIN, LEFT JOIN and CROSS JOIN are allowed in a condition')
  }
  if (!larg || !rarg || !('RangeVar' in rarg)) {
    throw context.error('what is joined must be a table, without parentheses', rarg && locationOf(rarg))
  }
  const left = readFrom(larg, context)
  const join = jointype === 'JOIN_LEFT' ? 'LEFT JOIN' : quals ? 'JOIN' : 'CROSS JOIN'
  return {
    first: left.first,
    joins: [...left.joins, { join, entry: readTable(rarg.RangeVar, context), quals }],
  }
}

function readTable(table: RangeVar, context: CheckContext): RangeEntry {
  const { relname: slug = '', schemaname, catalogname, alias, inh, location } = table
  const { findings, error } = context
  if (schemaname !== undefined || catalogname !== undefined) {
    throw error(
      `name the table ${slug} without a schema: a condition reads only tables of its project`,
      location,
    )
  }
  if (!inh) throw error('ONLY is not allowed in a condition', location)
  checkFields(table, ['relname', 'inh', 'relpersistence', 'alias', 'location'], 'a table name', context)
  if (alias?.colnames)
    throw error('names for columns behind a table are not allowed in a condition', location)
  const shape = findings.findTable(slug)
  if (!shape) throw error(`unknown table ${slug}.${suggestion(slug, findings.tableNames())}`, location)
  // PostgreSQL would apply the table's policies to the subquery, and so this one again, without end.
  if (shape.id === findings.own.table.id) {
    throw error(
      `a condition cannot read its own table ${slug} in a subquery: the policy would need itself`,
      location,
    )
  }
  findings.tables.add(slug)
  findings.entries += 1
  if (findings.entries > MAX_TABLES)
    throw error(`a condition may name at most ${MAX_TABLES} tables`, location)
  const qualifier = `${aliasLetter(findings.own.qualifier)}${findings.entries}`
  return { name: alias?.aliasname ?? slug, qualifier, table: shape, own: false, readsDeleted: false }
}

// The own table keeps its slug as its name, which a made-up alias must not hide.
function aliasLetter(ownQualifier: string): string {
  return ownQualifier.startsWith('t') ? 'u' : 't'
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

// What a subquery of a condition reads: tables of the same project by their slugs, under their policies or past them.

import type { Join } from '#engine/conditions/syntax/checked.ts'
import type { RangeEntry } from '#engine/conditions/syntax/scope.ts'
import { kindOf, locationOf, namesOf } from '#engine/conditions/syntax/tree.ts'
import type { Alias, JoinExpr, Node, RangeFunction, RangeVar } from '#engine/parser/syntax-tree.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { CheckContext } from './check-context.ts'
import { checkFields } from './check-parts.ts'

// Each further table multiplies the rows that PostgreSQL may have to look at.
const MAX_TABLES = 8

/** ReadJoin is a join whose ON is not checked yet. */
export interface ReadJoin extends Omit<Join, 'on'> {
  readonly quals: Node | undefined
}

/** ReadFrom is one item of FROM. */
export interface ReadFrom {
  readonly first: RangeEntry
  readonly joins: readonly ReadJoin[]
}

/** readFrom reads one item of a subquery's FROM. */
export function readFrom(node: Node, context: CheckContext): ReadFrom {
  const first = readEntry(node, context)
  if (first !== undefined) return { first, joins: [] }
  if ('JoinExpr' in node) return readJoin(node.JoinExpr, context)
  const what = kindOf(node)
  throw context.error(`${REFUSED[what] ?? what} not allowed in a subquery's FROM`, locationOf(node))
}

const REFUSED: Readonly<Record<string, string>> = {
  RangeSubselect: 'subqueries are',
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
  const left = larg && readFrom(larg, context)
  const entry = rarg && readEntry(rarg, context)
  if (!left || !entry) {
    throw context.error('what is joined must be a table, without parentheses', rarg && locationOf(rarg))
  }
  const join = jointype === 'JOIN_LEFT' ? 'LEFT JOIN' : quals ? 'JOIN' : 'CROSS JOIN'
  return {
    first: left.first,
    joins: [...left.joins, { join, entry, quals }],
  }
}

// Undefined for what is neither a table nor unrestricted(table).
function readEntry(node: Node, context: CheckContext): RangeEntry | undefined {
  if ('RangeVar' in node) return readTable(node.RangeVar, context)
  return 'RangeFunction' in node ? readUnrestricted(node.RangeFunction, context) : undefined
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
  const shape = findTable(slug, context, location)
  // PostgreSQL would apply the table's policies to the subquery, and so this one again, without end.
  if (shape.id === findings.own.table.id) {
    throw error(
      `a condition cannot read its own table ${slug} in a subquery: the policy would need itself. ` +
        pastPolicies(slug),
      location,
    )
  }
  findings.tables.add(slug)
  return entryOf(shape, alias, false, context, location)
}

const UNRESTRICTED = 'unrestricted'

function readUnrestricted(node: RangeFunction, context: CheckContext): RangeEntry {
  const { functions, alias } = node
  const [only, ...more] = functions ?? []
  const [call, columns] = only !== undefined && 'List' in only ? (only.List.items ?? []) : []
  if (more.length > 0 || !call || !('FuncCall' in call) || (columns && Object.keys(columns).length > 0)) {
    throw context.error("functions are not allowed in a subquery's FROM")
  }
  const { funcname, args, location } = call.FuncCall
  const name = namesOf(funcname)?.join('.') ?? ''
  if (name !== UNRESTRICTED) {
    throw context.error(
      `function ${name} is not allowed in a subquery's FROM. ${pastPolicies('a table')}`,
      location,
    )
  }
  checkFields(node, ['functions', 'alias'], 'unrestricted(…)', context)
  checkFields(call.FuncCall, ['funcname', 'args', 'funcformat', 'location'], 'unrestricted(…)', context)
  const [arg, ...others] = args ?? []
  const [slug, ...rest] = (arg && 'ColumnRef' in arg && namesOf(arg.ColumnRef.fields)) || []
  if (slug === undefined || rest.length > 0 || others.length > 0)
    throw context.error('unrestricted takes the name of one table, such as unrestricted(members)', location)
  const shape = findTable(slug, context, location)
  if (shape.is_view === true)
    throw context.error(`${slug} is a view, which has no policies: name its tables instead`, location)
  context.findings.unrestricted.add(slug)
  return entryOf(shape, alias, true, context, location)
}

/** pastPolicies says how a condition reads a table past its policies. */
export function pastPolicies(slug: string): string {
  return (
    `To read ${slug} past its policies, write ${UNRESTRICTED}(…), such as ` +
    `board_id in (select board_id from ${UNRESTRICTED}(members) where user_id = auth.uid())`
  )
}

function findTable(
  slug: string,
  { findings, error }: CheckContext,
  location: number | undefined,
): TableShape {
  const shape = findings.findTable(slug)
  if (shape !== undefined) return shape
  throw error(`unknown table ${slug}.${suggestion(slug, findings.tableNames())}`, location)
}

function entryOf(
  table: TableShape,
  alias: Alias | undefined,
  unrestricted: boolean,
  { findings, error }: CheckContext,
  location: number | undefined,
): RangeEntry {
  if (alias?.colnames)
    throw error('names for columns behind a table are not allowed in a condition', location)
  findings.entries += 1
  if (findings.entries > MAX_TABLES)
    throw error(`a condition may name at most ${MAX_TABLES} tables`, location)
  const qualifier = `${aliasLetter(findings.own.qualifier)}${findings.entries}`
  return {
    name: alias?.aliasname ?? table.slug,
    qualifier,
    table,
    own: false,
    unrestricted,
    readsDeleted: false,
  }
}

// The own table keeps its slug as its name, which a made-up alias must not hide.
function aliasLetter(ownQualifier: string): string {
  return ownQualifier.startsWith('t') ? 'u' : 't'
}

// SELECT, VALUES, set operations and WITH, at the top of a query and within it.

import { locationOf } from '#engine/conditions/syntax/tree.ts'
import type { Node, ResTarget, SelectStmt } from '#engine/parser/syntax-tree.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { Column, Context, Meter, Selected } from '#engine/sql/context/context.ts'
import { joined, type Sql } from '#engine/sql/context/fragment.ts'
import { aside, knownFields, writeExpression } from '#engine/sql/context/parts.ts'
import { writeWindow } from '#engine/sql/expressions/calls.ts'
import { starOf } from '#engine/sql/expressions/columns.ts'
import { writeSortItem } from '#engine/sql/expressions/sort.ts'
import { writeFrom } from './from.ts'
import { type Outputs, writeGroups, writeKey } from './keys.ts'
import { outputName } from './names.ts'
import { writeWith } from './with.ts'

const ENDS = ['sortClause', 'limitCount', 'limitOffset', 'limitOption', 'op', 'withClause']
const MAX_VALUES = 1000
// As in PostgreSQL.
const MAX_COLUMNS = 1664

/** select writes a query; others reach it as writeSelect. */
export function select(statement: SelectStmt, outer: Context): Selected {
  const { withClause } = statement
  const opened = withClause ? writeWith(withClause, outer) : { sql: '', context: outer }
  const context: Context = { ...opened.context, meter: { weight: 0, gathered: false } }
  const body = writeBody(statement, context)
  return { sql: [opened.sql, body.sql, writeEnd(statement, body)], columns: body.columns }
}

interface Body extends Selected {
  readonly context: Context
  readonly outputs: Outputs
}

function writeBody(statement: SelectStmt, context: Context): Body {
  if (statement.op !== 'SETOP_NONE') return setOperation(statement, context)
  return statement.valuesLists ? values(statement, context) : plain(statement, context)
}

const OPERATIONS: Readonly<Record<string, string>> = {
  SETOP_UNION: ' union ',
  SETOP_INTERSECT: ' intersect ',
  SETOP_EXCEPT: ' except ',
}

function setOperation(statement: SelectStmt, context: Context): Body {
  const { op = '', all, larg, rarg } = statement
  knownFields(statement, [...ENDS, 'all', 'larg', 'rarg'], 'this query', context)
  const sign = OPERATIONS[op]
  if (!sign || !larg || !rarg) throw context.state.fail('this query is not allowed')
  const [left, right] = [select(larg, context), select(rarg, context)]
  const columns = left.columns.map((column, index) => heavier(column, right.columns[index]))
  const sql = ['(', left.sql, ')', sign, all ? 'all (' : '(', right.sql, ')']
  return { sql, columns, context, outputs: outputsOf(columns, true) }
}

function outputsOf(columns: readonly Column[], only: boolean): Outputs {
  return { names: columns.map(({ name }) => name), only }
}

function heavier(left: Column, right: Column | undefined): Column {
  const weight = Math.max(left.weight, right?.weight ?? 0)
  return { name: left.name, weight, gathered: left.gathered || right?.gathered === true }
}

function values(statement: SelectStmt, context: Context): Body {
  knownFields(statement, [...ENDS, 'valuesLists'], 'VALUES', context)
  const lists = statement.valuesLists ?? []
  if (lists.length > MAX_VALUES) throw context.state.fail(`VALUES takes at most ${MAX_VALUES} rows`)
  const rows = lists.map((list) =>
    ('List' in list ? (list.List.items ?? []) : []).map((item) => metered(item, context)),
  )
  const columns = (rows[0] ?? []).map((_, index) => ({
    name: `column${index + 1}`,
    weight: Math.max(...rows.map((row) => row[index]?.column.weight ?? 0)),
    gathered: rows.some((row) => row[index]?.column.gathered),
  }))
  const written = rows.map(
    (row): Sql => [
      '(',
      joined(
        row.map(({ sql }) => sql),
        ', ',
      ),
      ')',
    ],
  )
  return { sql: ['values ', joined(written, ', ')], columns, context, outputs: outputsOf(columns, true) }
}

const CLAUSES = ['distinctClause', 'targetList', 'fromClause', 'whereClause', 'groupClause', 'havingClause']

function plain(statement: SelectStmt, outer: Context): Body {
  knownFields(statement, [...ENDS, ...CLAUSES, 'windowClause'], 'a query', outer)
  const { distinctClause, fromClause, groupClause, havingClause, whereClause, windowClause } = statement
  const from = writeFrom(fromClause ?? [], outer)
  const scope = { entries: from.entries, visible: from.visible, outer: outer.scope }
  const context: Context = { ...outer, scope }
  const targets = writeTargets(statement.targetList ?? [], context)
  const columns = targets.map(({ column }) => column)
  const outputs = outputsOf(columns, false)
  const clause = (sign: string, node: Node | undefined) => (node ? [sign, aside(node, context)] : '')
  const sql = [
    'select ',
    distinctClause ? writeDistinct(distinctClause, outputs, context) : '',
    joined(
      targets.map((target) => target.sql),
      ', ',
    ),
    from.entries.length > 0 ? [' from ', from.sql] : '',
    clause(' where ', whereClause),
    groupClause ? [' group by ', writeGroups(groupClause, outputs, context)] : '',
    clause(' having ', havingClause),
    windowClause ? [' window ', writeWindows(windowClause, context)] : '',
  ]
  return { sql, columns, context, outputs }
}

interface Target {
  readonly sql: Sql
  readonly column: Column
}

// A star stands for many columns, and a star over a subquery for all of its stars.
function writeTargets(nodes: readonly Node[], context: Context): Target[] {
  const targets: Target[] = []
  for (const node of nodes) {
    const more = writeTarget(node, context)
    if (targets.length + more.length > MAX_COLUMNS)
      throw context.state.fail(`a query may have at most ${MAX_COLUMNS} columns`, locationOf(node))
    targets.push(...more)
  }
  return targets
}

function writeTarget(node: Node, context: Context): Target[] {
  if (!('ResTarget' in node)) throw context.state.fail('this is not allowed in SELECT', locationOf(node))
  const target: ResTarget = node.ResTarget
  knownFields(target, ['name', 'val', 'location'], 'SELECT', context)
  const { val, name } = target
  const star = val && 'ColumnRef' in val ? starOf(val.ColumnRef, context) : undefined
  if (star) return star.map((column) => ({ sql: column.sql, column }))
  return [metered(val, context, name)]
}

function metered(node: Node | undefined, context: Context, name?: string): Target {
  const meter: Meter = { weight: 0, gathered: false }
  const sql = writeExpression(node, { ...context, meter })
  return { sql, column: { name: name ?? outputName(node), ...meter } }
}

function writeDistinct(nodes: readonly Node[], outputs: Outputs, context: Context): Sql {
  const keys = nodes.filter((node) => Object.keys(node).length > 0)
  if (keys.length === 0) return 'distinct '
  return [
    'distinct on (',
    joined(
      keys.map((key) => writeKey(key, outputs, context)),
      ', ',
    ),
    ') ',
  ]
}

function writeWindows(nodes: readonly Node[], context: Context): Sql {
  const windows = nodes.map((node): Sql => {
    if (!('WindowDef' in node)) throw context.state.fail('this is not a window')
    return [`${quoteIdentifier(node.WindowDef.name ?? '')} as `, writeWindow(node.WindowDef, context)]
  })
  return joined(windows, ', ')
}

function writeEnd(statement: SelectStmt, { context, outputs }: Body): Sql {
  const { sortClause, limitCount, limitOffset, limitOption } = statement
  const items = (sortClause ?? []).map((item) =>
    writeSortItem(item, context, (key, at) => writeKey(key, outputs, at)),
  )
  return [
    items.length > 0 ? [' order by ', joined(items, ', ')] : '',
    limitOffset ? [' offset (', aside(limitOffset, context), ')'] : '',
    limitCount ? limit(limitCount, limitOption === 'LIMIT_OPTION_WITH_TIES', context) : '',
  ]
}

function limit(node: Node, ties: boolean, context: Context): Sql {
  const count = ['(', aside(node, context), ')']
  return ties ? [' fetch first ', count, ' rows with ties'] : [' limit ', count]
}

// FROM: a project's tables without their deleted rows, WITH queries, subqueries, functions and joins. Each relation gets
// an alias and column names that are ours, so that what stands in the query can be found by them alone.

import { kindOf, locationOf, namesOf } from '#engine/conditions/syntax/tree.ts'
import type {
  Alias,
  JoinExpr,
  Node,
  RangeFunction,
  RangeSubselect,
  RangeVar,
} from '#engine/parser/syntax-tree.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import {
  type Column,
  type Context,
  type Entry,
  type Meter,
  nextAlias,
  type SelectScope,
  type Visible,
} from '#engine/sql/context/context.ts'
import { joined, marked, type Sql } from '#engine/sql/context/fragment.ts'
import { aside, knownFields, writeExpression, writeSelect } from '#engine/sql/context/parts.ts'
import { ruleOf } from '#engine/sql/expressions/calls.ts'
import { RECORD_FUNCTIONS } from '#engine/sql/expressions/functions.ts'
import { writeType } from '#engine/sql/expressions/types.ts'
import { joinColumns } from './join-columns.ts'
import { uniqueNames } from './names.ts'

/** From is a written FROM item and what it lets the query see. */
export interface From {
  readonly sql: Sql
  readonly entries: readonly Entry[]
  readonly visible: readonly Visible[]
}

const NOTHING: From = { sql: '', entries: [], visible: [] }

/** writeFrom writes a whole FROM list; an empty list becomes an empty text. */
export function writeFrom(nodes: readonly Node[], context: Context): From {
  let from = NOTHING
  for (const node of nodes) {
    const item = writeItem(node, from, context)
    from = side(from, item, from === NOTHING ? item.sql : [from.sql, ', ', item.sql])
  }
  const name = repeated(from.entries)
  if (name !== undefined) {
    throw context.state.fail(
      `the table ${name} is in FROM more than once: add aliases`,
      nodes[0] && locationOf(nodes[0]),
    )
  }
  return from
}

function repeated(entries: readonly Entry[]): string | undefined {
  const names = entries.flatMap(({ name }) => name ?? [])
  return names.find((name, index) => names.indexOf(name) !== index)
}

function side(left: From, right: From, sql: Sql): From {
  return {
    sql,
    entries: [...left.entries, ...right.entries],
    visible: [...left.visible, ...right.visible],
  }
}

// What stands to the left can be seen by functions and by LATERAL.
function lateral(left: From, context: Context): Context {
  const scope: SelectScope = { entries: left.entries, visible: left.visible, outer: context.scope }
  return { ...context, scope }
}

function writeItem(node: Node, left: From, context: Context): From {
  if ('RangeVar' in node) return relation(node.RangeVar, context)
  if ('RangeSubselect' in node) return subselect(node.RangeSubselect, left, context)
  if ('RangeFunction' in node) return rangeFunction(node.RangeFunction, left, context)
  if ('JoinExpr' in node) return join(node.JoinExpr, left, context)
  const kind = kindOf(node)
  throw context.state.fail(`${REFUSED[kind] ?? kind} is not allowed in FROM`, locationOf(node))
}

const REFUSED: Readonly<Record<string, string>> = {
  RangeTableSample: 'TABLESAMPLE',
  RangeTableFunc: 'XMLTABLE',
  JsonTable: 'JSON_TABLE',
}

function relation(node: RangeVar, context: Context): From {
  const { fail, tables } = context.state
  const { relname = '', schemaname, location } = node
  const fields = ['schemaname', 'relname', 'inh', 'relpersistence', 'alias', 'location']
  knownFields(node, fields, 'the name of a table', context)
  if (!node.inh) throw fail('ONLY is not allowed', location)
  const written = schemaname === undefined ? context.relations.get(relname) : undefined
  if (written) return entryOf(`"${written.alias}"`, relname, written.columns, node.alias, context, location)
  const table = tables.get(relname)
  if (!table || (schemaname !== undefined && schemaname !== table.schema)) {
    const asked = `${schemaname ? `${schemaname}.` : ''}${relname}`
    const near = suggestion(relname, tables.keys())
    throw fail(`there is no table ${asked} in this project.${near}`, location)
  }
  const columns = [...table.columns.keys()].map((name) => ({ name, weight: 1, gathered: false }))
  const from = entryOf(marked(location, liveRows(table)), relname, columns, node.alias, context, location)
  return table.is_view === true ? from : withKey(from, [...table.columns.values()])
}

// PostgreSQL knows the primary key of a table, but not that of the subquery around it. json cannot be grouped by.
function withKey({ sql, visible, entries: [entry] }: From, columns: readonly ColumnShape[]): From {
  const key = columns.findIndex(({ name }) => name === 'id')
  const decides = visible
    .filter((_, index) => columns[index]?.data_type !== 'json')
    .map((column) => column.sql)
  const keyed = visible.map((column, index) => (index === key ? { ...column, decides } : column))
  return { sql, visible: keyed, entries: entry ? [{ ...entry, columns: keyed }] : [] }
}

// Deleted rows are left out as everywhere else in the API. PostgreSQL takes such a subquery apart, so that it costs
// nothing and indexes are used.
function liveRows(table: TableShape): string {
  const columns = [...table.columns.keys()].map(quoteIdentifier).join(', ')
  const where = table.soft_delete ? ' where "deleted_at" is null' : ''
  return `(select ${columns} from ${qualify(table.schema, table.slug)}${where})`
}

// A relation gets its alias, and its columns the names that they have below it.
function entryOf(
  sql: Sql,
  name: string | undefined,
  columns: readonly Column[],
  given: Alias | undefined,
  context: Context,
  location: number | undefined,
  types?: readonly string[],
): From {
  const { fail } = context.state
  const renamed = namesOf(given?.colnames) ?? []
  if (renamed.length > columns.length)
    throw fail(`the relation ${given?.aliasname} has only ${columns.length} columns`, location)
  const alias = nextAlias(context, location)
  const names = columns.map((column, index) => renamed[index] ?? column.name)
  // A row is written as its alias alone, which no column may then be called.
  if (names.some((one) => /^t\$\d+$/.test(one))) throw fail('a column cannot be called like t$1', location)
  const inner = uniqueNames(names).map(quoteIdentifier)
  const visible = columns.map(({ name, weight, gathered }, index) => ({
    name: names[index] ?? name,
    weight,
    gathered,
    sql: `"${alias}".${inner[index]}`,
  }))
  const list = inner.map((one, index) => (types ? `${one} ${types[index]}` : one)).join(', ')
  const entry: Entry = { name: given?.aliasname ?? name, alias, columns: visible }
  const written = list === '' ? [sql, ` as "${alias}"`] : [sql, ` as "${alias}"(${list})`]
  return { sql: written, entries: [entry], visible }
}

function subselect(node: RangeSubselect, left: From, context: Context): From {
  knownFields(node, ['lateral', 'subquery', 'alias'], 'FROM', context)
  const { subquery, alias } = node
  if (!subquery || !('SelectStmt' in subquery)) throw context.state.fail('a subquery must be a SELECT')
  const { sql, columns } = writeSelect(subquery.SelectStmt, node.lateral ? lateral(left, context) : context)
  return entryOf([node.lateral ? 'lateral (' : '(', sql, ')'], undefined, columns, alias, context, undefined)
}

function rangeFunction(node: RangeFunction, left: From, context: Context): From {
  const { fail } = context.state
  const { alias, coldeflist = [], functions = [], ordinality } = node
  knownFields(node, ['lateral', 'ordinality', 'functions', 'alias', 'coldeflist'], 'FROM', context)
  const [list] = functions
  const [call, definitions] = list && 'List' in list ? (list.List.items ?? []) : []
  if (functions.length !== 1 || !call || !('FuncCall' in call) || Object.keys(definitions ?? {}).length > 0) {
    throw fail('only one function is allowed here', list && locationOf(list))
  }
  const { location, args = [] } = call.FuncCall
  const { name, columns } = ruleOf(call.FuncCall, context)
  if (name === 'unnest' && args.length > 1) throw fail('the function unnest takes one array here', location)
  const meter: Meter = { weight: 0, gathered: false }
  const sql = writeExpression(call, { ...lateral(left, context), meter })
  const typed = RECORD_FUNCTIONS.has(name) ? defined(coldeflist, context) : undefined
  if (coldeflist.length > 0 !== (typed !== undefined)) {
    throw fail(
      typed
        ? `the function ${name} needs its columns: as x(a int, b text)`
        : `the function ${name} has its own columns`,
      location,
    )
  }
  const names = typed?.map((one) => one.name) ?? columns ?? [alias?.aliasname ?? name]
  const all = ordinality ? [...names, 'ordinality'] : names
  const made = all.map((one) => ({ ...meter, name: one }))
  const types = typed?.map((one) => one.type)
  return entryOf([sql, ordinality ? ' with ordinality' : ''], name, made, alias, context, location, types)
}

function defined(list: readonly Node[], context: Context): { name: string; type: string }[] {
  return list.map((node) => {
    if (!('ColumnDef' in node)) throw context.state.fail('this is not a column')
    const { colname = '', typeName } = node.ColumnDef
    knownFields(node.ColumnDef, ['colname', 'typeName', 'is_local', 'location'], 'a column', context)
    return { name: colname, type: writeType(typeName ?? {}, context.state.fail) }
  })
}

const JOINS: Readonly<Record<string, string>> = {
  JOIN_INNER: ' join ',
  JOIN_LEFT: ' left join ',
  JOIN_RIGHT: ' right join ',
  JOIN_FULL: ' full join ',
}

function join(node: JoinExpr, before: From, context: Context): From {
  const { jointype = '', isNatural, larg, rarg, usingClause, quals } = node
  const { fail } = context.state
  const fields = ['jointype', 'isNatural', 'larg', 'rarg', 'usingClause', 'quals']
  knownFields(node, fields, 'a join (give an alias to a subquery in its place)', context)
  const sign = JOINS[jointype]
  if (!sign || !larg || !rarg) throw fail('this join is not allowed')
  const left = writeItem(larg, before, context)
  const right = writeItem(rarg, side(before, left, ''), context)
  const both = side(left, right, '')
  if (isNatural || usingClause) {
    const using = usingClause && (namesOf(usingClause) ?? [])
    const { condition, visible } = joinColumns(jointype, left, right, using, fail)
    return { ...both, visible, sql: ['(', left.sql, sign, right.sql, ' on ', condition, ')'] }
  }
  if (!quals) return { ...both, sql: ['(', left.sql, ' cross join ', right.sql, ')'] }
  const scope: SelectScope = { entries: both.entries, visible: both.visible, outer: context.scope }
  const condition = aside(quals, { ...context, scope })
  return { ...both, sql: ['(', joined([left.sql, right.sql], sign), ' on ', condition, ')'] }
}

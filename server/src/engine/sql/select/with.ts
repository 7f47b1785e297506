// WITH: its queries read as everything else does, and each is written under a name of our own.

import { namesOf } from '#engine/conditions/syntax/tree.ts'
import type { CommonTableExpr, Node, SelectStmt, WithClause } from '#engine/parser/syntax-tree.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import {
  type Column,
  type CommonTable,
  type Context,
  nextAlias,
  type Selected,
} from '#engine/sql/context/context.ts'
import { joined, type Sql } from '#engine/sql/context/fragment.ts'
import { knownFields, writeSelect } from '#engine/sql/context/parts.ts'
import { uniqueNames } from './names.ts'

/** With is a written WITH clause, and the context in which its queries have names. */
export interface With {
  readonly sql: Sql
  readonly context: Context
}

const MATERIALIZED: Readonly<Record<string, string>> = {
  CTEMaterializeDefault: '',
  CTEMaterializeAlways: 'materialized ',
  CTEMaterializeNever: 'not materialized ',
}

/** writeWith writes a WITH clause. */
export function writeWith(clause: WithClause, outer: Context): With {
  knownFields(clause, ['ctes', 'recursive', 'location'], 'WITH', outer)
  const relations = new Map(outer.relations)
  const context: Context = { ...outer, relations }
  const names = new Set<string>()
  const written = (clause.ctes ?? []).map((node) => {
    const { cte, select, name } = readQuery(node, context)
    if (names.has(name)) throw outer.state.fail(`WITH names ${name} more than once`, cte.location)
    names.add(name)
    const recursive = clause.recursive === true && select.op === 'SETOP_UNION' && mentions(select.rarg, name)
    const { relation, sql } = recursive
      ? recursion(cte, name, select, relations, context)
      : query(cte, writeSelect(select, context), context)
    relations.set(name, relation)
    return define(relation, cte, sql, context)
  })
  return { sql: [clause.recursive ? 'with recursive ' : 'with ', joined(written, ', '), ' '], context }
}

function readQuery(node: Node, { state }: Context) {
  if (!('CommonTableExpr' in node)) throw state.fail('this is not allowed in WITH')
  const cte = node.CommonTableExpr
  const fields = ['ctename', 'aliascolnames', 'ctematerialized', 'ctequery', 'location']
  knownFields(cte, fields, 'WITH', { state } as Context)
  const { ctequery, ctename = '' } = cte
  if (!ctequery || !('SelectStmt' in ctequery)) {
    throw state.fail(`in WITH, ${ctename} must be a SELECT: a query must read and cannot write`, cte.location)
  }
  return { cte, select: ctequery.SelectStmt, name: ctename }
}

interface Written {
  readonly relation: CommonTable
  readonly sql: Sql
}

function query(cte: CommonTableExpr, { sql, columns }: Selected, context: Context): Written {
  return { relation: relationOf(cte, columns, context), sql }
}

// The first part defines the columns, which the second may then name. Rows are not kept to be compared, as UNION alone
// would have it, without a bound on memory; time and temporary space bound the rest.
function recursion(
  cte: CommonTableExpr,
  name: string,
  select: SelectStmt,
  relations: Map<string, CommonTable>,
  context: Context,
): Written {
  const { fail } = context.state
  const fields = ['op', 'all', 'larg', 'rarg', 'limitOption']
  knownFields(select, fields, 'a recursive query', context)
  const { all, larg, rarg } = select
  if (!all) throw fail('a recursive query takes UNION ALL', cte.location)
  if (!larg || !rarg) throw fail('a recursive query needs two parts', cte.location)
  const first = writeSelect(larg, context)
  const relation = relationOf(cte, first.columns, context)
  relations.set(name, { ...relation, columns: relation.columns.map((column) => grown(column, STEP_WEIGHT)) })
  const second = writeSelect(rarg, context)
  const columns = relation.columns.map((column) => grown(column, RECURSIVE_WEIGHT))
  return { relation: { ...relation, columns }, sql: ['(', first.sql, ') union all (', second.sql, ')'] }
}

// A step may add to a value of the step before, and not put it together with itself: it would double at each step.
const STEP_WEIGHT = 501
// How many steps there will be is not known here.
const RECURSIVE_WEIGHT = 100

function grown(column: Column, weight: number): Column {
  return { ...column, weight: Math.max(column.weight, weight), gathered: true }
}

function relationOf(cte: CommonTableExpr, columns: readonly Column[], context: Context): CommonTable {
  const given = namesOf(cte.aliascolnames) ?? []
  if (given.length > columns.length) {
    throw context.state.fail(`the relation ${cte.ctename} has only ${columns.length} columns`, cte.location)
  }
  const named = columns.map((column, index) => ({ ...column, name: given[index] ?? column.name }))
  return { alias: nextAlias(context, cte.location), columns: named }
}

function define({ alias, columns }: CommonTable, cte: CommonTableExpr, sql: Sql, { state }: Context): Sql {
  const materialized = MATERIALIZED[cte.ctematerialized ?? '']
  if (materialized === undefined) throw state.fail('this is not allowed in WITH', cte.location)
  const names = uniqueNames(columns.map(({ name }) => name)).map(quoteIdentifier)
  const list = names.length === 0 ? '' : `(${names.join(', ')})`
  return [`"${alias}"${list} as ${materialized}(`, sql, ')']
}

function mentions(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false
  const { RangeVar } = part as { RangeVar?: { relname?: string; schemaname?: string } }
  if (RangeVar?.relname === name && RangeVar.schemaname === undefined) return true
  return Object.values(part).some((value) => mentions(value, name))
}

// Read-only SQL of a client, checked against allow-lists over the whole tree and written anew from it: what
// PostgreSQL gets to see was written here, and holds nothing of the client's text but names and constants.

import { indexOf } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Context, State } from './context/context.ts'
import { type Flat, flatten, type Sql } from './context/fragment.ts'
import { expression } from './expressions/expressions.ts'
import { parseQuery } from './parse.ts'
import { uniqueNames } from './select/names.ts'
import { select } from './select/select.ts'

/** ReadQuery is a client's query, checked. */
export interface ReadQuery {
  /**
   * text is the statement to run. Of `compileQuery`, each of its rows is a row of the query as JSON, or null once all rows
   * before it and it have more than `bytes`; there are at most `rows` and one.
   */
  readonly text: string
  readonly columns: readonly string[]
  /** positionOf maps a position that PostgreSQL reports, in characters from 1, to an index of the source. */
  positionOf(position: number): number | undefined
}

/** ReadLimits bound the result of a query. */
export interface ReadLimits {
  readonly rows: number
  readonly bytes: number
}

/** compileQuery checks a query and writes it anew, or throws a SqlError. */
export function compileQuery(
  source: string,
  parameters: readonly (string | null)[],
  tables: ReadonlyMap<string, TableShape>,
  limits: ReadLimits,
): ReadQuery {
  return compile(source, parameters, tables, (sql, names) => asJson(sql, names, limits))
}

/** compileExplain does the same for the plan of a query: one row with one value, PostgreSQL's JSON; `analyze` runs the query. */
export function compileExplain(
  source: string,
  parameters: readonly (string | null)[],
  tables: ReadonlyMap<string, TableShape>,
  analyze: boolean,
): ReadQuery {
  const options = analyze ? 'format json, analyze, buffers' : 'format json'
  return compile(source, parameters, tables, (sql) => [`explain (${options}) `, sql])
}

function compile(
  source: string,
  parameters: readonly (string | null)[],
  tables: ReadonlyMap<string, TableShape>,
  write: (sql: Sql, names: readonly string[]) => Sql,
): ReadQuery {
  const { select: statement, fail } = parseQuery(source)
  const state: State = {
    fail,
    tables,
    parameters,
    asked: 0,
    writers: { expression, select },
    relations: 0,
    products: 0,
    depth: 0,
  }
  const context: Context = {
    state,
    scope: undefined,
    relations: new Map(),
    meter: { weight: 0, gathered: false },
  }
  const { sql, columns } = select(statement, context)
  if (state.asked < parameters.length)
    throw new SqlError(`the query takes ${state.asked} parameters, but params has ${parameters.length}`)
  if (columns.length === 0) throw fail('a query must return at least one column')
  const names = uniqueNames(columns.map(({ name }) => name))
  const flat = flatten(write(sql, names))
  return { text: flat.text, columns: names, positionOf: (position) => sourceOf(source, flat, position) }
}

// PostgreSQL stops at the limits by itself: a row beyond them is not sent, and those behind it are not even computed.
function asJson(sql: Sql, names: readonly string[], { rows, bytes }: ReadLimits): Sql {
  const list = names.map(quoteIdentifier).join(', ')
  return [
    `select case when s$.bytes <= ${bytes} then s$.row end from (`,
    'select r$.row, sum(octet_length(r$.row)) over (rows unbounded preceding) as bytes from (',
    'select row_to_json(q$.*)::text as row from (',
    sql,
    `) q$(${list}) limit ${rows + 1}) r$) s$`,
  ]
}

function sourceOf(source: string, { text, places }: Flat, position: number): number | undefined {
  const offset = [...text].slice(0, position - 1).join('').length
  return indexOf(source, places.findLast((place) => place.offset <= offset)?.location)
}

/** locate returns line, column and an excerpt of a place in a source, for people to look at. */
export function locate(source: string, index: number): { line: number; column: number; excerpt: string } {
  const before = source.slice(0, index)
  const start = before.lastIndexOf('\n') + 1
  const line = source.slice(start).split('\n', 1)[0] ?? ''
  const left = Math.max(0, index - start - EXCERPT)
  const shown = line.slice(left, index - start + EXCERPT).replaceAll(/\s/g, ' ')
  return {
    line: before.split('\n').length,
    column: [...before.slice(start)].length + 1,
    excerpt: `${shown}\n${' '.repeat([...line.slice(left, index - start)].length)}^`,
  }
}

const EXCERPT = 40

// What a statement may speak of: the project's own schema and PostgreSQL's built-in functions. PostgreSQL
// refuses the rest by itself, since the project's roles have no rights elsewhere; this says so early, and in words.

import { SqlError } from '#engine/parser/sql-error.ts'
import type { ParsedStatement, Tree } from './parse-statements.ts'

// Functions that reach beyond the statement, whatever the caller's rights.
const REFUSED_FUNCTIONS =
  /^(set_config|pg_sleep|pg_advisory|pg_try_advisory|pg_terminate|pg_cancel|pg_notify|pg_read|pg_ls|pg_stat_file|pg_reload|pg_logical|pg_create|pg_drop|pg_switch|pg_export|lo_|loread|lowrite|dblink|query_to_xml|cursor_to_xml|table_to_xml|schema_to_xml|database_to_xml|txid_|pg_current_logfile)/

/** isTree reports whether a value is a node of the parser's tree. */
export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** checkNames throws a SqlError where a statement names a foreign schema or a function that is not for it. */
export function checkNames({ tree, at }: ParsedStatement, schema: string): void {
  // A stack of its own: the tree may be deeper than calls can go.
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const value = open.pop()
    if (Array.isArray(value)) open.push(...value)
    if (!isTree(value)) continue
    checkRelation(value, schema, at)
    if (isTree(value.FuncCall)) checkFunction(stringsOf(value.FuncCall.funcname), schema, at)
    // Only names of types have a modifier.
    if ('typemod' in value) checkType(stringsOf(value.names), schema, at)
    open.push(...Object.values(value))
  }
}

/** stringsOf reads a list of names as the parser writes it. */
export function stringsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((item) =>
    isTree(item) && isTree(item.String) && typeof item.String.sval === 'string' ? [item.String.sval] : [],
  )
}

function checkRelation(value: Tree, schema: string, at: number): void {
  if (typeof value.relname !== 'string') return
  if (value.catalogname !== undefined || !isOwn(value.schemaname, schema)) {
    throw foreign(String(value.schemaname), at)
  }
  if (value.schemaname === undefined && /^pg_/.test(value.relname)) throw foreign('pg_catalog', at)
}

function checkFunction(names: readonly string[], schema: string, at: number): void {
  const [name = '', space, ...rest] = names.toReversed()
  if (rest.length > 0 || !(isOwn(space, schema) || space === 'pg_catalog' || space === 'auth')) {
    throw foreign(String(space), at)
  }
  // Those of the server have a $ in their names.
  if (REFUSED_FUNCTIONS.test(name) || name.includes('$'))
    throw new SqlError(`The function ${name} cannot be used here.`, at)
}

function checkType(names: readonly string[], schema: string, at: number): void {
  const [, space] = names.toReversed()
  // `a.b%type` names a column of the project's own.
  if (names.length < 2 || isOwn(space, schema) || space === 'pg_catalog') return
  throw foreign(String(space), at)
}

function isOwn(space: unknown, schema: string): boolean {
  return space === undefined || space === schema
}

function foreign(space: string, at: number): SqlError {
  return new SqlError(
    `The schema ${space} is out of reach: name tables and functions of this project, without a schema.`,
    at,
  )
}

// Defaults of columns, which PostgreSQL itself has to accept.
import pg from 'pg'
import { baseType, type ColumnDefinition, columnType } from '#engine/ddl/ddl-column.ts'
import { type ColumnDefault, defaultSql } from '#engine/ddl/ddl-default.ts'
import { checkDefaultExpression } from '#engine/ddl/default-expression.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { requireOwnLogin } from '#modules/projects/own-login.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { Platform } from '#platform/platform.ts'

const { DatabaseError } = pg

/**
 * prepareDefaults checks the expressions among the defaults of new columns, and takes the project off the shared pool if
 * there are any, as DDL does: what they run is not known. Throws a 400.
 */
export async function prepareDefaults(
  platform: Platform,
  project: ProjectRecord,
  columns: readonly { readonly definition: Pick<ColumnDefinition, 'default'>; readonly at: string }[],
): Promise<void> {
  const written = columns.flatMap(({ definition, at }) =>
    definition.default?.kind === 'expression' && definition.default.written
      ? [{ sql: definition.default.sql, at }]
      : [],
  )
  if (written.length === 0) return
  await loadParser()
  const { schema } = projectNames(project.id)
  for (const { sql, at } of written) {
    try {
      checkDefaultExpression(sql, schema)
    } catch (error) {
      if (!(error instanceof SqlError)) throw error
      throw fieldErrors([{ field: `${at}default_value`, problem: error.message.replace(/\.$/, '') }])
    }
  }
  await requireOwnLogin(platform, project)
}

/** checkDefault has PostgreSQL parse a constant default, which it would else do at the first insert. Throws a 400. */
export async function checkDefault(
  { client }: SchemaChange,
  table: string,
  column: ColumnDefinition,
  at = '',
): Promise<void> {
  const sql = column.default === undefined ? undefined : question(table, column, column.default)
  if (sql === undefined) return
  try {
    await client.query(sql)
  } catch (error) {
    if (!(error instanceof DatabaseError) || !/^(?:22|42|0A)/.test(error.code ?? '')) throw error
    const reason = error.message.replaceAll(/\bp_[0-9a-f]{32}\./g, '')
    const problem = `the column ${column.name} cannot have this default: ${reason}`
    throw fieldErrors([{ field: `${at}default_value`, problem }])
  }
}

// An expression is not run, which could change something: a column is made with it and given up.
function question(table: string, column: ColumnDefinition, value: ColumnDefault): string | undefined {
  const type = columnType(table, column)
  if (value.kind === 'expression')
    return value.written
      ? `savepoint tried; create table default$ (${quoteIdentifier(column.name)} ${type} default ${defaultSql(value, type)}); rollback to tried`
      : undefined
  // The labels of an enum are checked already, and its type may not exist yet.
  return column.data_type === 'enum' ? undefined : `select ${quoteLiteral(value.text)}::${type}`
}

/** changeDefault sets or drops a column's default if it differs from the current one. */
export async function changeDefault(
  change: SchemaChange,
  table: string,
  present: ColumnDefault | undefined,
  next: ColumnDefinition,
): Promise<void> {
  if (JSON.stringify(present) === JSON.stringify(next.default)) return
  await checkDefault(change, table, next)
  const column = `alter table ${quoteIdentifier(table)} alter column ${quoteIdentifier(next.name)}`
  const statement =
    next.default === undefined
      ? `${column} drop default`
      : `${column} set default ${defaultSql(next.default, baseType(table, next))}`
  await run(change, [statement])
}

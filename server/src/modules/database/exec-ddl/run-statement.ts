// Runs one statement of a client as the project's owner; errors point into the whole SQL.
import pg from 'pg'
import { isTree, stringsOf } from '#engine/ddl/statements/check-names.ts'
import type { ParsedStatement, Tree } from '#engine/ddl/statements/parse-statements.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { PREPARE, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { isUniqueIndex } from '#modules/database/schema/sync/complete-indexes.service.ts'
import {
  beforeDrop,
  describe,
  isTable,
  renameColumnTo,
  renameTableTo,
} from '#modules/database/schema/tables/raw-statements.service.ts'
import { isTwiceInCatalog, toSentences } from '#platform/db/database-sentences.ts'
import { AppError, type ErrorCode, invalidInput } from '#platform/errors/app-error.ts'
import { sourcePosition } from './source-position.ts'
import { queryStatement, type ReturnedRows, type StatementOutcome } from './statement-result.ts'

const RENAMED = { command: 'ALTER', rows_affected: null, columns: [], rows: [], truncated: false } as const

/**
 * runStatement runs a statement and returns what it did, and whether the metadata must be updated from the catalogs. It
 * does not run a rename of a table or column: the server renames those itself, together with the metadata.
 */
export async function runStatement(
  change: SchemaChange,
  statement: ParsedStatement,
  timeout: number,
  returned: ReturnedRows,
): Promise<{ outcome: StatementOutcome; changed: boolean }> {
  const { kind, tree, text } = statement
  await prepare(change, timeout)
  if (kind === 'RenameStmt' && (await runRename(change, tree))) return { outcome: RENAMED, changed: false }
  if (kind === 'AlterTableStmt') await restoreNamedConstraints(change, tree)
  if (kind === 'DropStmt' && tree.removeType === 'OBJECT_TABLE') await beforeDrop(change, tablesOf(tree))
  const outcome = await queryStatement(change.client, text, returned)
  if (kind === 'CommentStmt') await storeComment(change, tree)
  // Deferred constraints are checked now, so that an error belongs to this statement.
  await change.client.query('set constraints all immediate')
  return { outcome, changed: true }
}

/** prepare sets what every statement runs with: an earlier one may have run code that changed it. */
export async function prepare({ client, names }: SchemaChange, timeout: number): Promise<void> {
  await client.query(
    `${PREPARE}; set local statement_timeout = ${timeout}; set local search_path = ${names.schema};
     set local standard_conforming_strings = on`,
  )
}

// A unique constraint that was completed is an index of the same name. So that SQL which drops the constraint works as
// written, a constraint takes the index's place.
async function restoreNamedConstraints(change: SchemaChange, { relation, cmds }: Tree): Promise<void> {
  if (!isTree(relation)) return
  const table = String(relation.relname)
  for (const { AlterTableCmd: command } of (cmds ?? []) as { AlterTableCmd?: Tree }[]) {
    const name = String(command?.name)
    if (command?.subtype !== 'AT_DropConstraint' || !(await isUniqueIndex(change, table, name))) continue
    const quoted = quoteIdentifier(name)
    await change.client.query(
      `drop index ${quoted}; alter table ${quoteIdentifier(table)} add constraint ${quoted} check (true) not valid`,
    )
  }
}

function tablesOf({ objects }: Tree): string[] {
  const lists = Array.isArray(objects) ? objects : []
  return lists.flatMap((one) => {
    const name = isTree(one) && isTree(one.List) ? stringsOf(one.List.items).at(-1) : undefined
    return name === undefined ? [] : [name]
  })
}

async function runRename(change: SchemaChange, tree: Tree): Promise<boolean> {
  const { renameType, relation, subname, newname } = tree
  if (!isTree(relation)) return false
  const table = String(relation.relname)
  if (renameType === 'OBJECT_TABCONSTRAINT' && (await isUniqueIndex(change, table, String(subname)))) {
    const names = [subname, newname].map((name) => quoteIdentifier(String(name)))
    await change.client.query(`alter index ${names[0]} rename to ${names[1]}`)
    return true
  }
  if (renameType !== 'OBJECT_TABLE' && renameType !== 'OBJECT_COLUMN') return false
  if (!(await isTable(change, table))) return false
  if (renameType === 'OBJECT_TABLE') await renameTableTo(change, table, String(newname))
  else await renameColumnTo(change, table, String(subname), String(newname))
  return true
}

async function storeComment(change: SchemaChange, { objtype, object, comment = null }: Tree): Promise<void> {
  if (!isTree(object) || !isTree(object.List)) return
  const names = stringsOf(object.List.items)
  const column = objtype === 'OBJECT_COLUMN' ? names.at(-1) : undefined
  const table = names.at(column === undefined ? -1 : -2) ?? ''
  if ((objtype !== 'OBJECT_TABLE' && objtype !== 'OBJECT_COLUMN') || !(await isTable(change, table))) return
  await describe(change, table, column, comment as string | null)
}

const CONFLICTS: Readonly<Record<string, ErrorCode>> = {
  '0A000': 'conflict',
  '2BP01': 'in_use',
  '42P07': 'already_exists',
  '42710': 'already_exists',
  '42723': 'already_exists',
  '42701': 'already_exists',
  '55P03': 'in_use',
}
const TWICE = 'It names something twice, or another request has made the same at this moment.'
const TOO_LONG = 'The statement took too long. Split the work, or run it when the tables are less busy.'

/** addPosition adds to an error the number of its statement and its position in the whole SQL. */
export function addPosition(
  error: unknown,
  source: string,
  statement: ParsedStatement,
  index: number,
): unknown {
  if (error instanceof AppError) {
    const details = {
      ...(error.details as object),
      statement: index + 1,
      ...sourcePosition(source, statement.at),
    }
    return new AppError(error.code, `Statement ${index + 1}: ${error.message}`, { details, cause: error })
  }
  if (!(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')) return error
  const { position, code = '', detail, hint } = error
  const at = statement.at + (position === undefined ? 0 : indexOf(statement.text, Number(position)))
  const words = isTwiceInCatalog(error) ? [TWICE] : [error.message, detail, hint, ownHint(error)]
  const text = code === '57014' ? TOO_LONG : toSentences(words)
  const details = { sqlstate: code, statement: index + 1, ...sourcePosition(source, at) }
  const outcome = isTwiceInCatalog(error) ? 'already_exists' : codeOf(code)
  return new AppError(outcome, `Statement ${index + 1}: ${text}`, { details, cause: error })
}

// What is unique is so among rows that are not deleted, which PostgreSQL does not say.
function ownHint({ code, message, routine }: pg.DatabaseError): string | undefined {
  if (code === '42P10' && routine === 'infer_arbiter_indexes')
    return 'Unique constraints leave out deleted rows: write ON CONFLICT (…) WHERE deleted_at IS NULL.'
  if (code === '42830')
    return 'Unique constraints leave out deleted rows, so that only those to which a foreign key of the same request refers can be referred to. Refer to id.'
  if (code === '23505' && message.startsWith('could not create unique index'))
    return 'Deleted rows count until the index is made: write CREATE UNIQUE INDEX … WHERE deleted_at IS NULL to leave them out.'
  return undefined
}

function codeOf(code: string): ErrorCode {
  if (code === '57014') return 'timeout'
  if (code === '42501') return 'forbidden'
  if (code.startsWith('23')) return 'values_in_the_way'
  if (code.startsWith('40')) return 'changed_meanwhile'
  return CONFLICTS[code] ?? 'invalid_input'
}

// PostgreSQL counts characters from 1, JavaScript UTF-16 units from 0.
function indexOf(text: string, position: number): number {
  return [...text].slice(0, position - 1).join('').length
}

/** refusal returns the 400 for a statement that was refused before it ran. */
export function refusal(message: string, source: string, position: number | undefined): AppError {
  return invalidInput(`sql: ${message}`, {
    fields: ['sql'],
    ...(position === undefined ? {} : sourcePosition(source, position)),
  })
}

// Runs one statement of a client as the project's owner; errors point into the whole SQL (spec 4.13).
import pg from 'pg'
import { isTree, stringsOf } from '#engine/ddl/statements/check-names.ts'
import type { ParsedStatement, Tree } from '#engine/ddl/statements/parse-statements.ts'
import { PREPARE, type SchemaChange } from '#modules/schema/change/schema-change.service.ts'
import {
  describe,
  isTable,
  renameColumnTo,
  renameTableTo,
} from '#modules/schema/tables/raw-statements.service.ts'
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
  // An earlier statement may have run code that changed these settings.
  await change.client.query(
    `${PREPARE}; set local statement_timeout = ${timeout}; set local search_path = ${change.names.schema};
     set local standard_conforming_strings = on`,
  )
  if (kind === 'RenameStmt' && (await runRename(change, tree))) return { outcome: RENAMED, changed: false }
  const outcome = await queryStatement(change.client, text, returned)
  if (kind === 'CommentStmt') await storeComment(change, tree)
  // Deferred constraints are checked now, so that an error belongs to this statement.
  await change.client.query('set constraints all immediate')
  return { outcome, changed: true }
}

async function runRename(change: SchemaChange, tree: Tree): Promise<boolean> {
  const { renameType, relation, subname, newname } = tree
  if (!isTree(relation) || (renameType !== 'OBJECT_TABLE' && renameType !== 'OBJECT_COLUMN')) return false
  const table = String(relation.relname)
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
  const text = code === '57014' ? TOO_LONG : toSentences([error.message, detail, hint])
  const details = { sqlstate: code, statement: index + 1, ...sourcePosition(source, at) }
  return new AppError(codeOf(code), `Statement ${index + 1}: ${text}`, { details, cause: error })
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

function toSentences(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => part.replaceAll(/\bp_[0-9a-f]{32}\./g, '').replaceAll('\n', '; '))
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}${/[.!?]$/.test(part) ? '' : '.'}`)
    .join(' ')
}

/** refusal returns the 400 for a statement that was refused before it ran. */
export function refusal(message: string, source: string, position: number | undefined): AppError {
  return invalidInput(`sql: ${message}`, {
    fields: ['sql'],
    ...(position === undefined ? {} : sourcePosition(source, position)),
  })
}

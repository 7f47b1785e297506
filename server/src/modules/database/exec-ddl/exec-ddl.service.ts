// POST /schema/exec-ddl: runs a client's statements in one transaction and returns what they changed.

import { checkStatement } from '#engine/ddl/statements/check-statement.ts'
import { type ParsedStatement, parseStatements } from '#engine/ddl/statements/parse-statements.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError, sentenceOf } from '#engine/parser/sql-error.ts'
import { refuseCircle } from '#modules/database/policies/circles.service.ts'
import { restorePolicies } from '#modules/database/policies/policies.service.ts'
import {
  type ChangeScope,
  changeSchema,
  DryRun,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import { completeIndexes, readKeys } from '#modules/database/schema/sync/complete-indexes.service.ts'
import { readState, syncSchema } from '#modules/database/schema/sync/schema-sync.service.ts'
import { requireOwnLogin } from '#modules/projects/own-login.service.ts'
import { readTables } from '#platform/db/catalog/table-shapes.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { AppError, conflict } from '#platform/errors/app-error.ts'
import { type JsonText, withJson } from '#platform/http/answers/envelope.ts'
import type { Platform } from '#platform/platform.ts'
import { describeSchema } from './describe-schema.store.ts'
import { addPosition, prepare, refusal, runStatement } from './run-statement.ts'
import { diffSchemas } from './schema-diff.ts'
import { ReturnedRows, type StatementOutcome } from './statement-result.ts'

// For all statements together; a lock wait is limited to a few seconds.
const TOTAL_MS = 60_000

/** MAX_RETURNED is how much the RETURNING of all statements of a request may put into the response. */
export const MAX_RETURNED = { rows: 1000, bytes: 8 * 1024 * 1024 } as const

/** Executed is what the statements have changed or, in a dry run, would change. */
export type Executed = ReturnType<typeof diffSchemas> & {
  readonly statements: number
  readonly dry_run: boolean
  /** results are what the statements did, in their order. */
  readonly results: readonly StatementOutcome[]
  /** notes are a sentence for each thing that is otherwise than the SQL says. */
  readonly notes: readonly string[]
}

/** execDdl runs statements as the project's owner, all of them or none; `dry_run` rolls them back. */
export async function execDdl(
  platform: Platform,
  scope: ChangeScope,
  { sql, dry_run = false }: { readonly sql: string; readonly dry_run?: boolean },
): Promise<Executed> {
  const statements = await readStatements(sql, projectNames(scope.project.id).schema)
  await requireOwnLogin(platform, scope.project)
  let executed: Executed | undefined
  try {
    return await changeSchema(
      platform,
      { ...scope, dryRun: dry_run || scope.dryRun === true },
      async (change) => {
        change.note({ kind: 'sql', sql })
        const before = await describeSchema(change)
        const { results, notes } = await runAll(change, sql, statements)
        const diff = diffSchemas(before, await describeSchema(change))
        // Policies that read a view read by now what it reads.
        for (const { kind, name } of diff.changed) if (kind === 'view') await refuseCircle(change, name)
        executed = { statements: statements.length, dry_run, results, notes, ...diff }
        return executed
      },
    )
  } catch (error) {
    // A dry run of the scope is for the caller.
    if (!dry_run || !(error instanceof DryRun) || executed === undefined) throw error
    return executed
  }
}

/** presentExecuted writes the response, in which rows keep all digits of their numbers; `mayRead` says whether it has any. */
export function presentExecuted({ results, ...rest }: Executed, mayRead: boolean): JsonText {
  const written = results.map(
    ({ rows, ...outcome }) =>
      `${JSON.stringify(outcome).slice(0, -1)},"rows":[${mayRead ? rows.join(',') : ''}]}`,
  )
  return withJson(rest, 'results', `[${written.join(',')}]`)
}

async function readStatements(sql: string, schema: string): Promise<ParsedStatement[]> {
  await loadParser()
  try {
    const statements = parseStatements(sql)
    for (const statement of statements) checkStatement(statement, schema)
    return statements
  } catch (error) {
    if (error instanceof SqlError) throw refusal(sentenceOf(error.message), sql, error.position)
    throw error
  }
}

// The metadata is updated after each statement, so that an error names the statement that caused it.
async function runAll(
  change: SchemaChange,
  sql: string,
  statements: readonly ParsedStatement[],
): Promise<{ results: StatementOutcome[]; notes: string[] }> {
  const deadline = performance.now() + TOTAL_MS
  const returned = new ReturnedRows(MAX_RETURNED)
  const results: StatementOutcome[] = []
  const keys = await readKeys(change)
  let state = await readState(change)
  for (const [index, statement] of statements.entries()) {
    try {
      const left = timeLeft(deadline)
      const { outcome, changed } = await runStatement(change, statement, left, returned)
      results.push(outcome)
      if (changed) await restoreDroppedPolicies(change, await syncSchema(change, state))
      state = await readState(change)
    } catch (error) {
      throw addPosition(error, sql, statement, index)
    }
  }
  await prepare(change, timeLeft(deadline))
  const notes = await completeIndexes(change, keys)
  // Expressions of indexes are code of the project.
  await restoreDroppedPolicies(change, await syncSchema(change, state))
  // The history keeps the statements as they were sent; applying them again repeats what followed from them.
  change.ran.splice(0, change.ran.length, ...statements.map(({ text }) => text))
  return { results, notes }
}

function timeLeft(deadline: number): number {
  const left = Math.floor(deadline - performance.now())
  if (left > 0) return left
  throw new AppError(
    'timeout',
    'The statements took more than a minute in total. Split them into several requests.',
  )
}

// Recreates policies that CASCADE dropped, or throws 409 if that is impossible.
async function restoreDroppedPolicies(change: SchemaChange, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return
  const tables = await readTables(change.client, change.project.id)
  for (const slug of slugs) {
    const table = tables.get(slug)
    if (table !== undefined) await explainDependency(slug, () => restorePolicies(change, tables, table))
  }
}

async function explainDependency(slug: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw conflict(
      'in_use',
      `A policy of ${slug} depends on a dropped object. Change the policy first. ${error.message}`,
    )
  }
}

// The one way in which a project's schema changes: as its owner, one change at a time, with its metadata and a line in
// its history (design 4).
import type pg from 'pg'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type ProjectNames, projectNames } from '#platform/db/project-names.ts'
import type { Platform } from '#platform/platform.ts'
import { translateDdlError } from './ddl-errors.ts'
import { insertHistory, isApplied } from './history.store.ts'

/** ChangeScope says which project's schema changes, who changes it, and where the change comes from. */
export interface ChangeScope {
  readonly project: ProjectRecord
  readonly author: { readonly id: string; readonly email: string }
  /** origin is the migration of another project that is applied here. */
  readonly origin?: ChangeOrigin
}

/** ChangeOrigin names a migration: a project, and a version of its schema. */
export interface ChangeOrigin {
  readonly project: string
  readonly version: number
}

/** SchemaOperation is a change as it was asked for, with slugs instead of ids, so that it can be done elsewhere. */
export interface SchemaOperation {
  readonly kind: string
  readonly [field: string]: unknown
}

/** SchemaChange is a change under way: one transaction on a connection of the project's owner. */
export interface SchemaChange {
  readonly client: pg.ClientBase
  readonly project: ProjectRecord
  readonly names: ProjectNames
  /** note says what the change is; each change must. */
  note(operation: SchemaOperation): void
  /** ran collects the statements for the history. */
  readonly ran: string[]
}

/** AlreadyApplied ends a change that comes from a migration which this project has. */
export class AlreadyApplied extends Error {}

// Behind DDL that waits for a lock every later statement on the table waits too: better to give up soon.
const LOCK_TIMEOUT = '5s'

/**
 * PREPARE is what a change begins with. The owner is bound by policies as well; rows are counted and checked as a
 * dashboard user, who sees them all.
 */
export const PREPARE = `set local lock_timeout = '${LOCK_TIMEOUT}'; set local msingi.kind = 'dashboard'`

/** changeSchema runs a change; when it is committed, every node forgets what it knew of the project's tables. */
export async function changeSchema<T>(
  platform: Platform,
  scope: ChangeScope,
  work: (change: SchemaChange) => Promise<T>,
): Promise<T> {
  const { project } = scope
  const cluster = platform.clusters.of(project)
  const result = await cluster.asOwner(async (client) => {
    try {
      await client.query(PREPARE)
      await client.query('select msingi.lock_schema()')
      // Under the lock, so that of two requests with the same migration only one does it.
      if (scope.origin !== undefined && (await isApplied(client, project.id, scope.origin)))
        throw new AlreadyApplied()
      return await recorded(client, scope, work)
    } catch (error) {
      throw translateDdlError(error)
    }
  })
  await platform.invalidations.publish('tables', project.id, platform.clusters.main.admin)
  return result
}

async function recorded<T>(
  client: pg.ClientBase,
  scope: ChangeScope,
  work: (change: SchemaChange) => Promise<T>,
): Promise<T> {
  const { project } = scope
  let operation: SchemaOperation | undefined
  const change: SchemaChange = {
    client,
    project,
    names: projectNames(project.id),
    ran: [],
    note: (noted) => {
      operation = noted
    },
  }
  const result = await work(change)
  if (operation === undefined) throw new Error('a change of schema must say what it is')
  await insertHistory(change.client, { ...scope, ran: change.ran, operation })
  return result
}

/** run executes statements in one round trip. */
export async function run({ client, ran }: SchemaChange, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return
  ran.push(...statements)
  await client.query(statements.join(';\n'))
}

/** readNumber gives the one number that an expression or a subquery has. */
export async function readNumber({ client }: SchemaChange, expression: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select (${expression})::bigint as n`)
  return Number(rows[0]?.n)
}

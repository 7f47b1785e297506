// Every change of a project's schema runs here: as the project's owner, one at a time, with its metadata and an entry in
// the history.
import type pg from 'pg'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'
import { type ProjectNames, projectNames } from '#platform/db/project-names.ts'
import type { Platform } from '#platform/platform.ts'
import { translateDdlError } from './ddl-errors.ts'
import { insertHistory, isApplied } from './history.store.ts'

/** ChangeScope is the project whose schema changes, who changes it, and where the change comes from. */
export interface ChangeScope {
  readonly project: ProjectRecord
  readonly author: { readonly id: string; readonly email: string }
  /** origin is the migration of another project that is applied here. */
  readonly origin?: ChangeOrigin
  /** dryRun rolls the change back, by throwing a DryRun. */
  readonly dryRun?: boolean
}

/** ChangeOrigin is a migration: a project, and a version of its schema. */
export interface ChangeOrigin {
  readonly project: string
  readonly version: number
}

/** SchemaOperation is a change as it was requested, with slugs instead of ids, so that it can be applied to other projects. */
export interface SchemaOperation {
  readonly kind: string
  readonly [field: string]: unknown
}

/** SchemaChange is a change under way: one transaction on a connection of the project's owner. */
export interface SchemaChange {
  readonly client: pg.ClientBase
  readonly project: ProjectRecord
  readonly names: ProjectNames
  /** note records the operation for the history. Every change has to call it. */
  note(operation: SchemaOperation): void
  /** ran collects the statements for the history. */
  readonly ran: string[]
}

/** SERVER is whom the history of a schema names for what the server did by itself. */
export const SERVER = { id: '00000000-0000-0000-0000-000000000000', email: 'server' }

/** AlreadyApplied is thrown if the migration of a change is already applied to the project. */
export class AlreadyApplied extends Error {}

/** DryRun is thrown to roll a change back; it carries the statements that ran. */
export class DryRun extends Error {
  readonly ran: readonly string[]

  constructor(ran: readonly string[]) {
    super('a dry run')
    this.ran = ran
  }
}

// While DDL waits for a lock, every later statement on the table waits behind it: so give up soon.
const LOCK_TIMEOUT = '5s'

/**
 * PREPARE begins a change. Policies apply to the owner as well; rows are counted and checked as a dashboard user, who
 * sees all of them.
 */
export const PREPARE = `set local lock_timeout = '${LOCK_TIMEOUT}'; set local msingi.kind = 'dashboard'`

/** changeSchema runs a change in a transaction, then invalidates the project's cached tables on every node. */
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
  await platform.invalidations.publish(TABLES_CHANGED, project.id)
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
  if (operation === undefined) throw new Error('a schema change must call note()')
  if (scope.dryRun) throw new DryRun(change.ran)
  await insertHistory(change.client, { ...scope, ran: change.ran, operation })
  return result
}

/** run executes statements in one round trip. */
export async function run({ client, ran }: SchemaChange, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return
  ran.push(...statements)
  await client.query(statements.join(';\n'))
}

/** readNumber returns the value of an expression or a scalar subquery. */
export async function readNumber({ client }: SchemaChange, expression: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select (${expression})::bigint as n`)
  return Number(rows[0]?.n)
}

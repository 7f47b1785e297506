// The one way in which a project's schema changes: as its owner, one change at a time, with its metadata (design 4).
import type pg from 'pg'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type ProjectNames, projectNames } from '#platform/db/project-names.ts'
import type { Platform } from '#platform/platform.ts'
import { translateDdlError } from './ddl-errors.ts'

/** SchemaChange is a change under way: one transaction on a connection of the project's owner. */
export interface SchemaChange {
  readonly client: pg.ClientBase
  readonly project: ProjectRecord
  readonly names: ProjectNames
}

// Behind DDL that waits for a lock every later statement on the table waits too: better to give up soon.
const LOCK_TIMEOUT = '5s'

// The owner is bound by policies as well; rows are counted and checked as a dashboard user, who sees them all.
const PREPARE = `set local lock_timeout = '${LOCK_TIMEOUT}'; set local msingi.kind = 'dashboard'`

/** changeSchema runs a change; when it is committed, every node forgets what it knew of the project's tables. */
export async function changeSchema<T>(
  platform: Platform,
  project: ProjectRecord,
  work: (change: SchemaChange) => Promise<T>,
): Promise<T> {
  const cluster = platform.clusters.of(project)
  const result = await cluster.asOwner(project.id, async (client) => {
    try {
      await client.query(PREPARE)
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `msingi schema ${project.id}`,
      ])
      return await work({ client, project, names: projectNames(project.id) })
    } catch (error) {
      throw translateDdlError(error)
    }
  })
  await platform.invalidations.publish('tables', project.id, cluster.admin)
  return result
}

/** run executes statements in one round trip. */
export async function run({ client }: SchemaChange, statements: readonly string[]): Promise<void> {
  if (statements.length > 0) await client.query(statements.join(';\n'))
}

/** readNumber gives the one number that an expression or a subquery has. */
export async function readNumber({ client }: SchemaChange, expression: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select (${expression})::bigint as n`)
  return Number(rows[0]?.n)
}

// The queries that run right now. Each is marked in its transaction's `application_name`, so that every node finds those of
// all nodes in PostgreSQL, and nothing is written for a query.
import { randomUUID } from 'node:crypto'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import type { Statement } from '#platform/db/connections/packet.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** RunningQuery is a query that PostgreSQL works on. */
export interface RunningQuery {
  readonly id: string
  /** sql is what the client wrote; null where another node runs the query. */
  readonly sql: string | null
  readonly started_at: Date
}

/** RunningQueries are the queries under way. */
export interface RunningQueries {
  /** track runs a query of a caller, with the statement that marks its transaction. */
  track<T>(
    caller: Actor,
    query: { readonly id: string | undefined; readonly sql: string },
    run: (mark: Statement) => Promise<T>,
  ): Promise<T>
  /** list returns the caller's own queries, the oldest first. */
  list(project: ProjectRecord, caller: Actor): Promise<RunningQuery[]>
  /** cancel stops one of the caller's own queries, or throws 404 where it does not run. */
  cancel(project: ProjectRecord, caller: Actor, id: string): Promise<void>
}

const FROM = `from pg_catalog.pg_stat_activity
  where datname = current_database() and usename = $1 and state = 'active'`

const LIST = `select application_name as mark, xact_start as started_at ${FROM}
  and starts_with(application_name, $2) order by xact_start, pid limit 100`

// A query that ends between the two looks of this statement may leave the cancellation to the next one on its connection,
// which belongs to the same project.
const CANCEL = `select pg_catalog.pg_cancel_backend(pid) ${FROM} and application_name = $2`

/** createRunningQueries makes the list of this node's queries. */
export function createRunningQueries(platform: Platform): RunningQueries {
  const texts = new Map<string, string>()
  return {
    async track(caller, { id = randomUUID(), sql }, run) {
      const mark = markOf(caller, id)
      texts.set(mark, sql)
      try {
        return await run({ text: `set local application_name = '${mark}'`, once: true })
      } finally {
        texts.delete(mark)
      }
    },

    async list(project, caller) {
      const role = projectNames(project.id).data
      const start = markOf(caller, '')
      const { rows } = await platform.clusters
        .of(project)
        .admin.query<{ mark: string; started_at: Date }>(LIST, [role, start])
      return rows.map(({ mark, started_at }) => ({
        id: longId(mark.slice(start.length)),
        sql: texts.get(mark) ?? null,
        started_at,
      }))
    },

    async cancel(project, caller, id) {
      const role = projectNames(project.id).data
      const { watch } = platform.clusters.of(project).whole
      const { rowCount } = await watch.query(CANCEL, [role, markOf(caller, id)])
      if (!rowCount) throw notFound('The running query')
    },
  }
}

// PostgreSQL cuts names off at 63 bytes: both ids are written short.
function markOf(caller: Actor, id: string): string {
  return `msingi-query ${shortId(idOf(caller))} ${shortId(id)}`
}

function idOf(caller: Actor): string {
  if (caller.type === 'dashboard') return caller.account_id
  return caller.type === 'api_key' ? caller.key_id : caller.user_id
}

function shortId(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
}

function longId(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

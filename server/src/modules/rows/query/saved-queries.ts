// Saved queries. What dashboard users and secret keys save belongs to the project, and every caller of the
// project may run it; what an end user saves belongs to that user. A query runs as who runs it, not as who saved it.
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { LinkSource } from '#modules/rows/data/operations/file-links.service.ts'
import { checkQuery, parametersOf, type QueryExec } from '#modules/rows/query-exec/query-exec.service.ts'
import type { Asker } from '#platform/asker.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import { translateError } from '#platform/db/executor/postgres-errors.ts'
import { alreadyExists, conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { JsonText } from '#platform/http/answers/envelope.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'
import { planQuery } from './prepare-query.ts'
import { queryConfig } from './query.schema.ts'
import type { RunQuery } from './run-query.ts'
import type { savedQueryBody, savedQueryChange, savedQueryList } from './saved-queries.schema.ts'
import * as store from './saved-queries.store.ts'

/** Runners run the two kinds of query. */
export interface Runners {
  readonly runQuery: RunQuery
  readonly exec: QueryExec
}

const MAX_QUERIES = { project: 1000, user: 100 } as const

/**
 * listQueries returns a page of the queries that an actor may change, an end user's own, all to others; and the cursor of
 * the next page, where there is one.
 */
export async function listQueries(
  { cluster, actor, project }: Asker,
  { limit, cursor, folder, search }: z.output<typeof savedQueryList>,
) {
  const { admin } = cluster
  const userId = userOf(actor) ?? undefined
  const after = cursor === undefined ? undefined : await store.findSavedQuery(admin, project.id, cursor)
  if (cursor !== undefined && (after === undefined || (userId !== undefined && after.user_id !== userId)))
    throw invalidInput('cursor: there is no such saved query.')
  const rows = await store.listSavedQueries(admin, project.id, {
    ...{ userId, folder, search, after },
    limit: limit + 1,
  })
  const queries = []
  for (const row of rows.slice(0, limit)) {
    queries.push(await presentQuery(row))
    // Reading the longest SQL takes 5 ms: others have their turn in between.
    await setImmediate()
  }
  return { queries, next: rows.length > limit ? queries.at(-1)?.id : undefined }
}

/** saveQuery checks a query against the project's tables and stores it. */
export async function saveQuery(
  asker: Asker,
  { name, folder, table_slug, config = {}, sql }: z.output<typeof savedQueryBody>,
) {
  if (sql !== undefined) await checkQuery(asker, sql)
  if (table_slug !== undefined) await checkStructured(asker, { table_slug, config })
  const { admin } = asker.cluster
  const user_id = userOf(asker.actor)
  const most = user_id === null ? MAX_QUERIES.project : MAX_QUERIES.user
  if ((await store.countSavedQueries(admin, asker.project.id, user_id)) >= most)
    throw conflict('limit_reached', `There are ${most} saved queries already; delete some first.`)
  const fields = {
    ...{ user_id, name, folder, table_slug: table_slug ?? null, sql: sql ?? null },
    config: table_slug === undefined ? null : JSON.stringify(config),
    created_at: asker.platform.clock.now(),
  }
  const row = await store.insertSavedQuery(admin, asker.project.id, fields).catch((error) => {
    throw translateError(error)
  })
  if (row === undefined) throw nameTaken(name)
  return presentQuery(row)
}

/** updateQuery changes a query that the actor may change; what it runs is checked as when it was saved. */
export async function updateQuery(asker: Asker, id: string, change: Change) {
  const row = await ownQuery(asker, id)
  const { name = row.name, folder = row.folder } = change
  const content =
    row.sql === null ? await changeStructured(asker, row, change) : await changeSql(asker, row.sql, change)
  const { admin } = asker.cluster
  const fields = { name, folder, ...content, updated_at: asker.platform.clock.now() }
  const updated = await store.updateSavedQuery(admin, asker.project.id, id, fields).catch((error) => {
    throw error.code === '23505' ? nameTaken(name) : translateError(error)
  })
  if (updated === undefined) throw notFound('The saved query')
  return presentQuery(updated)
}

/** listFolders returns the folders of the queries that an actor may change. */
export function listFolders({ cluster, project, actor }: Asker): Promise<store.SavedQueryFolder[]> {
  return store.listFolders(cluster.admin, project.id, userOf(actor))
}

/** removeQuery deletes a query that the actor may change. */
export async function removeQuery(asker: Asker, id: string): Promise<void> {
  await ownQuery(asker, id)
  await store.deleteSavedQuery(asker.cluster.admin, asker.project.id, id)
}

/** RunRequest is what a request says of the run of a query. */
export interface RunRequest {
  readonly params: Readonly<Record<string, unknown>>
  readonly links: LinkSource
}

/** runSavedQuery runs a query under the actor's own policies; `params` are the values of those that its SQL names. */
export async function runSavedQuery(
  asker: Asker,
  { runQuery, exec }: Runners,
  id: string,
  { params, links }: RunRequest,
): Promise<JsonText> {
  const row = await store.findSavedQuery(asker.cluster.admin, asker.project.id, id)
  if (row === undefined || !mayRun(asker.actor, row.user_id)) throw notFound('The saved query')
  if (row.sql !== null) return exec(asker, { sql: row.sql, params })
  if (Object.keys(params).length > 0)
    throw invalidInput('params: this query takes none; only SQL has parameters.')
  return runQuery(asker, { table_slug: String(row.table_slug), config: configOf(row) ?? {} }, links)
}

type Change = z.output<typeof savedQueryChange>

async function changeSql(asker: Asker, before: string, { table_slug, config, sql = before }: Change) {
  if (table_slug !== undefined || config !== undefined)
    throw invalidInput('This saved query is SQL: it takes no table_slug and no config.')
  if (sql !== before) await checkQuery(asker, sql)
  return { table_slug: null, config: null, sql }
}

async function changeStructured(
  asker: Asker,
  before: store.SavedQueryRow,
  { table_slug = String(before.table_slug), config, sql }: Change,
) {
  if (sql !== undefined) throw invalidInput('sql: this saved query is a structured one.')
  if (config === undefined && table_slug === before.table_slug)
    return { table_slug, config: before.config, sql: null }
  const next = config ?? configOf(before) ?? {}
  await checkStructured(asker, { table_slug, config: next })
  return { table_slug, config: JSON.stringify(next), sql: null }
}

async function checkStructured(asker: Asker, query: Parameters<typeof planQuery>[1]): Promise<void> {
  await planQuery(await asker.schema(), query)
}

async function ownQuery({ cluster, project, actor }: Asker, id: string): Promise<store.SavedQueryRow> {
  const row = await store.findSavedQuery(cluster.admin, project.id, id)
  const user = userOf(actor)
  if (row === undefined || (user !== null && row.user_id !== user)) throw notFound('The saved query')
  return row
}

function nameTaken(name: string) {
  return alreadyExists('name', `There is a saved query ${name} already.`)
}

function mayRun(actor: Actor, owner: string | null): boolean {
  if (owner === null || actor.type === 'dashboard') return true
  return actor.type === 'api_key' ? actor.kind === 'secret' : actor.user_id === owner
}

function userOf(actor: Actor): string | null {
  return actor.type === 'project_user' ? actor.user_id : null
}

async function presentQuery(row: store.SavedQueryRow) {
  const params = row.sql === null ? [] : await parametersOf(row.sql)
  return { ...row, config: configOf(row), params: [...params] }
}

// Read as it was when it came in, so that long numbers stay exact.
function configOf({ config }: store.SavedQueryRow) {
  return config === null ? null : queryConfig.parse(parseJsonBody(Buffer.from(config)))
}

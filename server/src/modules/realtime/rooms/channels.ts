// Channels of a project: a channel without a table carries the clients' own messages; a channel with a table
// turns that table's changes off and on.
import type { z } from 'zod'
import { checkWatchable } from '#modules/realtime/access/table-view.ts'
import { messageChannel, tableChannel } from '#modules/realtime/settings/channel-names.ts'
import type { channelCreate, channelUpdate } from '#modules/realtime/settings/channels.schema.ts'
import * as store from '#modules/realtime/settings/channels.store.ts'
import { invalidateLive, touchSettings } from '#modules/realtime/settings/settings.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { findTable, type ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { type AppError, alreadyExists, conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** MAX_CHANNELS is how many channels a project can have. */
export const MAX_CHANNELS = 1000

/** listChannels returns a project's channels as the API shows them. */
export async function listChannels(platform: Platform, project: ProjectRecord) {
  const tables = await platform.shapes.of(project)
  const rows = await store.listChannels(platform.clusters.of(project).admin, project.id)
  return rows.map((row) => present(project, tables, row))
}

export async function createChannel(
  platform: Platform,
  project: ProjectRecord,
  { name, table_id = null, enabled }: z.output<typeof channelCreate>,
) {
  const tables = await platform.shapes.of(project)
  if (table_id !== null) {
    const table = findTable(tables, table_id)
    if (table === undefined) throw noSuchTable()
    checkWatchable('table_id', table)
  }
  const row = await change(platform, project, (db) =>
    store.insertChannel(db, project.id, { name, table_id, enabled }, MAX_CHANNELS),
  )
  if (row === undefined)
    throw conflict('limit_reached', `A project can have ${MAX_CHANNELS} channels; remove one first.`)
  return present(project, tables, row)
}

/** updateChannel renames a channel, or turns it off or on, at once on every node. */
export async function updateChannel(
  platform: Platform,
  project: ProjectRecord,
  id: string,
  changes: z.output<typeof channelUpdate>,
) {
  const row = await change(platform, project, (db) => store.updateChannel(db, project.id, id, changes))
  if (row === undefined) throw notFound('The channel')
  return present(project, await platform.shapes.of(project), row)
}

/** removeChannel removes a channel and unsubscribes its clients. */
export async function removeChannel(platform: Platform, project: ProjectRecord, id: string): Promise<void> {
  const row = await change(platform, project, (db) => store.deleteChannel(db, project.id, id))
  if (row === undefined) throw notFound('The channel')
}

// A channel of a table decides whether changes are sent, as the settings do, so that both count as changed settings.
async function change(
  platform: Platform,
  project: ProjectRecord,
  work: (db: Queryable) => Promise<store.ChannelRow | undefined>,
): Promise<store.ChannelRow | undefined> {
  const { admin } = platform.clusters.of(project)
  const row = await transaction(admin, async (db) => {
    const changed = await work(db)
    if (changed !== undefined && changed.table_id !== null) await touchSettings(db, project.id)
    return changed
  }).catch(translateError)
  if (row !== undefined) await invalidateLive(platform, project.id)
  return row
}

function present({ id: projectId }: ProjectRecord, tables: ProjectTables, row: store.ChannelRow) {
  const { id, name, table_id, enabled, created_at, updated_at } = row
  const slug = table_id === null ? undefined : findTable(tables, table_id)?.slug
  const channel = slug === undefined ? messageChannel(projectId, name) : tableChannel(projectId, slug)
  return { id, name, table_id, enabled, channel, created_at, updated_at }
}

function translateError(error: { code?: string; constraint?: string }): never {
  if (error.code === '23503') throw noSuchTable()
  if (error.code !== '23505') throw error
  if (error.constraint?.includes('table_id'))
    throw alreadyExists('table_id', 'A channel for this table already exists.')
  throw alreadyExists('name', 'A channel with this name already exists.')
}

function noSuchTable(): AppError {
  return invalidInput('table_id: this project has no table with this id. Take the id from GET /tables.')
}

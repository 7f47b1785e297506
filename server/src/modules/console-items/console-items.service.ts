// What the web console keeps in a project: JSON under keys, for one account or for all members.
import type { DashboardActor, ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { AppError, conflict, notFound } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { parseExactly } from '#platform/json/exact-json.ts'
import type { Platform } from '#platform/platform.ts'
import { MAX_VALUE } from './console-items.schema.ts'
import * as store from './console-items.store.ts'

const MAX_ITEMS = { me: 200, project: 1000 } as const

/** Whose says whose items are meant. */
export type Whose = keyof typeof MAX_ITEMS

/** ownerOf returns whose items a caller means. */
export function ownerOf(project: ProjectRecord, account: DashboardActor, whose: Whose): store.ItemOwner {
  return { project_id: project.id, account_id: whose === 'me' ? account.account_id : null }
}

/** getItem returns an item with its value, or throws 404. */
export async function getItem(platform: Platform, owner: store.ItemOwner, key: string): Promise<JsonText> {
  const item = await store.findItem(platform.clusters.main.admin, owner, key)
  if (item === undefined) throw notFound(`The item ${key}`)
  return present(item)
}

/** ItemInput is the value of an item, and the version that it replaces: 0 for none, undefined for any. */
export interface ItemInput {
  readonly value?: unknown
  readonly version?: number | undefined
}

/**
 * putItem stores a value under a key, whether or not there was one. It throws 413 for a value above 64 KB, 412 where the
 * item has another version than the one to replace, and 409 where the owner has too many items.
 */
export async function putItem(
  platform: Platform,
  owner: store.ItemOwner,
  key: string,
  { value, version }: ItemInput,
  accountId: string,
): Promise<JsonText> {
  const text = textOf(value)
  const db = platform.clusters.main.admin
  const write = { value: text, updated_by: accountId, updated_at: platform.clock.now() }
  const updated = version === 0 ? undefined : await store.updateItem(db, owner, key, write, version)
  if (updated !== undefined) return present(updated)
  if (version !== undefined && version > 0) throw changed(key)
  await checkRoom(db, owner)
  const inserted = await store.insertItem(db, owner, key, write)
  if (inserted !== undefined) return present(inserted)
  // Somebody else was faster.
  if (version === 0) throw changed(key)
  const late = await store.updateItem(db, owner, key, write, undefined)
  if (late === undefined) throw changed(key)
  return present(late)
}

/** EntryChanges are entries of a list to replace or append, and to remove; the field `by` identifies them. */
export interface EntryChanges {
  readonly by: string
  readonly put: readonly Readonly<Record<string, unknown>>[]
  readonly remove: readonly string[]
}

/**
 * changeEntries changes entries of an item that is a list, which is created where there is none. It throws 409 for an item
 * that is no list, and where the owner has too many items, and 413 where the list gets too large.
 */
export function changeEntries(
  platform: Platform,
  owner: store.ItemOwner,
  key: string,
  changes: EntryChanges,
  accountId: string,
): Promise<JsonText> {
  return transaction(platform.clusters.main.admin, async (db) => {
    const write = { updated_by: accountId, updated_at: platform.clock.now() }
    let before = await store.lockItem(db, owner, key)
    if (before === undefined) {
      await checkRoom(db, owner)
      const inserted = await store.insertItem(db, owner, key, { ...write, value: listOf([], changes) })
      if (inserted !== undefined) return present(inserted)
      // Somebody else was faster.
      before = await store.lockItem(db, owner, key)
    }
    const list = parseExactly(before ?? '[]')
    if (!Array.isArray(list))
      throw conflict('wrong_state', `The item ${key} is not a list. Replace it with PUT.`)
    const updated = await store.updateItem(
      db,
      owner,
      key,
      { ...write, value: listOf(list, changes) },
      undefined,
    )
    if (updated === undefined) throw changed(key)
    return present(updated)
  })
}

// As JSON: replaced entries keep their place.
function listOf(list: readonly unknown[], { by, put, remove }: EntryChanges): string {
  const removed = new Set<unknown>(remove)
  const fresh = new Map(put.map((entry) => [entry[by], entry]))
  const kept = list.flatMap((entry) => {
    const name =
      entry instanceof Object && Object.hasOwn(entry, by)
        ? (entry as Readonly<Record<string, unknown>>)[by]
        : undefined
    const replacement = fresh.get(name)
    if (replacement !== undefined) fresh.delete(name)
    else if (removed.has(name)) return []
    return [replacement ?? entry]
  })
  return textOf([...kept, ...fresh.values()])
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > MAX_VALUE)
    throw new AppError('payload_too_large', `value: must have at most ${MAX_VALUE / 1024} KB as JSON.`)
  return text
}

async function checkRoom(db: Queryable, owner: store.ItemOwner): Promise<void> {
  const most = MAX_ITEMS[owner.account_id === null ? 'project' : 'me']
  if ((await store.countItems(db, owner)) >= most)
    throw conflict('limit_reached', `There are ${most} items already; delete some first.`)
}

/** removeItem deletes an item, or throws 404. */
export async function removeItem(platform: Platform, owner: store.ItemOwner, key: string): Promise<void> {
  if (!(await store.deleteItem(platform.clusters.main.admin, owner, key))) throw notFound(`The item ${key}`)
}

function changed(key: string): AppError {
  return new AppError('precondition_failed', `The item ${key} has another version. Read it again.`)
}

function present({ value, ...rest }: store.StoredItem): JsonText {
  return new JsonText(`${JSON.stringify(rest).slice(0, -1)},"value":${value}}`)
}

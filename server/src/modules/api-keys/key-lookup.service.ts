// Which project and kind an API key belongs to: cached in memory, with expiry checked against the clock at each use.
import type { KeyActor } from '#platform/credentials/actor.ts'
import { createLastUse } from '#platform/credentials/last-use.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import type { Platform } from '#platform/platform.ts'
import { type ApiKeyRow, findKey, findKeyByDigest, touchKeys } from './api-keys.store.ts'

/** API_KEY_CHANGED is about API keys. */
export const API_KEY_CHANGED = topic('api-key')

interface KnownKey {
  readonly actor: KeyActor
  /** ends is when this secret becomes invalid, in milliseconds; Infinity if it never does. */
  readonly ends: number
}

/** KeyWithExpiry is a key, whichever of its secrets is in use, and when it expires. */
export interface KeyWithExpiry {
  readonly actor: KeyActor
  readonly expires_at: Date | null
}

/** KeyLookup finds API keys. */
export interface KeyLookup {
  find(key: string): Promise<KeyActor | undefined> | KeyActor | undefined
  /** byId returns a key of a project, unless it is revoked or expired. */
  byId(projectId: string, id: string): Promise<KeyWithExpiry | undefined>
  /** flush stores when keys were last used. */
  flush(): Promise<void>
  /** close stops the timer and flushes once more. */
  close(): Promise<void>
}

/** createKeyLookup returns the lookup that every request with an API key uses. */
export function createKeyLookup(platform: Platform): KeyLookup {
  const { clock, clusters, invalidations, log } = platform
  const keysByDigest = new LookupCache<KnownKey>(clock, 50_000, async (hash) => {
    const row = await findKeyByDigest(clusters.main.admin, hash)
    return row && knownKey(row, hash)
  })
  invalidations.on(API_KEY_CHANGED, (id) =>
    id === undefined ? keysByDigest.forget(id) : keysByDigest.forgetWhere(({ actor }) => actor.key_id === id),
  )
  const keysById = new LookupCache<KeyWithExpiry>(clock, 50_000, async (name) => {
    const row = await findKey(clusters.main.admin, ...(name.split('/') as [string, string]))
    return row && { actor: actorOf(row), expires_at: row.expires_at }
  })
  invalidations.on(API_KEY_CHANGED, (id) =>
    id === undefined ? keysById.forget(id) : keysById.forgetWhere(({ actor }) => actor.key_id === id),
  )
  const store = (ids: readonly string[], at: Date) => touchKeys(clusters.main.admin, ids, at)
  const lastUse = createLastUse({ clock, log, what: 'API keys', store })

  const accept = (entry: KnownKey | undefined): KeyActor | undefined => {
    if (entry === undefined || entry.ends <= clock.now().getTime()) return undefined
    lastUse.note(entry.actor.key_id)
    return entry.actor
  }
  return {
    find(key) {
      const entry = keysByDigest.find(digest(key))
      return entry instanceof Promise ? entry.then(accept) : accept(entry)
    },
    async byId(projectId, id) {
      const key = await keysById.find(`${projectId}/${id}`)
      const ended = key !== undefined && key.expires_at !== null && key.expires_at <= clock.now()
      return ended ? undefined : key
    },
    flush: lastUse.flush,
    close: lastUse.close,
  }
}

function knownKey(row: ApiKeyRow, hash: string): KnownKey {
  const ends = [row.expires_at, row.digest === hash ? null : row.previous_expires_at]
  return {
    actor: actorOf(row),
    ends: Math.min(...ends.map((end) => end?.getTime() ?? Number.POSITIVE_INFINITY)),
  }
}

function actorOf({ id: key_id, project_id, kind, scopes }: ApiKeyRow): KeyActor {
  return { type: 'api_key', key_id, project_id, kind, scopes }
}

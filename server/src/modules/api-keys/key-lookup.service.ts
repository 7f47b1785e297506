// Finds out whose an API key is: from memory on the hot path, and with the clock, so that expiry holds to the second.
import type { KeyActor } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import type { Platform } from '#platform/platform.ts'
import { type ApiKeyRow, findKey, findKeyByDigest, touchKeys } from './api-keys.store.ts'

interface KnownKey {
  readonly actor: KeyActor
  /** ends is when this very secret stops working, in milliseconds; infinite where it does not. */
  readonly ends: number
}

// "Last used" is told to the minute; writing it for each request would double the writes.
const TOUCH_INTERVAL_MS = 60_000

/** StandingKey is a key, whichever of its secrets is in use, and when it expires. */
export interface StandingKey {
  readonly actor: KeyActor
  readonly expires_at: Date | null
}

/** KeyLookup finds keys. */
export interface KeyLookup {
  find(key: string): Promise<KeyActor | undefined> | KeyActor | undefined
  /** byId gives a key of a project that was neither revoked nor has expired. */
  byId(projectId: string, id: string): Promise<StandingKey | undefined>
  /** flush writes down when keys were last used. */
  flush(): Promise<void>
  /** close does so for the last time. */
  close(): Promise<void>
}

/** createKeyLookup makes the lookup that every request with an API key goes through. */
export function createKeyLookup(platform: Platform): KeyLookup {
  const { clock, controlPlane, invalidations, log } = platform
  const known = new LookupCache<KnownKey>(clock, 50_000, async (hash) => {
    const row = await findKeyByDigest(controlPlane, hash)
    return row && knownKey(row, hash)
  })
  invalidations.on('api-key', (id) =>
    id === undefined ? known.forget(id) : known.forgetWhere(({ actor }) => actor.key_id === id),
  )
  const standing = new LookupCache<StandingKey>(clock, 50_000, async (name) => {
    const row = await findKey(controlPlane, ...(name.split('/') as [string, string]))
    return row && { actor: actorOf(row), expires_at: row.expires_at }
  })
  invalidations.on('api-key', (id) =>
    id === undefined ? standing.forget(id) : standing.forgetWhere(({ actor }) => actor.key_id === id),
  )
  const used = new Set<string>()
  const flush = async () => {
    const ids = [...used]
    used.clear()
    if (ids.length > 0) await touchKeys(controlPlane, ids, clock.now())
  }
  const report = (error: unknown) => log.warn({ err: error }, 'could not note when keys were used')
  const timer = setInterval(() => void flush().catch(report), TOUCH_INTERVAL_MS)
  timer.unref()

  const accept = (entry: KnownKey | undefined): KeyActor | undefined => {
    if (entry === undefined || entry.ends <= clock.now().getTime()) return undefined
    used.add(entry.actor.key_id)
    return entry.actor
  }
  return {
    find(key) {
      const entry = known.find(digest(key))
      return entry instanceof Promise ? entry.then(accept) : accept(entry)
    },
    async byId(projectId, id) {
      const key = await standing.find(`${projectId}/${id}`)
      const ended = key !== undefined && key.expires_at !== null && key.expires_at <= clock.now()
      return ended ? undefined : key
    },
    flush,
    close() {
      clearInterval(timer)
      return flush()
    },
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

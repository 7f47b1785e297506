// Finds out whose an API key is: from memory on the hot path, and with the clock, so that expiry holds to the second.
import { LRUCache } from 'lru-cache'
import type { KeyActor } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Platform } from '#platform/platform.ts'
import { type ApiKeyRow, findKeyByDigest, touchKeys } from './api-keys.store.ts'

interface KnownKey {
  readonly actor: KeyActor
  /** until is when this very secret stops working, in milliseconds; infinite where it does not. */
  readonly until: number
}

// "Last used" is told to the minute; writing it for each request would double the writes.
const TOUCH_INTERVAL_MS = 60_000

/** KeyLookup finds keys. */
export interface KeyLookup {
  find(key: string): Promise<KeyActor | undefined> | KeyActor | undefined
  /** flush writes down when keys were last used. */
  flush(): Promise<void>
  stop(): void
}

/** createKeyLookup makes the lookup that every request with an API key goes through. */
export function createKeyLookup(platform: Platform): KeyLookup {
  // Only valid keys are remembered, by digest: guessing cannot push them out.
  const known = new LRUCache<string, KnownKey>({ max: 50_000 })
  const used = new Set<string>()
  platform.invalidations.on('api-key', (id) => forget(known, id))
  platform.invalidations.on('project', (id) => forgetProject(known, id))

  const flush = async () => {
    const ids = [...used]
    used.clear()
    if (ids.length > 0) await touchKeys(platform.controlPlane, ids, platform.clock.now())
  }
  const timer = setInterval(
    () => flush().catch((error) => platform.log.warn({ err: error }, 'could not note key use')),
    TOUCH_INTERVAL_MS,
  )
  timer.unref()

  const accept = (entry: KnownKey | undefined): KeyActor | undefined => {
    if (entry === undefined || entry.until <= platform.clock.now().getTime()) return undefined
    used.add(entry.actor.key_id)
    return entry.actor
  }

  return {
    find(key) {
      const hash = digest(key)
      const entry = known.get(hash)
      if (entry !== undefined) return accept(entry)
      return findKeyByDigest(platform.controlPlane, hash).then((row) => {
        if (row === undefined) return undefined
        const fresh = remember(row, hash)
        known.set(hash, fresh)
        return accept(fresh)
      })
    },
    flush,
    stop: () => clearInterval(timer),
  }
}

function remember(row: ApiKeyRow, hash: string): KnownKey {
  const { id: key_id, project_id, kind, scopes } = row
  const ends = [row.expires_at, row.digest === hash ? null : row.previous_expires_at]
  return {
    actor: { type: 'api_key', key_id, project_id, kind, scopes },
    until: Math.min(...ends.map((end) => end?.getTime() ?? Number.POSITIVE_INFINITY)),
  }
}

function forget(known: LRUCache<string, KnownKey>, id: string | undefined): void {
  for (const [hash, { actor }] of known.entries()) {
    if (id === undefined || actor.key_id === id) known.delete(hash)
  }
}

function forgetProject(known: LRUCache<string, KnownKey>, id: string | undefined): void {
  for (const [hash, { actor }] of known.entries()) {
    if (id === undefined || actor.project_id === id) known.delete(hash)
  }
}

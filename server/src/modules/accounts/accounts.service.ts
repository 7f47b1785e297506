// Who a dashboard token belongs to: asked for every request of the dashboard, answered from memory (spec 5).
import { LRUCache } from 'lru-cache'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { createTokenReader } from './access-tokens.ts'
import { findLiveSession } from './sessions.store.ts'
import { SESSION_TOPIC } from './sessions.ts'

interface KnownSession {
  readonly actor: DashboardActor
  /** until is when to ask the database again, in milliseconds. */
  readonly until: number
}

// Bounds what lost news of a revocation, or an account deactivated by hand in the database, can do. The session's own
// end needs no watching: every access token ends long before it.
const TRUSTED_MS = 60_000

/** createDashboardLookup makes the lookup that gives the account behind an access token. */
export function createDashboardLookup(
  platform: Platform,
): (token: string) => Promise<DashboardActor | undefined> {
  const read = createTokenReader(platform)
  const known = new LRUCache<string, KnownSession>({ max: 20_000 })
  let news = 0
  platform.invalidations.on(SESSION_TOPIC, (id) => {
    news += 1
    if (id === undefined) known.clear()
    else known.delete(id)
  })

  const load = async (id: string, now: Date): Promise<DashboardActor | undefined> => {
    const before = news
    const row = await findLiveSession(platform.controlPlane, id, now)
    if (row === undefined) return undefined
    const actor = { type: 'dashboard', account_id: row.account_id, session_id: id, email: row.email } as const
    // What was read while news came in may be older than the news.
    if (before === news) known.set(id, { actor, until: now.getTime() + TRUSTED_MS })
    return actor
  }

  return async (token) => {
    const id = await read(token)
    if (id === undefined) return undefined
    const now = platform.clock.now()
    const entry = known.get(id)
    return entry !== undefined && entry.until > now.getTime() ? entry.actor : load(id, now)
  }
}

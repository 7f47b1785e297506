// Which account a dashboard token belongs to: needed by every dashboard request, cached in memory.
import { createTokenReader } from '#modules/tenancy/accounts/sessions/access-tokens.ts'
import { findLiveSession } from '#modules/tenancy/accounts/sessions/sessions.store.ts'
import { SESSION_TOPIC } from '#modules/tenancy/accounts/sessions/sessions.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import type { Platform } from '#platform/platform.ts'

/** createDashboardLookup returns a function from an access token to its account, cached by session. */
export function createDashboardLookup(
  platform: Platform,
): (token: string) => Promise<DashboardActor | undefined> {
  const { clock, invalidations } = platform
  const read = createTokenReader(platform)
  // The session's own expiry needs no check here: an access token always expires long before its session.
  const sessions = new LookupCache<DashboardActor>(clock, 20_000, (id) => findDashboardSession(platform, id))
  invalidations.on(SESSION_TOPIC, (id) => sessions.forget(id))

  return async (token) => {
    const id = await read(token)
    return id === undefined ? undefined : sessions.find(id)
  }
}

/** DashboardSessions lets other modules check dashboard sessions and learn when they end. */
export interface DashboardSessions {
  /** find returns the account of a live session. It always queries the database. */
  find(id: string): Promise<DashboardActor | undefined>
  /** onEnd calls the handler with the id of a session that may have ended; without an id, any session may have. */
  onEnd(handler: (id: string | undefined) => void): void
}

export function dashboardSessions(platform: Platform): DashboardSessions {
  return {
    find: (id) => findDashboardSession(platform, id),
    onEnd: (handler) => platform.invalidations.on(SESSION_TOPIC, handler),
  }
}

async function findDashboardSession(
  { clusters, clock }: Platform,
  id: string,
): Promise<DashboardActor | undefined> {
  const row = await findLiveSession(clusters.main.admin, id, clock.now())
  return row && { type: 'dashboard', session_id: id, ...row }
}

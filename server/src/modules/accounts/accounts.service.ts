// Who a dashboard token belongs to: asked for every request of the dashboard, answered from memory (spec 5).
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import type { Platform } from '#platform/platform.ts'
import { createTokenReader } from './access-tokens.ts'
import { findLiveSession } from './sessions.store.ts'
import { SESSION_TOPIC } from './sessions.ts'

/** createDashboardLookup makes the lookup that gives the account behind an access token. */
export function createDashboardLookup(
  platform: Platform,
): (token: string) => Promise<DashboardActor | undefined> {
  const { clock, invalidations } = platform
  const read = createTokenReader(platform)
  // The session's own end needs no watching: every access token ends long before it.
  const sessions = new LookupCache<DashboardActor>(clock, 20_000, (id) => findDashboardSession(platform, id))
  invalidations.on(SESSION_TOPIC, (id) => sessions.forget(id))

  return async (token) => {
    const id = await read(token)
    return id === undefined ? undefined : sessions.find(id)
  }
}

/** DashboardSessions is how other modules follow the sessions of dashboard users. */
export interface DashboardSessions {
  /** find returns the account of a session that goes on. It always asks the database. */
  find(id: string): Promise<DashboardActor | undefined>
  /** onEnd calls back with the id of each session that may have ended; without an id it may be any. */
  onEnd(handler: (id: string | undefined) => void): void
}

/** dashboardSessions returns the sessions of dashboard users. */
export function dashboardSessions(platform: Platform): DashboardSessions {
  return {
    find: (id) => findDashboardSession(platform, id),
    onEnd: (handler) => platform.invalidations.on(SESSION_TOPIC, handler),
  }
}

async function findDashboardSession(
  { controlPlane, clock }: Platform,
  id: string,
): Promise<DashboardActor | undefined> {
  const row = await findLiveSession(controlPlane, id, clock.now())
  return row && { type: 'dashboard', account_id: row.account_id, session_id: id, email: row.email }
}

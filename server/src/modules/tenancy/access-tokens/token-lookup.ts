// Whose a personal access token is: cached in memory, with expiry checked against the clock at each use.
import type { DashboardSessions } from '#modules/tenancy/accounts/accounts.service.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { createLastUse } from '#platform/credentials/last-use.ts'
import type { TokenScope } from '#platform/credentials/token-scope.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import type { Platform } from '#platform/platform.ts'
import { TOKEN_TOPIC } from './access-tokens.service.ts'
import { findHeldToken, type HeldToken, touchTokens } from './access-tokens.store.ts'

/** TokenActor is an account for which a personal access token stands. */
export type TokenActor = DashboardActor & { readonly token: TokenScope }

/** TokenLookup finds personal access tokens. */
export interface TokenLookup {
  find(token: string): Promise<TokenActor | undefined> | TokenActor | undefined
  /** sessions finds tokens by their id besides sessions, for connections that outlive their request. */
  readonly sessions: DashboardSessions
  /** flush stores when tokens were last used. */
  flush(): Promise<void>
  /** close stops the timer and flushes once more. */
  close(): Promise<void>
}

/** createTokenLookup returns the lookup that every request with a personal access token uses. */
export function createTokenLookup(
  { clock, clusters, invalidations, log }: Platform,
  sessions: DashboardSessions,
): TokenLookup {
  const tokens = new LookupCache<TokenActor>(clock, 20_000, async (hash) => {
    const row = await findHeldToken(clusters.main.admin, 'digest', hash)
    return row && actorOf(row)
  })
  invalidations.on(TOKEN_TOPIC, (id) =>
    id === undefined ? tokens.forget(id) : tokens.forgetWhere(({ session_id }) => session_id === id),
  )
  const store = (ids: readonly string[], at: Date) => touchTokens(clusters.main.admin, ids, at)
  const lastUse = createLastUse({ clock, log, what: 'access tokens', store })
  const valid = (actor: TokenActor | undefined) =>
    actor === undefined || actor.token.expires_at <= clock.now() ? undefined : actor
  const accept = (actor: TokenActor | undefined) => {
    const accepted = valid(actor)
    if (accepted !== undefined) lastUse.note(accepted.session_id)
    return accepted
  }
  return {
    find(token) {
      const actor = tokens.find(digest(token))
      return actor instanceof Promise ? actor.then(accept) : accept(actor)
    },
    sessions: {
      async find(id) {
        const session = await sessions.find(id)
        if (session !== undefined) return session
        const row = await findHeldToken(clusters.main.admin, 'id', id)
        return valid(row && actorOf(row))
      },
      onEnd(handler) {
        sessions.onEnd(handler)
        invalidations.on(TOKEN_TOPIC, handler)
      },
    },
    flush: lastUse.flush,
    close: lastUse.close,
  }
}

function actorOf(row: HeldToken): TokenActor {
  const {
    id,
    account_id,
    email,
    sso_organisation_id,
    permissions,
    organisation_ids,
    project_ids,
    expires_at,
  } = row
  const token = { permissions, organisation_ids, project_ids, expires_at }
  return { type: 'dashboard', account_id, session_id: id, email, sso_organisation_id, token }
}

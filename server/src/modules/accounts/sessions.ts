// Sessions: opened by a login, extended by refresh tokens that work once, ended at once on every node (design 6).
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import type { ControlPlane } from '#platform/db/control-plane.ts'
import { notFound, unauthorized } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { issueAccessToken } from './access-tokens.ts'
import * as store from './sessions.store.ts'

/** SESSION_TOPIC is the topic of invalidations whose ids are those of sessions. */
export const SESSION_TOPIC = 'session'

const LIFETIME_MS = 30 * 86_400_000
const MAX_USER_AGENT = 300

/** openSession begins a session inside the caller's transaction and gives its tokens. */
export async function openSession(
  platform: Platform,
  db: ControlPlane,
  accountId: string,
  userAgent: string | undefined,
) {
  const now = platform.clock.now()
  const session = await store.insertSession(db, {
    account_id: accountId,
    user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  })
  await store.deleteEndedSessions(db, accountId, new Date(now.getTime() - LIFETIME_MS))
  return issueTokens(platform, db, session)
}

/**
 * refreshSession trades a refresh token for new tokens. One that was used before is in two hands, and nobody can
 * tell which of them is the thief's: the whole session ends (RFC 9700, section 4.14).
 */
export async function refreshSession(platform: Platform, refreshToken: string) {
  const now = platform.clock.now()
  const spent = digest(refreshToken)
  const tokens = await platform.controlPlane.transaction().execute(async (db) => {
    const id = await store.spendRefreshToken(db, spent, now)
    if (id === undefined) return undefined
    const session = await store.extendSession(db, id, now, new Date(now.getTime() + LIFETIME_MS))
    if (session === undefined) return undefined
    // A token from before the session's whole lifetime is refused as unknown; keeping it would prove nothing more.
    await store.deleteSpentTokens(db, id, new Date(now.getTime() - LIFETIME_MS))
    return issueTokens(platform, db, session)
  })
  if (tokens !== undefined) return tokens
  const reused = await store.findSessionOfSpentToken(platform.controlPlane, spent)
  if (reused !== undefined) await endSession(platform, reused.account_id, reused.id)
  throw unauthorized(
    'The refresh token is not valid: it is unknown, expired or was used before. Log in again.',
  )
}

/** listSessions gives the account's sessions as the API shows them. */
export async function listSessions(platform: Platform, actor: DashboardActor) {
  const rows = await store.listSessions(platform.controlPlane, actor.account_id, platform.clock.now())
  return rows.map(({ id, user_agent, created_at, last_used_at, expires_at }) => {
    return { id, user_agent, current: id === actor.session_id, created_at, last_used_at, expires_at }
  })
}

/** endSession ends a session of an account at once and says whether it was still going. */
export async function endSession(platform: Platform, accountId: string, id: string): Promise<boolean> {
  const ended = await store.revokeSession(platform.controlPlane, accountId, id, platform.clock.now())
  if (ended) await forgetSessions(platform, [id])
  return ended
}

/** removeSession ends a session that the account names. */
export async function removeSession(platform: Platform, accountId: string, id: string): Promise<void> {
  if (!(await endSession(platform, accountId, id))) throw notFound('The session')
}

/** forgetSessions makes every node look sessions up again. */
export async function forgetSessions(platform: Platform, ids: readonly string[]): Promise<void> {
  for (const id of ids) await platform.invalidations.publish(SESSION_TOPIC, id, platform.clusters.main.admin)
}

async function issueTokens(platform: Platform, db: ControlPlane, session: store.SessionRow) {
  const refreshToken = randomToken()
  const created_at = platform.clock.now()
  await store.insertRefreshToken(db, { digest: digest(refreshToken), session_id: session.id, created_at })
  const access = await issueAccessToken(platform, session)
  return {
    access_token: access.text,
    access_token_expires_at: access.expires_at,
    token_type: 'Bearer',
    refresh_token: refreshToken,
    refresh_token_expires_at: session.expires_at,
  } as const
}

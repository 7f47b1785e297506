// Rotation of refresh tokens, each of which works once: the same for accounts and project users (RFC 9700).
import { createHmac } from 'node:crypto'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'

/** SESSION_MS is how long a session lasts after its last use. */
export const SESSION_MS = 30 * 86_400_000

// An answer is lost on its way, or tabs renew at the same time: for so long a token leads to the same successor again.
const GRACE_MS = 10_000

/** LiveSession is a session that has not expired, as far as the rotation needs it. */
export interface LiveSession {
  readonly id: string
  readonly expires_at: Date
}

/** RotationStore keeps sessions and the digests of their refresh tokens. */
export interface RotationStore<Session extends LiveSession> {
  transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  /** spend marks a token as used. Of several concurrent calls, one returns the session's id. */
  spend(db: Queryable, digest: string, now: Date): Promise<string | undefined>
  /** extend prolongs a session that is still valid, or returns undefined. */
  extend(db: Queryable, id: string, now: Date, expiresAt: Date): Promise<Session | undefined>
  /** deleteSpent deletes the tokens of a session that were used before a time. */
  deleteSpent(db: Queryable, id: string, before: Date): Promise<void>
  insertToken(db: Queryable, token: { digest: string; session_id: string; created_at: Date }): Promise<void>
  /** findReplaced returns the live session of a token that was used since a time and whose successor is still unused. */
  findReplaced(db: Queryable, digests: Replaced, now: Date, since: Date): Promise<Session | undefined>
  /** endReused ends the session of a token that was used before a time, if there is one. */
  endReused(digest: string, before: Date): Promise<void>
}

/** Replaced are the digests of a token that was used and of its successor. */
export interface Replaced {
  readonly spent: string
  readonly successor: string
}

/** graceBegan returns since when a token that was used may be used again. */
export function graceBegan(now: Date): Date {
  return new Date(now.getTime() - GRACE_MS)
}

/** issueRefreshToken stores and returns a new refresh token of a session. */
export async function issueRefreshToken(
  store: Pick<RotationStore<LiveSession>, 'insertToken'>,
  db: Queryable,
  session: LiveSession,
  now: Date,
  token: string = randomToken(),
): Promise<string> {
  await store.insertToken(db, { digest: digest(token), session_id: session.id, created_at: now })
  return token
}

/**
 * rotate exchanges a refresh token for the next one, or returns undefined if it is invalid. A token that was used less than
 * ten seconds ago leads to the same successor, which is therefore derived from it. Later it was stolen, by one of the two
 * callers: the whole session ends (RFC 9700, section 4.14).
 */
export async function rotate<Session extends LiveSession>(
  { keys, clock }: Platform,
  store: RotationStore<Session>,
  token: string,
): Promise<{ session: Session; refreshToken: string } | undefined> {
  const now = clock.now()
  const since = graceBegan(now)
  const spent = digest(token)
  // Known only to who has the token and the server's key.
  const refreshToken = createHmac('sha256', keys.derive('refresh-successor'))
    .update(token)
    .digest('base64url')
  const session = await store.transaction(async (db) => {
    const id = await store.spend(db, spent, now)
    if (id === undefined)
      return store.findReplaced(db, { spent, successor: digest(refreshToken) }, now, since)
    const session = await store.extend(db, id, now, new Date(now.getTime() + SESSION_MS))
    if (session === undefined) return undefined
    // Tokens used longer ago than a session's lifetime are refused as unknown, so that they need not be kept.
    await store.deleteSpent(db, id, new Date(now.getTime() - SESSION_MS))
    await issueRefreshToken(store, db, session, now, refreshToken)
    return session
  })
  if (session !== undefined) return { session, refreshToken }
  await store.endReused(spent, since)
  return undefined
}

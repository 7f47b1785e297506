// Rotation of refresh tokens, each of which works once: the same for accounts and project users (RFC 9700).
import { digest, randomToken } from '#platform/crypto/tokens.ts'

/** SESSION_MS is how long a session lasts after its last use. */
export const SESSION_MS = 30 * 86_400_000

/** LiveSession is a session that has not expired, as far as the rotation needs it. */
export interface LiveSession {
  readonly id: string
  readonly expires_at: Date
}

/** RotationStore keeps sessions and the digests of their refresh tokens. */
export interface RotationStore<Db, Session extends LiveSession> {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** spend marks a token as used. Of several concurrent calls, one returns the session's id. */
  spend(db: Db, digest: string, now: Date): Promise<string | undefined>
  /** extend prolongs a session that is still valid, or returns undefined. */
  extend(db: Db, id: string, now: Date, expiresAt: Date): Promise<Session | undefined>
  /** deleteSpent deletes the tokens of a session that were used before a time. */
  deleteSpent(db: Db, id: string, before: Date): Promise<void>
  insertToken(db: Db, token: { digest: string; session_id: string; created_at: Date }): Promise<void>
  /** endReused ends the session of a used token, if there is one. */
  endReused(digest: string): Promise<void>
}

/** issueRefreshToken stores and returns a new refresh token of a session. */
export async function issueRefreshToken<Db, Session extends LiveSession>(
  store: Pick<RotationStore<Db, Session>, 'insertToken'>,
  db: Db,
  session: LiveSession,
  now: Date,
  token: string = randomToken(),
): Promise<string> {
  await store.insertToken(db, { digest: digest(token), session_id: session.id, created_at: now })
  return token
}

/**
 * rotate exchanges a refresh token for the next one, or returns undefined if it is invalid. Reuse of a token means that
 * it was stolen, by one of the two callers: the whole session ends (RFC 9700, section 4.14). `next` is the token to issue,
 * a random one by default.
 */
export async function rotate<Db, Session extends LiveSession>(
  store: RotationStore<Db, Session>,
  token: string,
  now: Date,
  next?: string,
): Promise<{ session: Session; refreshToken: string } | undefined> {
  const spent = digest(token)
  const rotated = await store.transaction(async (db) => {
    const id = await store.spend(db, spent, now)
    if (id === undefined) return undefined
    const session = await store.extend(db, id, now, new Date(now.getTime() + SESSION_MS))
    if (session === undefined) return undefined
    // Tokens used longer ago than a session's lifetime are refused as unknown, so that they need not be kept.
    await store.deleteSpent(db, id, new Date(now.getTime() - SESSION_MS))
    return { session, refreshToken: await issueRefreshToken(store, db, session, now, next) }
  })
  if (rotated === undefined) await store.endReused(spent)
  return rotated
}

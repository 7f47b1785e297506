// Sessions that live on refresh tokens which work once: the same rule for accounts and for project users.
import { digest, randomToken } from '#platform/crypto/tokens.ts'

/** SESSION_MS is how long a session lives after its last use. */
export const SESSION_MS = 30 * 86_400_000

/** LiveSession is what the rotation must know of a session. */
export interface LiveSession {
  readonly id: string
  readonly expires_at: Date
}

/** RotationStore keeps sessions and the digests of their refresh tokens. */
export interface RotationStore<Db, Session extends LiveSession> {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** spend uses a token up. Of several who try at once, one gets its session's id. */
  spend(db: Db, digest: string, now: Date): Promise<string | undefined>
  /** extend moves the end of a session that can still be used, or returns undefined if it cannot. */
  extend(db: Db, id: string, now: Date, expiresAt: Date): Promise<Session | undefined>
  /** deleteSpent forgets the tokens of a session that were used before a time. */
  deleteSpent(db: Db, id: string, before: Date): Promise<void>
  insertToken(db: Db, token: { digest: string; session_id: string; created_at: Date }): Promise<void>
  /** endReused ends the session, if any, that a used token belongs to. */
  endReused(digest: string): Promise<void>
}

/** issueRefreshToken makes the next refresh token of a session. */
export async function issueRefreshToken<Db, Session extends LiveSession>(
  store: Pick<RotationStore<Db, Session>, 'insertToken'>,
  db: Db,
  session: LiveSession,
  now: Date,
): Promise<string> {
  const token = randomToken()
  await store.insertToken(db, { digest: digest(token), session_id: session.id, created_at: now })
  return token
}

/**
 * rotate trades a refresh token for the next one, or returns undefined if it is worth nothing. One that was used
 * before is in two hands, and nobody can tell which of them is the thief's: the whole session ends (RFC 9700,
 * section 4.14).
 */
export async function rotate<Db, Session extends LiveSession>(
  store: RotationStore<Db, Session>,
  token: string,
  now: Date,
): Promise<{ session: Session; refreshToken: string } | undefined> {
  const spent = digest(token)
  const next = await store.transaction(async (db) => {
    const id = await store.spend(db, spent, now)
    if (id === undefined) return undefined
    const session = await store.extend(db, id, now, new Date(now.getTime() + SESSION_MS))
    if (session === undefined) return undefined
    // A token from before the session's whole lifetime is refused as unknown; keeping it would prove nothing more.
    await store.deleteSpent(db, id, new Date(now.getTime() - SESSION_MS))
    return { session, refreshToken: await issueRefreshToken(store, db, session, now) }
  })
  if (next === undefined) await store.endReused(spent)
  return next
}

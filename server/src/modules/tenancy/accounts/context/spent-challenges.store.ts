// The SQL of used challenges: table `platform.account_spent_challenges`.
import { digest } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/**
 * spendChallenge reports whether a challenge was not used before: of several concurrent calls only one gets true. It is
 * remembered until it expires.
 */
export async function spendChallenge(
  db: Queryable,
  challenge: string,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  await db.query('delete from platform.account_spent_challenges where expires_at <= $1', [now])
  const { rows } = await db.query(
    `insert into platform.account_spent_challenges (digest, expires_at) values ($1, $2)
     on conflict do nothing returning digest`,
    [digest(challenge), expiresAt],
  )
  return rows.length === 1
}

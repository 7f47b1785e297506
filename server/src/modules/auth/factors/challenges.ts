// Sign-ins that wait for a second factor. The first factors are stored under a token that is good for nothing else.

import { insertChallenge } from '#modules/auth/store/challenges.store.ts'
import type { Method } from '#modules/auth/store/claims.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'

const WAIT_MS = 10 * 60_000

/** Challenge is the response to a sign-in that needs a second factor. */
export interface Challenge {
  readonly mfa_required: true
  readonly mfa_token: string
  readonly expires_at: Date
}

/** openChallenge stores the proven methods until the second factor arrives, inside the caller's transaction. */
export async function openChallenge(
  platform: Platform,
  db: Queryable,
  project: ProjectRecord,
  userId: string,
  methods: readonly Method[],
): Promise<Challenge> {
  const now = platform.clock.now()
  const mfa_token = randomToken()
  const expires_at = new Date(now.getTime() + WAIT_MS)
  const row = { digest: digest(mfa_token), project_id: project.id, user_id: userId, methods, expires_at }
  await insertChallenge(db, row, now)
  return { mfa_required: true, mfa_token, expires_at }
}

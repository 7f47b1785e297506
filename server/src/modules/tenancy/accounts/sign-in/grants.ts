// The last step of every sign-in: an account that has proven who it is gets a session, or a challenge for its second factor.
import type { AccountRow } from '#modules/tenancy/accounts/context/accounts.store.ts'
import { presentAccount } from '#modules/tenancy/accounts/context/present-account.ts'
import { factorMethods } from '#modules/tenancy/accounts/factors/second-factors.ts'
import {
  openSession,
  type SignInMethod,
  type SignInSource,
} from '#modules/tenancy/accounts/sessions/sessions.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { type ChallengePurpose, issueChallenge } from '#platform/sessions/challenges.ts'

const CHALLENGE_SECONDS = 600

/** grantSession opens a session inside the caller's transaction, in which the account's row is locked. */
export async function grantSession(
  platform: Platform,
  db: Queryable,
  account: AccountRow,
  methods: readonly SignInMethod[],
  source: SignInSource,
) {
  const opened = await openSession(platform, db, account, methods, source)
  return { user: await presentAccount(db, account), ...opened }
}

/**
 * grantAfterPassword does the same where only the password was proven: an account with a second factor gets a challenge.
 * A factor that is activated at the same time is either seen here, or ends the session.
 */
export async function grantAfterPassword(
  platform: Platform,
  db: Queryable,
  account: AccountRow,
  source: SignInSource,
) {
  const methods = await factorMethods(db, account.id)
  if (methods.length === 0) return grantSession(platform, db, account, ['password'], source)
  const { text, expires_at } = issueChallenge(platform, challengePurpose(account), CHALLENGE_SECONDS)
  return { mfa_required: true, mfa_token: `${account.id}.${text}`, expires_at, methods } as const
}

/** challengePurpose is that of the challenges of an account; they end with its password. */
export function challengePurpose({ id, password_hash }: AccountRow): ChallengePurpose {
  return ['second factor', id, password_hash]
}

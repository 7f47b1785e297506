// Proving again that one is the owner, for changes that a stolen access token must not be enough for.

import {
  type AccountRow,
  findAccount,
  lockPassword,
} from '#modules/tenancy/accounts/context/accounts.store.ts'
import { type Accounts, ownerOf } from '#modules/tenancy/accounts/context/accounts.ts'
import type { OwnRequest } from '#modules/tenancy/accounts/context/own-request.ts'
import { tenantOfAccounts } from '#modules/tenancy/accounts/context/tenant.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { type AppError, forbidden, invalidInput, unauthorized } from '#platform/errors/app-error.ts'
import { sessionAttempt } from '#platform/second-factors/factor-codes.ts'
import type { ChallengePurpose } from '#platform/sessions/challenges.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { checkProof, type FactorProof, factorMethods } from './second-factors.ts'

/** Confirmation is the second factor of an account, or its password where it has none. */
export interface Confirmation extends FactorProof {
  readonly current_password?: string | undefined
}

/** Confirmed is a confirmation that was right. The transaction that acts on it calls `use` first. */
export interface Confirmed {
  readonly account: AccountRow
  /** use locks the account, and throws if the confirmation was used before or the account has changed since. */
  use(db: Queryable): Promise<void>
}

/** confirmationPurpose is that of challenges for passkeys that confirm a change. */
export function confirmationPurpose({ account_id, session_id }: DashboardActor): ChallengePurpose {
  return ['confirm', account_id, session_id]
}

/** getAccount returns the caller's account, or throws 401 if it no longer exists. */
export async function getAccount(db: Queryable, id: string): Promise<AccountRow> {
  const account = await findAccount(db, id)
  if (account === undefined) throw unauthorized()
  return account
}

/** confirmCaller checks the second factor of an account, or its password where it has none. */
export async function confirmCaller(
  accounts: Accounts,
  { actor, party }: OwnRequest,
  { current_password, ...proof }: Confirmation,
): Promise<Confirmed> {
  const { platform } = accounts
  const account = await getAccount(platform.clusters.main.admin, actor.account_id)
  const lock = async (db: Queryable) => {
    if (!(await lockPassword(db, account.id, account.password_hash))) throw wrongPassword()
  }
  if ((await factorMethods(platform.clusters.main.admin, account.id)).length > 0) {
    const attempt = sessionAttempt(ownerOf(account), actor.session_id)
    const purpose = confirmationPurpose(actor)
    const right = await checkProof(platform, account.id, proof, {
      attempt,
      purpose,
      party,
      refused: wrongProof,
    })
    const use = async (db: Queryable) => {
      await lock(db)
      await right.use(db)
    }
    return { account, use }
  }
  await confirmPassword(accounts, actor, account, current_password)
  const use = async (db: Queryable) => {
    await lock(db)
    // A second factor that was added meanwhile must be proven.
    if ((await factorMethods(db, account.id)).length > 0) throw wrongProof()
  }
  return { account, use }
}

// Throws 400, 403, or 429 after too many.
async function confirmPassword(
  { platform, attempts }: Accounts,
  { session_id }: DashboardActor,
  account: AccountRow,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw invalidInput('current_password is required for this change.')
  const owner = { project_id: DASHBOARD, account: account.id, session: session_id }
  const admission = await attempts.beginInSession(platform.clusters.main.admin, owner)
  if (!(await platform.passwords.verify(account.password_hash, password, tenantOfAccounts(true)))) {
    throw wrongPassword()
  }
  await admission.succeed()
}

// Not a 401: the session is valid, and clients must not try to refresh it.
function wrongPassword(): AppError {
  return forbidden('proof_rejected', 'current_password is wrong.')
}

/** wrongProof is a 403 for the same reason. */
export function wrongProof(): AppError {
  return forbidden(
    'proof_rejected',
    'The second factor is wrong, expired or already used. Try again with another code.',
  )
}

// Signing in with a passkey alone: it is bound to the site, and has asked its owner for a fingerprint or a PIN.
import type { z } from 'zod'
import { findAccount, lockPassword } from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import type { RelyingParty } from '#modules/tenancy/accounts/context/relying-party.ts'
import { verifyAssertion, writeRequestOptions } from '#modules/tenancy/accounts/passkeys/ceremonies.ts'
import { findPasskey } from '#modules/tenancy/accounts/passkeys/passkeys.store.ts'
import type { SignInSource } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { reportFailure, rethrowing } from '#modules/tenancy/accounts/sessions/sign-in-log.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError, forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { ChallengePurpose } from '#platform/sessions/challenges.ts'
import { grantSession } from './grants.ts'
import type { passkeyLogin } from './sign-in.schema.ts'

const PURPOSE: ChallengePurpose = ['passkey login']

/** writeLoginOptions returns the options to log in with any passkey of the site. */
export function writeLoginOptions(platform: Platform, party: RelyingParty) {
  return writeRequestOptions(platform, party, PURPOSE)
}

/** logInWithPasskey opens a session for the account of a passkey. Every wrong one gets the same error. */
export async function logInWithPasskey(
  accounts: Accounts,
  { credential }: z.output<typeof passkeyLogin>,
  source: SignInSource,
  party: RelyingParty,
) {
  const { platform } = accounts
  const passkey = await findPasskey(platform.clusters.main.admin, credential.id, party.id)
  // Without a user handle it was not chosen as a passkey of this account.
  if (passkey === undefined || credential.response.userHandle == null) throw refused()
  const account = await findAccount(platform.clusters.main.admin, passkey.account_id)
  if (account === undefined) throw refused()
  const right = await verifyAssertion(platform, party, PURPOSE, passkey, credential, refused).catch(
    rethrowing(accounts, account, source, 'passkey'),
  )
  if (!account.is_active) {
    reportFailure(accounts, account, source, 'deactivated')
    throw forbidden('deactivated', 'This account is deactivated.')
  }
  return transaction(platform.clusters.main.admin, async (db) => {
    if (!(await lockPassword(db, account.id, account.password_hash))) throw refused()
    await right.use(db)
    return grantSession(platform, db, account, ['passkey'], source)
  })
}

function refused(): AppError {
  return new AppError(
    'unauthorized',
    'This passkey is not known here, or its proof is expired or already used.',
  )
}

// Login with e-mail address and password.
import type { z } from 'zod'
import type { login } from '#modules/tenancy/accounts/context/accounts.schema.ts'
import {
  type AccountRow,
  findAccountByEmail,
  lockPassword,
} from '#modules/tenancy/accounts/context/accounts.store.ts'
import { type Accounts, ownerOf } from '#modules/tenancy/accounts/context/accounts.ts'
import { tenantOfAccounts } from '#modules/tenancy/accounts/context/tenant.ts'
import type { SignInSource } from '#modules/tenancy/accounts/sessions/sessions.ts'
import {
  reportFailure,
  rethrowing,
  type SignInFailure,
} from '#modules/tenancy/accounts/sessions/sign-in-log.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError, forbidden } from '#platform/errors/app-error.ts'
import { findDevice } from '#platform/sessions/device-tokens.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { type Admission, ProofRequired, proofRequired } from '#platform/sessions/password-attempts.ts'
import { grantAfterPassword } from './grants.ts'
import { canSendProof, isProof, sendProof } from './sign-in-proofs.ts'

type Login = z.output<typeof login>

/** logIn checks a password and opens a session, or a challenge for the second factor. An unknown address and a wrong password return the same error. */
export async function logIn(accounts: Accounts, input: Login, source: SignInSource) {
  const { platform } = accounts
  const { email, password, code } = input
  const account = await findAccountByEmail(platform.clusters.main.admin, email)
  const proven = code !== undefined && isProof(platform, account, code)
  const fail = (reason: SignInFailure) => reportFailure(accounts, account, source, reason)
  if (code !== undefined && !proven) {
    fail('mailed_code')
    throw wrongCode()
  }
  const admission = await admit(accounts, account, input, source.network, proven).catch(
    rethrowing(accounts, account, source, 'password'),
  )
  const tenant = tenantOfAccounts(admission.known)
  const right = await platform.passwords.verify(account?.password_hash, password, tenant)
  if (account === undefined || !right) {
    fail('password')
    throw refused()
  }
  await admission.succeed()
  if (!account.is_active) {
    fail('deactivated')
    throw forbidden('deactivated', 'This account is deactivated.')
  }
  return transaction(platform.clusters.main.admin, async (db) => {
    if (!(await lockPassword(db, account.id, account.password_hash))) throw refused()
    return grantAfterPassword(platform, db, account, source)
  })
}

// Once unknown clients have used up their attempts, the password is not compared: even the right one gets this error.
async function admit(
  accounts: Accounts,
  account: AccountRow | undefined,
  { email, device_token }: Login,
  network: string,
  proven: boolean,
): Promise<Admission> {
  const { platform, attempts } = accounts
  const device = account && findDevice(platform, ownerOf(account), device_token)
  const from = { project_id: DASHBOARD, account: account?.id, email, network, device, proven }
  try {
    return await attempts.begin(platform.clusters.main.admin, {
      ...from,
      provable: canSendProof(platform),
    })
  } catch (error) {
    if (!(error instanceof ProofRequired)) throw error
    await sendProof(accounts, email, account, network)
    throw proofRequired(error.until, platform.clock.now())
  }
}

function refused(): AppError {
  return new AppError('unauthorized', 'The e-mail address or password is wrong.')
}

function wrongCode(): AppError {
  return new AppError('unauthorized', 'The code is wrong or has expired. Use the code in the latest mail.')
}

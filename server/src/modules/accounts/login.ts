// Login with e-mail address and password (design 6).
import type { z } from 'zod'
import { AppError, forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { findDevice } from '#platform/sessions/device-tokens.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { type Admission, ProofRequired, proofRequired } from '#platform/sessions/password-attempts.ts'
import type { login } from './accounts.schema.ts'
import { type AccountRow, findAccountByEmail, lockPassword } from './accounts.store.ts'
import { presentAccount } from './profile.ts'
import { openSession } from './sessions.ts'
import { canSendProof, isProof, ownerOf, type SignInLimits, sendProof } from './sign-in-proofs.ts'
import { tenantOfAccounts } from './tenant.ts'

type Login = z.output<typeof login>

/** logIn checks a password and opens a session. An unknown address and a wrong password return the same error. */
export async function logIn(
  platform: Platform,
  limits: SignInLimits,
  input: Login,
  { userAgent, network }: { readonly userAgent: string | undefined; readonly network: string },
) {
  const { email, password, code } = input
  const account = await findAccountByEmail(platform.controlPlane, email)
  const proven = code !== undefined && isProof(platform, account, code)
  if (code !== undefined && !proven) throw wrongCode()
  const admission = await admit(platform, limits, account, input, network, proven)
  const tenant = tenantOfAccounts(admission.known)
  const right = await platform.passwords.verify(account?.password_hash, password, tenant)
  if (account === undefined || !right) throw refused()
  await admission.succeed()
  if (!account.is_active) throw forbidden('This account is deactivated.')
  const opened = await platform.controlPlane.transaction().execute(async (db) => {
    if (!(await lockPassword(db, account.id, account.password_hash))) throw refused()
    return openSession(platform, db, account.id, userAgent)
  })
  return { user: presentAccount(account), ...opened }
}

// Once unknown clients have used up their attempts, the password is not compared: even the right one gets this error.
async function admit(
  platform: Platform,
  limits: SignInLimits,
  account: AccountRow | undefined,
  { email, device_token }: Login,
  network: string,
  proven: boolean,
): Promise<Admission> {
  const device = account && findDevice(platform, ownerOf(account), device_token)
  const from = { project_id: DASHBOARD, account: account?.id, email, network, device, proven }
  try {
    return await limits.attempts.begin(platform.clusters.main.admin, {
      ...from,
      provable: canSendProof(platform),
    })
  } catch (error) {
    if (!(error instanceof ProofRequired)) throw error
    await sendProof(platform, limits, email, account, network)
    throw proofRequired(error.until, platform.clock.now())
  }
}

function refused(): AppError {
  return new AppError('unauthorized', 'The e-mail address or password is wrong.')
}

function wrongCode(): AppError {
  return new AppError('unauthorized', 'The code is wrong or has expired. Use the code in the latest mail.')
}

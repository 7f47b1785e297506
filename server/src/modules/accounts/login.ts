// Signing in with e-mail address and password (design 6).
import type { z } from 'zod'
import { verifyPassword } from '#platform/crypto/passwords.ts'
import { AppError, forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { LoginAttempts } from '#platform/sessions/login-attempts.ts'
import type { login } from './accounts.schema.ts'
import { findAccountByEmail, holdPassword } from './accounts.store.ts'
import { presentAccount } from './profile.ts'
import { openSession } from './sessions.ts'

/** logIn checks a password and opens a session. An unknown address and a wrong password are answered alike. */
export async function logIn(
  platform: Platform,
  attempts: LoginAttempts,
  { email, password }: z.output<typeof login>,
  { userAgent, network }: { readonly userAgent: string | undefined; readonly network: string },
) {
  attempts.begin(email, network)
  const account = await findAccountByEmail(platform.controlPlane, email)
  const right = await verifyPassword(account?.password_hash, password)
  if (account === undefined || !right) throw refused()
  attempts.succeed(email, network)
  if (!account.is_active) throw forbidden('This account is deactivated.')
  const tokens = await platform.controlPlane.transaction().execute(async (db) => {
    if (!(await holdPassword(db, account.id, account.password_hash))) throw refused()
    return openSession(platform, db, account.id, userAgent)
  })
  return { user: presentAccount(account), tokens }
}

function refused(): AppError {
  return new AppError('unauthorized', 'The e-mail address or the password is not right.')
}

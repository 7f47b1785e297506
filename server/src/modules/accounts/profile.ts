// The caller's own account: GET and PATCH /me (design 6).
import type { z } from 'zod'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import type { ControlPlane } from '#platform/db/control-plane.ts'
import { type AppError, conflict, forbidden, invalidInput, unauthorized } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import type { PasswordAttempts } from '#platform/sessions/password-attempts.ts'
import type { accountUpdate } from './accounts.schema.ts'
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  lockPassword,
  updateAccount,
} from './accounts.store.ts'
import { listSessions, revokeOtherSessions } from './sessions.store.ts'
import { invalidateSessions } from './sessions.ts'
import { tenantOfAccounts } from './tenant.ts'

type Changes = z.output<typeof accountUpdate>

/** getProfile returns the caller's account, or throws 401 if it no longer exists. */
export async function getProfile(platform: Platform, { account_id }: DashboardActor): Promise<AccountRow> {
  const account = await findAccount(platform.controlPlane, account_id)
  if (account === undefined) throw unauthorized()
  return account
}

/**
 * updateProfile changes the caller's account. A new e-mail address or password requires the current password: a stolen
 * access token must not be enough to take over the account.
 */
export async function updateProfile(
  platform: Platform,
  attempts: PasswordAttempts,
  actor: DashboardActor,
  input: Changes,
): Promise<AccountRow> {
  const account = await getProfile(platform, actor)
  const email = input.email === account.email ? undefined : input.email
  const { full_name, new_password } = input
  const sensitive = email !== undefined || new_password !== undefined
  if (full_name === undefined && !sensitive) return account
  if (sensitive) await confirmPassword(platform, attempts, actor, account, input.current_password)
  const password_hash =
    new_password === undefined
      ? undefined
      : await platform.passwords.hash(new_password, tenantOfAccounts(true))
  const changed = await platform.controlPlane.transaction().execute(async (db) => {
    if (sensitive && !(await lockPassword(db, account.id, account.password_hash))) throw wrongPassword()
    if (email !== undefined) await checkFree(db, email, account.id)
    const updated_at = platform.clock.now()
    const row = await updateAccount(db, account.id, { full_name, email, password_hash, updated_at })
    return { row, sessions: await affectedSessions(platform, db, actor, { email, password_hash }) }
  })
  await invalidateSessions(platform, changed.sessions)
  return changed.row
}

export function presentAccount(row: AccountRow) {
  const { id, email, full_name, is_active, created_at, updated_at } = row
  return { id, email, full_name, is_active, created_at, updated_at }
}

async function confirmPassword(
  platform: Platform,
  attempts: PasswordAttempts,
  { session_id }: DashboardActor,
  account: AccountRow,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) {
    throw invalidInput('current_password is required to change the e-mail address or the password.')
  }
  const owner = { project_id: DASHBOARD, account: account.id, session: session_id }
  const admission = await attempts.beginInSession(platform.clusters.main.admin, owner)
  if (!(await platform.passwords.verify(account.password_hash, password, tenantOfAccounts(true)))) {
    throw wrongPassword()
  }
  await admission.succeed()
}

// Not a 401: the session is valid, and clients must not try to refresh it.
function wrongPassword(): AppError {
  return forbidden('current_password is wrong.')
}

async function checkFree(db: ControlPlane, email: string, accountId: string): Promise<void> {
  const other = await findAccountByEmail(db, email)
  if (other !== undefined && other.id !== accountId) {
    throw conflict('An account with this e-mail address already exists.')
  }
}

// A new password ends all other sessions. A new address must reach every session that continues.
async function affectedSessions(
  platform: Platform,
  db: ControlPlane,
  { account_id, session_id }: DashboardActor,
  { email, password_hash }: { email: string | undefined; password_hash: string | undefined },
): Promise<string[]> {
  const now = platform.clock.now()
  const ended = password_hash === undefined ? [] : await revokeOtherSessions(db, account_id, session_id, now)
  if (email === undefined) return ended
  const live = await listSessions(db, account_id, now)
  return [...ended, ...live.map(({ id }) => id)]
}

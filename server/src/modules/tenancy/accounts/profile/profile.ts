// The caller's own account: GET and PATCH /me.
import type { z } from 'zod'
import { type AccountRow, updateAccount } from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { type OwnRequest, recordOwn } from '#modules/tenancy/accounts/context/own-request.ts'
import { presentAccount } from '#modules/tenancy/accounts/context/present-account.ts'
import { tenantOfAccounts } from '#modules/tenancy/accounts/context/tenant.ts'
import { confirmCaller, getAccount } from '#modules/tenancy/accounts/factors/confirm.ts'
import { sendsMail } from '#modules/tenancy/accounts/mail/account-mails.ts'
import { listSessions, revokeSessions } from '#modules/tenancy/accounts/sessions/sessions.store.ts'
import { invalidateSessions } from '#modules/tenancy/accounts/sessions/sessions.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommit } from '#platform/work/after-commit.ts'
import { checkFree, mailChange } from './new-email.ts'
import type { accountUpdate } from './profile.schema.ts'

type Changes = z.output<typeof accountUpdate>

/**
 * updateProfile changes the caller's account. A new e-mail address or password requires a confirmation, with the second factor
 * where there is one: a stolen access token must not be enough to take over the account. A new address waits until a code
 * comes back, unless the server cannot send mail.
 */
export async function updateProfile(accounts: Accounts, own: OwnRequest, input: Changes) {
  const { platform } = accounts
  const { actor } = own
  const account = await getAccount(platform.clusters.main.admin, actor.account_id)
  const change = emailChange(platform, account, input.email)
  const { full_name, new_password } = input
  const sensitive = change !== undefined || new_password !== undefined
  if (full_name === undefined && !sensitive) return presentAccount(platform.clusters.main.admin, account)
  const { current_password, code, passkey } = input
  const confirmed = sensitive
    ? await confirmCaller(accounts, own, { current_password, code, passkey })
    : undefined
  const password_hash =
    new_password === undefined
      ? undefined
      : await platform.passwords.hash(new_password, tenantOfAccounts(true))
  const changed = await transaction(platform.clusters.main.admin, async (db) => {
    await confirmed?.use(db)
    const address = change?.email ?? change?.new_email
    if (address != null) await checkFree(db, address, account.id)
    // With a new password, a change that somebody else has asked for cannot be confirmed any more.
    const emails = change ?? (password_hash === undefined ? {} : { new_email: null })
    const changes = { full_name, password_hash, ...emails }
    const row = await updateAccount(db, account.id, { ...changes, updated_at: platform.clock.now() })
    await recordOwn(db, own.act, {
      action: 'account.update',
      target: account.id,
      details: { password_changed: password_hash !== undefined },
    })
    const shown = await presentAccount(db, row)
    return { row, shown, sessions: await affectedSessions(platform, db, actor, account, row) }
  })
  await invalidateSessions(platform, changed.sessions)
  if (change?.new_email != null)
    await afterCommit(platform.log, 'mail the code for a new address', () =>
      mailChange(accounts, changed.row, own.network),
    )
  return changed.shown
}

// The same mailbox in other letters needs no confirmation, and taking the old address again ends a change.
function emailChange(
  platform: Platform,
  { email, new_email }: AccountRow,
  wanted: string | undefined,
): { email?: string; new_email: string | null } | undefined {
  if (wanted === undefined) return undefined
  if (wanted === email) return new_email === null ? undefined : { new_email: null }
  const same = wanted.toLowerCase() === email.toLowerCase()
  if (same || !sendsMail(platform)) return { email: wanted, new_email: null }
  return { new_email: wanted }
}

// A new password ends all other sessions. A new address must reach every session that continues.
async function affectedSessions(
  platform: Platform,
  db: Queryable,
  { account_id, session_id }: DashboardActor,
  before: AccountRow,
  after: AccountRow,
): Promise<string[]> {
  const now = platform.clock.now()
  const ended =
    before.password_hash === after.password_hash ? [] : await revokeSessions(db, account_id, now, session_id)
  if (before.email === after.email) return ended
  const live = await listSessions(db, account_id, now)
  return [...ended, ...live.map(({ id }) => id)]
}

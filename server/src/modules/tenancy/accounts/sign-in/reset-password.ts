// A forgotten password: a new one with a mailed code. Nothing reveals whether an account exists.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import type { resetConfirm } from '#modules/tenancy/accounts/context/accounts.schema.ts'
import {
  findAccountByEmail,
  lockPassword,
  updateAccount,
} from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { recordOwn } from '#modules/tenancy/accounts/context/own-request.ts'
import { tenantOfAccounts } from '#modules/tenancy/accounts/context/tenant.ts'
import { admitMail, sendsMail } from '#modules/tenancy/accounts/mail/account-mails.ts'
import { resetMail } from '#modules/tenancy/accounts/mail/mail-texts.ts'
import { resetCode } from '#modules/tenancy/accounts/mail/mailed-codes.ts'
import { revokeSessions } from '#modules/tenancy/accounts/sessions/sessions.store.ts'
import { invalidateSessions } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { Act } from '#platform/http/routes/act.ts'
import { HOURLY_CODE_MINUTES, hourlyCode, isHourlyCode } from '#platform/sessions/long-codes.ts'

/** requestReset mails a code if the account exists; response and work are the same if not. */
export async function requestReset(accounts: Accounts, email: string, network: string) {
  const { platform } = accounts
  if (!sendsMail(platform)) {
    throw new AppError(
      'unavailable',
      'This server has no mail gateway, so it cannot send codes. Set SMTP_URL.',
    )
  }
  const account = await findAccountByEmail(platform.clusters.main.admin, email)
  if (await admitMail(accounts, 'reset', email, network)) {
    const text = resetMail(hourlyCode(platform, resetCode(account)))
    await sendAccountMail(platform, { to: account?.email ?? email, ...text }, account?.is_active === true)
  }
  return { email, expires_at: new Date(platform.clock.now().getTime() + HOURLY_CODE_MINUTES * 60_000) }
}

/** confirmReset sets a new password and ends all sessions. The second factor stays: the next login asks for it. */
export async function confirmReset(
  { platform }: Accounts,
  { email, code, new_password }: z.output<typeof resetConfirm>,
  request: FastifyRequest,
): Promise<void> {
  const account = await findAccountByEmail(platform.clusters.main.admin, email)
  const right = isHourlyCode(platform, resetCode(account), code)
  if (account === undefined || !right || !account.is_active) throw wrongCode()
  const password_hash = await platform.passwords.hash(new_password, tenantOfAccounts(true))
  const now = platform.clock.now()
  const person = { account_id: account.id, session_id: '', email: account.email }
  const actor = { type: 'dashboard', ...person, sso_organisation_id: null } as const
  const act = new Act({ ...request.act, actor, credential: 'mailed_code' })
  const ended = await transaction(platform.clusters.main.admin, async (db) => {
    // The code is derived from the old password: of several concurrent requests only one gets past this.
    if (!(await lockPassword(db, account.id, account.password_hash))) throw wrongCode()
    const proven = { verified_email: account.email.toLowerCase(), new_email: null }
    await updateAccount(db, account.id, { password_hash, ...proven, updated_at: now })
    await recordOwn(db, act, { action: 'account.reset_password', target: account.id })
    return revokeSessions(db, account.id, now)
  })
  await invalidateSessions(platform, ended)
}

function wrongCode(): AppError {
  return new AppError('unauthorized', 'The code is wrong, expired or already used. Request a new one.')
}

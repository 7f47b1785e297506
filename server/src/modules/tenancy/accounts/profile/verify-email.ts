// Confirming an address with the code that was mailed to it: the present one, or the one that takes its place.

import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import {
  type AccountRow,
  lockPassword,
  updateAccount,
} from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { type OwnRequest, recordOwn } from '#modules/tenancy/accounts/context/own-request.ts'
import { isVerified, presentAccount } from '#modules/tenancy/accounts/context/present-account.ts'
import { getAccount } from '#modules/tenancy/accounts/factors/confirm.ts'
import { sendsMail } from '#modules/tenancy/accounts/mail/account-mails.ts'
import { changedMail } from '#modules/tenancy/accounts/mail/mail-texts.ts'
import { emailCode } from '#modules/tenancy/accounts/mail/mailed-codes.ts'
import { sendVerification } from '#modules/tenancy/accounts/mail/verification.ts'
import { listSessions } from '#modules/tenancy/accounts/sessions/sessions.store.ts'
import { invalidateSessions } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError, conflict, forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { isHourlyCode, SIGN_IN_MAILS } from '#platform/sessions/long-codes.ts'
import { checkFree } from './new-email.ts'

/** requestVerification mails the code again: to the new address if one waits, otherwise to the present one. */
export async function requestVerification(accounts: Accounts, { actor, network }: OwnRequest): Promise<void> {
  const { platform } = accounts
  const account = await getAccount(platform.clusters.main.admin, actor.account_id)
  if (account.new_email === null && isVerified(account)) {
    throw conflict('wrong_state', 'This e-mail address is already confirmed.')
  }
  if (!sendsMail(platform)) {
    throw new AppError(
      'unavailable',
      'This server has no mail gateway, so it cannot send codes. Set SMTP_URL.',
    )
  }
  if (await sendVerification(accounts, account, account.new_email ?? account.email, network)) return
  const message = 'Too many mails were requested. Use the code in the latest one: it is valid for an hour.'
  throw new AppError('quota_exceeded', message, {
    headers: { 'retry-after': String(SIGN_IN_MAILS.toOne.seconds) },
  })
}

/** verifyEmail confirms the address that the code was mailed to, and returns the account. */
export async function verifyEmail(accounts: Accounts, own: OwnRequest, code: string) {
  const { platform } = accounts
  const account = await getAccount(platform.clusters.main.admin, own.actor.account_id)
  const address = addressOf(platform, account, code)
  if (address === undefined) throw wrongCode()
  const moves = address !== account.email
  const { shown, sessions } = await transaction(platform.clusters.main.admin, async (db) => {
    if (!(await lockPassword(db, account.id, account.password_hash))) throw wrongCode()
    const now = await getAccount(db, account.id)
    if (now.email !== account.email || now.new_email !== account.new_email) throw wrongCode()
    if (moves) await checkFree(db, address, account.id)
    const emails = { email: address, verified_email: address.toLowerCase() }
    const row = await updateAccount(db, account.id, {
      ...emails,
      ...(moves ? { new_email: null } : {}),
      updated_at: platform.clock.now(),
    })
    await recordOwn(db, own.act, {
      action: moves ? 'account.change_email' : 'account.verify_email',
      target: account.id,
    })
    if (moves) await sendAccountMail(platform, { to: account.email, ...changedMail(address) }, true, db)
    const shown = await presentAccount(db, row)
    return { shown, sessions: moves ? await listSessions(db, account.id, platform.clock.now()) : [] }
  })
  await invalidateSessions(
    platform,
    sessions.map(({ id }) => id),
  )
  return shown
}

function addressOf(platform: Platform, account: AccountRow, code: string): string | undefined {
  const { email, new_email } = account
  if (new_email !== null && isHourlyCode(platform, emailCode(account, new_email), code)) return new_email
  return isHourlyCode(platform, emailCode(account, email), code) ? email : undefined
}

// Not a 401: the session is valid, and clients must not try to refresh it.
function wrongCode(): AppError {
  return forbidden('proof_rejected', 'The code is wrong, expired or already used. Request a new one.')
}

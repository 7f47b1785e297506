// Proof of the mailbox at login: while unknown clients use up the attempts at a password, the owner can still log in
// with a code sent by mail. The code is worthless without the password.

import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import type { AccountRow } from '#modules/tenancy/accounts/context/accounts.store.ts'
import { type Accounts, ownerOf } from '#modules/tenancy/accounts/context/accounts.ts'
import { admitMail } from '#modules/tenancy/accounts/mail/account-mails.ts'
import { signInMail } from '#modules/tenancy/accounts/mail/mail-texts.ts'
import type { Platform } from '#platform/platform.ts'
import { hourlyCode, isHourlyCode, signInCode } from '#platform/sessions/long-codes.ts'

/** canSendProof reports whether a code can be sent; in development its owner could not read the outbox. */
export function canSendProof({ messages, config }: Platform): boolean {
  return messages.mail !== undefined && (config.production || config.smtp !== undefined)
}

/** isProof reports whether a code proves that the caller has access to the mailbox of an account. */
export function isProof(platform: Platform, account: AccountRow | undefined, code: string): boolean {
  if (account === undefined) return false
  return isHourlyCode(platform, signInCode(ownerOf(account), account.password_hash), code)
}

/** sendProof mails the code, unless the mail limits are reached. Without an account the mail is discarded later. */
export async function sendProof(
  accounts: Accounts,
  email: string,
  account: AccountRow | undefined,
  network: string,
): Promise<void> {
  if (!(await admitMail(accounts, 'sign-in', email, network))) return
  const { platform } = accounts
  const proof = signInCode(ownerOf({ id: account?.id ?? '' }), account?.password_hash ?? '')
  const mail = { to: account?.email ?? email, ...signInMail(hourlyCode(platform, proof)) }
  await sendAccountMail(platform, mail, account?.is_active === true)
}

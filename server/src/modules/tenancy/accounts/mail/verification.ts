// The mail that confirms an address.

import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import type { AccountRow } from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { hourlyCode } from '#platform/sessions/long-codes.ts'
import { admitMail, sendsMail } from './account-mails.ts'
import { verifyMail } from './mail-texts.ts'
import { emailCode } from './mailed-codes.ts'

/** sendVerification mails a code for one of an account's addresses, and reports whether the limits allowed it. */
export async function sendVerification(
  accounts: Accounts,
  account: AccountRow,
  address: string,
  network: string,
): Promise<boolean> {
  const { platform } = accounts
  if (!sendsMail(platform) || !(await admitMail(accounts, 'verify', address, network))) return false
  const text = verifyMail(hourlyCode(platform, emailCode(account, address)))
  await sendAccountMail(platform, { to: address, ...text }, true)
  return true
}

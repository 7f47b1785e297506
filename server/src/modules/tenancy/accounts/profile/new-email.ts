// A change of address: confirmed by a code from the new mailbox, and reported to the old one.

import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import { type AccountRow, findAccountByEmail } from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { admitMail } from '#modules/tenancy/accounts/mail/account-mails.ts'
import { changeRequestedMail } from '#modules/tenancy/accounts/mail/mail-texts.ts'
import { sendVerification } from '#modules/tenancy/accounts/mail/verification.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { alreadyExists } from '#platform/errors/app-error.ts'

/** checkFree throws 409 if another account has the address. */
export async function checkFree(db: Queryable, email: string, accountId: string): Promise<void> {
  const other = await findAccountByEmail(db, email)
  if (other !== undefined && other.id !== accountId) {
    throw alreadyExists('email', 'An account with this e-mail address already exists.')
  }
}

/** mailChange mails a code to the new address, and a warning to the old one. */
export async function mailChange(accounts: Accounts, account: AccountRow, network: string): Promise<void> {
  const { new_email } = account
  if (new_email === null) return
  await sendVerification(accounts, account, new_email, network)
  if (!(await admitMail(accounts, 'notice', account.email, network))) return
  await sendAccountMail(accounts.platform, { to: account.email, ...changeRequestedMail(new_email) }, true)
}

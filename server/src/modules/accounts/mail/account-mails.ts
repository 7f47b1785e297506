// Mails to accounts: whether they can be sent, and how many.
import { type Accounts, ALL_MAILS } from '#accounts/context/accounts.ts'
import type { WindowLimit } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import { SIGN_IN_MAILS } from '#platform/sessions/long-codes.ts'

/** MailPurpose is what a mail is for; each has a limit of its own to one recipient. */
export type MailPurpose = 'sign-in' | 'reset' | 'verify' | 'notice'

/** sendsMail reports whether the server has a mail gateway, or the outbox of development. */
export function sendsMail({ messages }: Platform): boolean {
  return messages.mail !== undefined
}

/** admitMail counts a mail, and reports whether the limits allow it. Codes stay the same for an hour, so no more are needed. */
export function admitMail(
  { platform: { clock, config }, mails }: Accounts,
  purpose: MailPurpose,
  email: string,
  network: string,
): boolean {
  const now = clock.now()
  const toOne: [string, WindowLimit] = [`${purpose} to ${email.toLowerCase()}`, SIGN_IN_MAILS.toOne]
  const windows: [string, WindowLimit][] = config.rateLimits
    ? [toOne, [`${purpose} by ${network}`, SIGN_IN_MAILS.byNetwork], ['all', ALL_MAILS]]
    : [toOne]
  if (mails.fullUntil(windows, now) !== undefined) return false
  mails.count(windows, now)
  return true
}

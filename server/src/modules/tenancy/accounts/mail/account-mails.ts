// Mails to accounts: whether they can be sent, and how many.
import { type Accounts, ALL_MAILS } from '#modules/tenancy/accounts/context/accounts.ts'
import { countEach } from '#platform/fairness/counts.ts'
import type { NamedLimit } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import { SIGN_IN_MAILS } from '#platform/sessions/long-codes.ts'

/** MailPurpose is what a mail is for; each has a limit of its own to one recipient. */
export type MailPurpose = 'sign-in' | 'reset' | 'verify' | 'notice'

/** sendsMail reports whether the server has a mail gateway, or the outbox of development. */
export function sendsMail({ messages }: Platform): boolean {
  return messages.mail !== undefined
}

/** admitMail counts a mail, and reports whether the limits allow it. Codes stay the same for an hour, so no more are needed. */
export async function admitMail(
  { platform: { config }, mails }: Accounts,
  purpose: MailPurpose,
  email: string,
  network: string,
): Promise<boolean> {
  const toOne: NamedLimit = [`${purpose} to ${email.toLowerCase()}`, SIGN_IN_MAILS.toOne]
  // A network at its limit uses up nobody's mails, and what one recipient gets no more of is none of all mails.
  const limits: NamedLimit[] = config.rateLimits
    ? [[`${purpose} by ${network}`, SIGN_IN_MAILS.byNetwork], toOne, ['all', ALL_MAILS]]
    : [toOne]
  return (await countEach(mails, limits)) === undefined
}

// Proof of the mailbox at login: while unknown clients use up the attempts at a password, the owner can still log in
// with a code sent by mail. The code is worthless without the password.
import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import { type WindowLimit, Windows } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import {
  isSignInCode,
  SIGN_IN_CODE_MINUTES,
  SIGN_IN_MAILS,
  signInCode,
} from '#platform/sessions/long-codes.ts'
import { PasswordAttempts } from '#platform/sessions/password-attempts.ts'
import type { AccountRow } from './accounts.store.ts'

const IN_ALL: WindowLimit = { limit: 1000, seconds: 3600 }

/** SignInLimits are the counters of one node that slow down password guessing and limit mails. */
export interface SignInLimits {
  readonly attempts: PasswordAttempts
  readonly mails: Windows
}

export function createSignInLimits(platform: Platform): SignInLimits {
  return { attempts: new PasswordAttempts(platform), mails: new Windows() }
}

/** canSendProof reports whether a code can be sent; in development its owner could not read the outbox. */
export function canSendProof({ messages, config }: Platform): boolean {
  return messages.mail !== undefined && (config.production || config.smtp !== undefined)
}

/** isProof reports whether a code proves that the caller has access to the mailbox of an account. */
export function isProof(platform: Platform, account: AccountRow | undefined, code: string): boolean {
  if (account === undefined) return false
  return isSignInCode(platform, ownerOf(account), account.password_hash, code)
}

/** ownerOf returns the owner of an account's device tokens and codes. */
export function ownerOf({ id }: AccountRow) {
  return { project_id: DASHBOARD, id }
}

/** sendProof mails the code, unless the mail limits are reached. Without an account the mail is discarded later. */
export async function sendProof(
  platform: Platform,
  limits: SignInLimits,
  email: string,
  account: AccountRow | undefined,
  network: string,
): Promise<void> {
  if (!admitProof(platform, limits, email, network)) return
  const owner = { project_id: DASHBOARD, id: account?.id ?? '' }
  const code = signInCode(platform, owner, account?.password_hash ?? '')
  const mail = { to: account?.email ?? email, subject: 'Your code to sign in', text: textOf(code) }
  await sendAccountMail(platform, mail, account?.is_active === true)
}

function admitProof({ clock }: Platform, { mails }: SignInLimits, email: string, network: string): boolean {
  const now = clock.now()
  const windows = [
    [`to ${email.toLowerCase()}`, SIGN_IN_MAILS.toOne],
    [`by ${network}`, SIGN_IN_MAILS.byNetwork],
    ['all', IN_ALL],
  ] as const
  if (mails.fullUntil(windows, now) !== undefined) return false
  mails.count(windows, now)
  return true
}

function textOf(code: string): string {
  return (
    'Someone has tried many wrong passwords for your account. If you are signing in yourself, enter ' +
    `this code together with your password: ${code}. It is valid for ${SIGN_IN_CODE_MINUTES} minutes.\n\n` +
    'Never share this code. If you did not request it, you can ignore this message.'
  )
}

// What lets the owner of an account in while strangers use up the attempts at its password: a code by mail, which is
// worth nothing without the password.
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

/** Guards are the state of what stops those who guess, on one node. */
export interface Guards {
  readonly attempts: PasswordAttempts
  readonly mails: Windows
}

/** createGuards makes it. */
export function createGuards(platform: Platform): Guards {
  return { attempts: new PasswordAttempts(platform), mails: new Windows() }
}

/** isProvable says whether a code can be sent; in development nobody could read it in the outbox. */
export function isProvable({ messages, config }: Platform): boolean {
  return messages.mail !== undefined && (config.production || config.smtp !== undefined)
}

/** isProof says whether a code proves that the caller has the mailbox of an account. */
export function isProof(platform: Platform, account: AccountRow | undefined, code: string): boolean {
  if (account === undefined) return false
  return isSignInCode(platform, ownerOf(account), account.password_hash, code)
}

/** ownerOf names an account as device tokens and codes do. */
export function ownerOf({ id }: AccountRow) {
  return { project_id: DASHBOARD, id }
}

/** sendProof sends the code, unless enough mails are on their way already or there is nobody to send it to. */
export async function sendProof(
  platform: Platform,
  guards: Guards,
  email: string,
  account: AccountRow | undefined,
  network: string,
): Promise<void> {
  if (!admitProof(platform, guards, email, network)) return
  const owner = { project_id: DASHBOARD, id: account?.id ?? '' }
  const code = signInCode(platform, owner, account?.password_hash ?? '')
  const mail = { to: account?.email ?? email, subject: 'Your code to sign in', text: textOf(code) }
  await sendAccountMail(platform, mail, account?.is_active === true)
}

function admitProof({ clock }: Platform, { mails }: Guards, email: string, network: string): boolean {
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
    'Somebody has tried many wrong passwords for your account, or is trying them now. If you want to sign in, send ' +
    `this code together with your password: ${code}. It is valid for ${SIGN_IN_CODE_MINUTES} minutes.\n\n` +
    'Never tell it to anybody. If you did not ask for it, you need not do anything.'
  )
}

// What lets the owner of an account in while strangers use up the attempts at its password: a code by mail, which is
// worth nothing without the password.
import { sendAccountMail } from '#modules/auth/account-mail.service.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { RateLimiter } from '#platform/http/rate-limits.ts'
import type { Platform } from '#platform/platform.ts'
import { type Budget, countGuesses, DASHBOARD, uncount } from '#platform/sessions/guesses.store.ts'
import { isSignInCode, SIGN_IN_CODE_MINUTES, signInCode } from '#platform/sessions/long-codes.ts'
import { PasswordAttempts } from '#platform/sessions/password-attempts.ts'
import type { AccountRow } from './accounts.store.ts'

const HOUR = 3600
const MAILS: Budget = { recent: 3, recent_seconds: HOUR, total: 1_000_000, total_seconds: HOUR }
const BY_NETWORK = { limit: 20, window_seconds: HOUR } as const
const IN_ALL = { limit: 1000, window_seconds: HOUR } as const

/** Guards are the state of what stops those who guess, on one node. */
export interface Guards {
  readonly attempts: PasswordAttempts
  readonly mails: RateLimiter
}

/** createGuards makes it. */
export function createGuards(platform: Platform): Guards {
  return { attempts: new PasswordAttempts(platform), mails: new RateLimiter(platform.clock) }
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
  if (!(await admitProof(platform, guards, email, network))) return
  const owner = { project_id: DASHBOARD, id: account?.id ?? '' }
  const code = signInCode(platform, owner, account?.password_hash ?? '')
  const mail = { to: account?.email ?? email, subject: 'Your code to sign in', text: textOf(code) }
  await sendAccountMail(platform, mail, account?.is_active === true)
}

async function admitProof(
  platform: Platform,
  { mails }: Guards,
  email: string,
  network: string,
): Promise<boolean> {
  const { admin } = platform.clusters.main
  const name = { project_id: DASHBOARD, parts: ['messages', 'sign_in_code', email.toLowerCase()] }
  const { refused_until } = await countGuesses(admin, name, MAILS, platform.clock.now())
  if (refused_until !== undefined) return false
  try {
    mails.take(network, BY_NETWORK)
    mails.take('all', IN_ALL)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await uncount(admin, name)
    return false
  }
}

function textOf(code: string): string {
  return (
    'Somebody has tried many wrong passwords for your account, or is trying them now. If you want to sign in, send ' +
    `this code together with your password: ${code}. It is valid for ${SIGN_IN_CODE_MINUTES} minutes.\n\n` +
    'Never tell it to anybody. If you did not ask for it, you need not do anything.'
  )
}

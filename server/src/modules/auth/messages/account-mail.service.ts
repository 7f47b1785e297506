// Mail to dashboard accounts leaves by the same queue as the codes of projects.
import type { Platform } from '#platform/platform.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { sendCode } from './send-code.ts'

/** AccountMail is a mail to the address of an account. */
export interface AccountMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** sendAccountMail queues a mail; one that is not wanted is queued as well, and thrown away later. */
export function sendAccountMail(platform: Platform, mail: AccountMail, wanted: boolean): Promise<void> {
  return sendCode(platform, { id: DASHBOARD }, { channel: 'mail', ...mail }, wanted)
}

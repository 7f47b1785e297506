// Mail to dashboard accounts leaves by the same queue as the codes of projects.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { sendCode } from './send-code.ts'

/** AccountMail is a mail to the address of an account. */
export interface AccountMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const EPOCH = new Date(0)

// The queue knows only projects; this is none.
const DASHBOARD_PROJECT: ProjectRecord = {
  id: DASHBOARD,
  organisation_id: DASHBOARD,
  name: 'Msingi',
  cluster: 'main',
  own_login: false,
  status: 'active',
  created_at: EPOCH,
  updated_at: EPOCH,
}

/** sendAccountMail queues a mail; one that is not wanted is queued as well, and thrown away later. */
export function sendAccountMail(platform: Platform, mail: AccountMail, wanted: boolean): Promise<void> {
  return sendCode(platform, DASHBOARD_PROJECT, { channel: 'mail', ...mail }, wanted)
}

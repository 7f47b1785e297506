// Mail to dashboard accounts, sent through the same queue as the codes of projects.
import type pg from 'pg'
import type { Platform } from '#platform/platform.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { queueMessage } from './send-code.ts'

export interface AccountMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * sendAccountMail queues a mail, within a transaction if there is one. If not `wanted`, it is discarded later, so that the response
 * time reveals nothing.
 */
export function sendAccountMail(
  platform: Platform,
  mail: AccountMail,
  wanted: boolean,
  db?: pg.ClientBase,
): Promise<void> {
  return queueMessage(platform, { id: DASHBOARD }, { channel: 'mail', ...mail }, wanted, { db })
}

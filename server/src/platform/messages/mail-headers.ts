// What all drivers of mail do about headers.
import { MessageRefused } from './messages.ts'

/** Mailbox is a sender. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** AUTOMATIC marks a mail as written by a machine, which prevents automatic replies (RFC 3834). */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' } as const

/** checkHeaders throws MessageRefused where a header would end early, and another one begin. */
export function checkHeaders(...headers: readonly string[]): void {
  for (const header of headers) {
    if (/[\p{Cc}\u2028\u2029]/u.test(header))
      throw new MessageRefused('the recipient or the subject has line breaks')
  }
}

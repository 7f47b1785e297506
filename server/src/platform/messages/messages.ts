// How mail and SMS leave the server: one driver for each; in development both go to an outbox that one can read.

/** Mail is one e-mail in plain text, and in HTML as well where there is any, sent on behalf of a project. */
export interface Mail {
  readonly project_id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** Sms is one text message, sent on behalf of a project. */
export interface Sms {
  readonly project_id: string
  readonly to: string
  readonly text: string
}

/** MailDriver hands mail over, or throws: MessageRefused for good, anything else where a later attempt may help. */
export interface MailDriver {
  send(mail: Mail): Promise<void>
}

/** SmsDriver hands text messages over, or throws as a MailDriver does. */
export interface SmsDriver {
  send(sms: Sms): Promise<void>
}

/**
 * MessageRefused reports that a gateway will not take a message, however often it is tried. Its text goes to the log, so
 * that it has nothing of the message, of the recipient or of the credentials in it.
 */
export class MessageRefused extends Error {}

/** OutboxEntry is a message that nobody has sent. */
export interface OutboxEntry {
  readonly channel: 'mail' | 'sms'
  readonly to: string
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly created_at: Date
}

/** Messages are the drivers of one server; what is undefined cannot be sent. */
export interface Messages {
  readonly mail: MailDriver | undefined
  readonly sms: SmsDriver | undefined
  /** outbox returns what would have been sent for a project, the latest first; only in development. */
  readonly outbox: ((projectId: string) => readonly OutboxEntry[]) | undefined
  /** close ends the connections to gateways. */
  close(): void
}

// Mail and SMS: one driver for each; in development both go to an outbox that can be read.

/** Mail is one e-mail on behalf of a project, in plain text and optionally HTML. */
export interface Mail {
  readonly project_id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** Sms is one text message on behalf of a project. */
export interface Sms {
  readonly project_id: string
  readonly to: string
  readonly text: string
}

/** MailDriver sends mail, or throws: MessageRefused if a retry cannot help, any other error if it can. */
export interface MailDriver {
  send(mail: Mail): Promise<void>
}

/** SmsDriver sends text messages, or throws as a MailDriver does. */
export interface SmsDriver {
  send(sms: Sms): Promise<void>
}

/**
 * MessageRefused is a permanent refusal of a message. Its text is logged, so that it must not contain the message, the
 * recipient or credentials.
 */
export class MessageRefused extends Error {}

/** OutboxEntry is a message that was kept instead of sent. */
export interface OutboxEntry {
  readonly channel: 'mail' | 'sms'
  readonly to: string
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly created_at: Date
}

/** Messages are the drivers of one server; messages whose driver is undefined cannot be sent. */
export interface Messages {
  readonly mail: MailDriver | undefined
  readonly sms: SmsDriver | undefined
  /** outbox returns a project's kept messages, the latest first; undefined in production. */
  readonly outbox: ((projectId: string) => readonly OutboxEntry[]) | undefined
  /** close closes the connections to gateways. */
  close(): void
}

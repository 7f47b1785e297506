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

/** GatewayReply is what a gateway answered: its status (of HTTP or SMTP), and the beginning of its text. */
export interface GatewayReply {
  readonly status: number
  readonly text: string
}

/**
 * MailDriver sends mail and returns the reply, if there is one. It throws MessageRefused if a retry cannot help, any other
 * error if it can.
 */
export interface MailDriver {
  send(mail: Mail): Promise<GatewayReply | undefined>
}

/** SmsDriver sends text messages, or throws as a MailDriver does. */
export interface SmsDriver {
  send(sms: Sms): Promise<GatewayReply | undefined>
}

/**
 * MessageError is a failure to send a message. Its text is logged, so that it must not contain the message, the recipient or
 * credentials; the reply can contain all of them, and neither logs nor JSON.stringify show it.
 */
export class MessageError extends Error {
  readonly #reply: GatewayReply | undefined

  constructor(message: string, reply?: GatewayReply) {
    super(message)
    this.#reply = reply
  }

  /** reply is what the gateway answered, for those who have configured it. */
  get reply(): GatewayReply | undefined {
    return this.#reply
  }
}

/** MessageRefused is a permanent refusal of a message. */
export class MessageRefused extends MessageError {}

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

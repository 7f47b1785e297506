// Mail by SMTP (RFC 5321) over nodemailer: a small pool of connections, encrypted wherever a password is sent.
import { createTransport, type NodemailerError } from 'nodemailer'
import { type MailDriver, MessageRefused } from './messages.ts'

/** SmtpSettings say where mail goes and whom it is from. */
export interface SmtpSettings {
  /** url is smtp://user:password@host:port, or smtps:// where the connection is encrypted from its first byte. */
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
  /** ca is a certificate to trust in place of the well-known ones. */
  readonly ca?: string
  /** timeoutMs bounds each step of a connection; a message may take three times as long. */
  readonly timeoutMs?: number
}

/** SmtpDriver is a MailDriver with connections to close. */
export interface SmtpDriver extends MailDriver {
  close(): void
}

const TIMEOUT_MS = 10_000
const CONNECTIONS = 5
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

// RFC 3834, so that no "out of office" comes back.
const HEADERS = { 'Auto-Submitted': 'auto-generated' }

/** createSmtpDriver makes the driver; it connects when there is something to send. */
export function createSmtpDriver({ url, from, ca, timeoutMs = TIMEOUT_MS }: SmtpSettings): SmtpDriver {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const user = decodeURIComponent(username)
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    // A message that is not taken is the caller's to send again.
    maxRequeues: 0,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || DEFAULT_PORTS[secure ? 'smtps:' : 'smtp:'],
    secure,
    // Without this a password would be sent in the clear wherever somebody in between hides the offer of encryption.
    requireTLS: !secure && user !== '',
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html }) {
      refuseLineBreaks(to, subject)
      // A server that says a word now and then trips no timeout of the socket.
      const signal = AbortSignal.timeout(3 * timeoutMs)
      // As objects, addresses are not parsed: a comma in one does not make two of it.
      const mail = { from, to: { name: '', address: to }, subject, text, html, headers: HEADERS, signal }
      await transport.sendMail(mail).catch((error: NodemailerError) => {
        throw failure(error)
      })
    },
    close: () => transport.close(),
  }
}

function refuseLineBreaks(...headers: readonly string[]): void {
  for (const header of headers) {
    if (/[\p{Cc}\u2028\u2029]/u.test(header)) throw new MessageRefused('a header of the mail has line breaks')
  }
}

// Errors of the connection: their words are the socket's, for instance that a certificate is not trusted.
const CONNECTION = ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS']

// What a server answers may repeat the recipient; its code says enough.
function failure({ code = 'unknown', command, responseCode, message }: NodemailerError): Error {
  const words = responseCode === undefined && CONNECTION.includes(code) ? message : undefined
  const reason = [code, command, responseCode, words].filter(Boolean).join(', ')
  const sentence = `the mail server did not take a message (${reason})`
  // RFC 5321, 4.2.1: 5yz is for good, 4yz is not.
  const refused = responseCode !== undefined && responseCode >= 500
  return refused ? new MessageRefused(sentence) : new Error(sentence)
}

// Mail by SMTP (RFC 5321) with nodemailer: a small pool of connections, encrypted if a password is sent.
import { createTransport, type NodemailerError } from 'nodemailer'
import { type MailDriver, MessageRefused } from './messages.ts'

/** SmtpSettings are the mail server and the sender. */
export interface SmtpSettings {
  /** url is smtp://user:password@host:port, or smtps:// for implicit TLS. */
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
  /** ca is a certificate authority to trust instead of the well-known ones. */
  readonly ca?: string
  /** timeoutMs bounds each step of a connection; a whole message can take three times as long. */
  readonly timeoutMs?: number
}

/** SmtpDriver is a MailDriver with connections to close. */
export interface SmtpDriver extends MailDriver {
  close(): void
}

const TIMEOUT_MS = 10_000
const CONNECTIONS = 5
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

// RFC 3834: prevents automatic replies.
const HEADERS = { 'Auto-Submitted': 'auto-generated' }

/** createSmtpDriver returns a driver, which connects when it sends first. */
export function createSmtpDriver({ url, from, ca, timeoutMs = TIMEOUT_MS }: SmtpSettings): SmtpDriver {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const user = decodeURIComponent(username)
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    // The caller retries.
    maxRequeues: 0,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || DEFAULT_PORTS[secure ? 'smtps:' : 'smtp:'],
    secure,
    // Otherwise an attacker who strips STARTTLS would get the password in plain text.
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
      // A server that keeps sending a byte at a time never reaches the socket timeout.
      const signal = AbortSignal.timeout(3 * timeoutMs)
      // Addresses as objects are not parsed: a comma does not make two of one.
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
    if (/[\p{Cc}\u2028\u2029]/u.test(header))
      throw new MessageRefused('the recipient or the subject has line breaks')
  }
}

// Errors of the connection, whose messages come from the socket, such as an untrusted certificate.
const CONNECTION = ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS']

// A server's reply can repeat the recipient, so that only its code is logged.
function failure({ code = 'unknown', command, responseCode, message }: NodemailerError): Error {
  const detail = responseCode === undefined && CONNECTION.includes(code) ? message : undefined
  const reason = [code, command, responseCode, detail].filter(Boolean).join(', ')
  const sentence = `the mail server refused a message (${reason})`
  // RFC 5321, 4.2.1: 5yz is permanent, 4yz transient.
  const refused = responseCode !== undefined && responseCode >= 500
  return refused ? new MessageRefused(sentence) : new Error(sentence)
}

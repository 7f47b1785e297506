// Mail by SMTP (RFC 5321) with nodemailer, encrypted if a password is sent: the server's own over a small pool of
// connections, that of a project over one for each mail, to an address that was checked.
import { createTransport, type NodemailerError } from 'nodemailer'
import { type HttpClient, OutboundError } from '#platform/http-client/http-client.ts'
import { AUTOMATIC, checkHeaders, type Mailbox } from './mail-headers.ts'
import { type GatewayReply, type Mail, type MailDriver, MessageError, MessageRefused } from './messages.ts'

/** SmtpSettings are the mail server and the sender. */
export interface SmtpSettings {
  /** url is smtp://user:password@host:port, or smtps:// for implicit TLS. */
  readonly url: string
  readonly from: Mailbox
  /** ca is a certificate authority to trust instead of the well-known ones. */
  readonly ca?: string
  /** timeoutMs bounds each step of a connection; a whole message can take three times as long. */
  readonly timeoutMs?: number
}

/** SmtpServer is a mail server in its parts. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** secure uses TLS from the first byte, otherwise STARTTLS. */
  readonly secure: boolean
  /** login is left out for servers that need none. */
  readonly login: { readonly user: string; readonly password: string } | undefined
}

/** GuardedSmtpSettings are a mail server that a project has chosen. */
export interface GuardedSmtpSettings extends SmtpServer, Omit<SmtpSettings, 'url'> {
  readonly http: HttpClient
}

/** SmtpDriver is a MailDriver with connections to close. */
export interface SmtpDriver extends MailDriver {
  close(): void
}

const TIMEOUT_MS = 10_000
const CONNECTIONS = 5
const MAX_REPLY = 4096
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

/** createSmtpDriver returns the driver of the server itself, which connects when it sends first. */
export function createSmtpDriver({ url, from, ca, timeoutMs = TIMEOUT_MS }: SmtpSettings): SmtpDriver {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const user = decodeURIComponent(username)
  const server: SmtpServer = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || DEFAULT_PORTS[secure ? 'smtps:' : 'smtp:'],
    secure,
    login: user === '' ? undefined : { user, password: decodeURIComponent(password) },
  }
  const options = connectionOptions(server, ca, timeoutMs)
  // The caller retries.
  const transport = createTransport({ ...options, pool: true, maxConnections: CONNECTIONS, maxRequeues: 0 })
  return {
    send: (mail) => sendBy(transport, { from, timeoutMs }, mail),
    close: () => transport.close(),
  }
}

/** createGuardedSmtpDriver returns a driver that connects to public addresses only, and keeps no connection. */
export function createGuardedSmtpDriver(settings: GuardedSmtpSettings): MailDriver {
  const { http, from, ca, timeoutMs = TIMEOUT_MS, ...server } = settings
  return {
    async send(mail) {
      const host = await pinnedAddress(http, server.host, timeoutMs)
      const options = connectionOptions(server, ca, timeoutMs)
      // Connects to the address that was checked; the certificate is still that of the name.
      const transport = createTransport({ ...options, host, servername: server.host })
      try {
        return await sendBy(transport, { from, timeoutMs }, mail)
      } finally {
        transport.close()
      }
    },
  }
}

async function pinnedAddress(http: HttpClient, host: string, timeoutMs: number): Promise<string> {
  try {
    const [first] = await http.addressesOf(host, timeoutMs)
    return first as string
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const sentence = `the mail server cannot be reached: ${error.message}`
    throw error.reason === 'refused' ? new MessageRefused(sentence) : new MessageError(sentence)
  }
}

function connectionOptions({ host, port, secure, login }: SmtpServer, ca: string | undefined, ms: number) {
  return {
    host,
    port,
    secure,
    // Otherwise an attacker who strips STARTTLS would get the password in plain text.
    requireTLS: !secure && login !== undefined,
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: ms,
    greetingTimeout: ms,
    socketTimeout: ms,
    dnsTimeout: ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

interface Sending {
  readonly from: Mailbox
  readonly timeoutMs: number
}

/** Transport is what of nodemailer's transports is used here. */
interface Transport {
  sendMail(mail: object): Promise<{ response?: string }>
}

async function sendBy(
  transport: Transport,
  { from, timeoutMs }: Sending,
  { to, subject, text, html }: Mail,
): Promise<GatewayReply | undefined> {
  checkHeaders(to, subject)
  // A server that keeps sending a byte at a time never reaches the socket timeout.
  const signal = AbortSignal.timeout(3 * timeoutMs)
  // Addresses as objects are not parsed: a comma does not make two of one.
  const mail = { from, to: { name: '', address: to }, subject, text, html, headers: AUTOMATIC, signal }
  const { response } = await transport.sendMail(mail).catch((error: NodemailerError) => {
    throw failure(error)
  })
  return replyOf(response)
}

function replyOf(response: string | undefined): GatewayReply | undefined {
  const status = Number(/^\d{3}/.exec(response ?? '')?.[0])
  return Number.isNaN(status) ? undefined : { status, text: (response ?? '').slice(0, MAX_REPLY) }
}

// Errors of the connection, whose messages come from the socket, such as an untrusted certificate.
const CONNECTION = ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS']

// A server's reply can repeat the recipient, so that only its code is logged.
function failure({ code = 'unknown', command, responseCode, response, message }: NodemailerError): Error {
  const detail = responseCode === undefined && CONNECTION.includes(code) ? message : undefined
  const reason = [code, command, responseCode, detail].filter(Boolean).join(', ')
  const sentence = `the mail server refused a message (${reason})`
  // RFC 5321, 4.2.1: 5yz is permanent, 4yz transient.
  const refused = responseCode !== undefined && responseCode >= 500
  const reply = replyOf(response)
  return refused ? new MessageRefused(sentence, reply) : new MessageError(sentence, reply)
}

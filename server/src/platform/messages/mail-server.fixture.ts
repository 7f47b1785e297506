// A mail server that keeps the mails it receives, and fails for recipients with certain names.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { CERTIFICATE, PRIVATE_KEY } from './certificate.fixture.ts'

/** LOGIN is the only account; `url` is the user and the password as they are encoded in a URL. */
export const LOGIN = {
  url: 'duka%40example.com:p%40ss%3A%20word',
  user: 'duka@example.com',
  password: 'p@ss: word',
}

export interface MailServerOptions {
  /** secure uses implicit TLS. */
  readonly secure?: boolean
  /** starttls is false for a server without encryption. */
  readonly starttls?: boolean
  /** open accepts mail without a login. */
  readonly open?: boolean
  /** port is a free one by default. */
  readonly port?: number
}

/** SentMail is a mail that the server has accepted. */
export interface SentMail {
  readonly recipients: readonly string[]
  readonly encrypted: boolean
  readonly raw: string
  readonly email: Email
}

/** MailServer is a running server. */
export interface MailServer {
  readonly port: number
  readonly sent: readonly SentMail[]
  /** logins are the passwords that were tried. */
  readonly logins: readonly string[]
  /** most is the largest number of connections that were open at once. */
  most(): number
  stop(): Promise<void>
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { secure = false, starttls = true, open = false, port = 0 } = options
  const sent: SentMail[] = []
  const logins: string[] = []
  let connections = 0
  let most = 0
  const server = new SMTPServer({
    secure,
    key: PRIVATE_KEY,
    cert: CERTIFICATE,
    disabledCommands: starttls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: open,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1
      most = Math.max(most, connections)
      done()
    },
    onClose: () => {
      connections -= 1
    },
    onAuth: ({ username, password }, _session, done) => {
      logins.push(String(password))
      if (username === LOGIN.user && password === LOGIN.password) done(null, { user: username })
      else done(refusal(535, 'Authentication failed'))
    },
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody@')) done(refusal(550, `<${address}>: no such user`))
      else if (address.startsWith('full@')) done(refusal(452, `<${address}>: mailbox full`))
      else if (!address.startsWith('slow@')) done()
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const raw = Buffer.concat(chunks)
      sent.push({
        recipients: session.envelope.rcptTo.map(({ address }) => address),
        encrypted: session.secure,
        raw: raw.toString(),
        email: await PostalMime.parse(raw),
      })
      done()
    },
  })
  // Clients that do not trust the certificate close the connection.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    sent,
    logins,
    most: () => most,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

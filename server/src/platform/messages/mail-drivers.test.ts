// The conformance tests of mail drivers, and those of SMTP: encryption, logins, servers that refuse or stall.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { HttpClient } from '#platform/http-client/http-client.ts'
import { createLog } from '#platform/log/log.ts'
import { CERTIFICATE } from './certificate.fixture.ts'
import type { Trouble } from './gateway-server.fixture.ts'
import { LOGIN, type MailServer, type MailServerOptions, startMailServer } from './mail-server.fixture.ts'
import { type MailDriver, type MessageError, MessageRefused } from './messages.ts'
import { createOutbox } from './outbox.ts'
import { createResend } from './resend.ts'
import { API_KEY, startResend } from './resend-server.fixture.ts'
import { createGuardedSmtpDriver, createSmtpDriver, type SmtpDriver, type SmtpSettings } from './smtp.ts'

const FROM = { name: 'Duka "la" Asha, Ltd', address: 'no-reply@example.com' }
// Nothing that answers is cut off, however busy the machine is; what never answers is waited for as long as STALL_MS.
const PATIENCE_MS = 60_000
const STALL_MS = 2000
const MAIL = { project_id: 'p', to: 'juma@example.com', subject: 'Karibu', text: 'Msimbo: 481516' }

const http = new HttpClient({
  internalNetworks: ['127.0.0.1/32'],
  resolve: async () => ['127.0.0.1'],
})

const resend = (baseUrl: string, secret = API_KEY, timeoutMs = PATIENCE_MS) =>
  createResend({ http, secret, from: FROM, baseUrl, timeoutMs })

interface Seen {
  readonly to: string
  readonly subject: string | null | undefined
  readonly text: string | undefined
  readonly html: string | null | undefined
}

interface Candidate {
  readonly driver: MailDriver
  readonly last: () => Seen | undefined
  readonly stop: () => Promise<void>
}

const started: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of started) await stop()
})

async function smtp(options: MailServerOptions = {}, changes: Partial<SmtpSettings> = {}) {
  const server = await startMailServer(options)
  const login = options.open ? '' : `${LOGIN.url}@`
  const url = `${options.secure ? 'smtps' : 'smtp'}://${login}127.0.0.1:${server.port}`
  const driver = createSmtpDriver({ url, from: FROM, ca: CERTIFICATE, timeoutMs: PATIENCE_MS, ...changes })
  const stop = async () => {
    driver.close()
    await server.stop()
  }
  started.push(stop)
  return { server, driver, url, stop }
}

// As a project has it: a connection for each mail, to a checked address.
function guarded(port: number, changes: { readonly secure?: boolean; readonly http?: HttpClient } = {}) {
  return createGuardedSmtpDriver({
    http,
    port,
    host: 'localhost',
    secure: false,
    login: { user: LOGIN.user, password: LOGIN.password },
    from: FROM,
    ca: CERTIFICATE,
    timeoutMs: PATIENCE_MS,
    ...changes,
  })
}

async function smtpCandidate(options: MailServerOptions, isGuarded = false): Promise<Candidate> {
  const { server, driver: own, stop } = await smtp(options)
  const driver = isGuarded ? guarded(server.port, options) : own
  const last = () => {
    const mail = server.sent.at(-1)
    if (mail === undefined) return undefined
    const { subject, text, html } = mail.email
    // SMTP terminates every line, including the last one.
    return {
      to: mail.recipients.join(),
      subject,
      text: text?.replace(/\n$/, ''),
      html: html?.replace(/\n$/, ''),
    }
  }
  return { driver, last, stop }
}

const CANDIDATES: Record<string, () => Promise<Candidate>> = {
  'SMTP with STARTTLS': () => smtpCandidate({}),
  'SMTP, encrypted from the start': () => smtpCandidate({ secure: true }),
  'SMTP without a login': () => smtpCandidate({ open: true }),
  'SMTP of a project with STARTTLS': () => smtpCandidate({}, true),
  'SMTP of a project, encrypted from the start': () => smtpCandidate({ secure: true }, true),
  Resend: async () => {
    const { url: baseUrl, sent, stop } = await startResend()
    const driver = resend(baseUrl)
    const last = () => {
      const mail = sent.at(-1)
      return mail && { ...mail, to: mail.to.join(), html: mail.html }
    }
    started.push(stop)
    return { driver, last, stop }
  },
  'the outbox': async () => {
    const { mail, outbox } = createOutbox(systemClock, createLog('silent'))
    return { driver: mail as MailDriver, last: () => outbox?.('p')[0], stop: async () => undefined }
  },
}

async function errorOf(sending: Promise<unknown>): Promise<Error> {
  return sending.then(
    () => {
      throw new Error('it was sent')
    },
    (error: Error) => error,
  )
}

describe.each(Object.entries(CANDIDATES))('%s', (_name, start) => {
  let candidate: Candidate
  beforeAll(async () => {
    candidate = await start()
  })

  test.each([
    ['plain text', { subject: 'Karibu', text: 'Msimbo: 481516\n\n.\n.siri' }],
    ['other alphabets', { subject: 'አማርኛ — Ĉu vi? 🎉', text: 'ሰላም 🎉 = =C3 %0A' }],
    ['long lines', { subject: 'm'.repeat(200), text: 'x'.repeat(3000) }],
    ['HTML', { subject: 'Karibu', text: 'Msimbo', html: `<p title="${'x'.repeat(1200)}">Ĉ &amp; 🎉</p>` }],
  ])('hands over %s as it is', async (_what, content) => {
    const to = 'juma.ali+duka@example.com'
    await candidate.driver.send({ project_id: 'p', to, ...content })
    expect(candidate.last()).toMatchObject({ to, ...content })
    const html = candidate.last()?.html ?? undefined
    if (!('html' in content)) expect(html).toBeUndefined()
  })
})

describe('a mail', () => {
  let server: MailServer
  let driver: SmtpDriver
  beforeAll(async () => {
    ;({ server, driver } = await smtp())
  })

  test('is encrypted, has a sender, and is marked as automatic', async () => {
    await driver.send(MAIL)
    const { encrypted, email } = server.sent.at(-1) ?? {}
    expect(encrypted).toBe(true)
    expect(email?.from).toEqual(FROM)
    expect(email?.to).toEqual([{ name: '', address: MAIL.to }])
    const headers = Object.fromEntries(email?.headers.map(({ key, value }) => [key, value]) ?? [])
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(headers['message-id']).toMatch(/^<[^<>@\s]+@example\.com>$/)
  })

  test.each<[string, Partial<typeof MAIL>]>([
    ['subject', { subject: 'Karibu\r\nBcc: spy@example.com' }],
    ['subject', { subject: 'Karibu\nBcc: spy@example.com' }],
    ['subject', { subject: 'Karibu\rBcc: spy@example.com' }],
    ['subject', { subject: 'Karibu\0' }],
    ['address', { to: 'juma@example.com\r\nRCPT TO:<spy@example.com>' }],
    ['address', { to: 'juma@example.com>\r\nBcc: <spy@example.com' }],
  ])('with a line break in its %s is not sent: %j', async (_where, changes) => {
    const before = server.sent.length
    expect(await errorOf(driver.send({ ...MAIL, ...changes }))).toBeInstanceOf(MessageRefused)
    expect(server.sent).toHaveLength(before)
  })

  test.each([
    'juma@example.com, spy@example.com',
    'juma@example.com;spy@example.com',
    'juma@example.com> <spy@example.com',
    '"juma" <spy@example.com>',
    'Team: juma@example.com, spy@example.com;',
  ])('to %j reaches nobody but one recipient, if that', async (to) => {
    const before = server.sent.length
    await driver.send({ ...MAIL, to }).catch(() => undefined)
    for (const { recipients, raw } of server.sent.slice(before)) {
      expect(recipients).toHaveLength(1)
      expect(recipients).not.toContain('spy@example.com')
      expect(raw).not.toMatch(/^bcc:/im)
    }
  })

  test('whose text looks like headers, or like the end of a mail, stays intact', async () => {
    const text = 'a\r\n.\r\nMAIL FROM:<x@example.com>\r\nBcc: spy@example.com'
    const before = server.sent.length
    await driver.send({ ...MAIL, text })
    expect(server.sent).toHaveLength(before + 1)
    expect(server.sent.at(-1)?.email.text?.trimEnd()).toBe(text.replaceAll('\r\n', '\n'))
  })

  test('uses a few connections for many mails at once', async () => {
    const { server: busy, driver: pooled } = await smtp()
    const numbers = Array.from({ length: 12 }, (_, i) => i)
    await Promise.all(numbers.map((i) => pooled.send({ ...MAIL, to: `user-${i}@example.com` })))
    const recipients = busy.sent.map((mail) => mail.recipients[0])
    expect(recipients.sort()).toEqual(numbers.map((i) => `user-${i}@example.com`).sort())
    expect(busy.most()).toBeLessThanOrEqual(5)
  })
})

describe('a mail server', () => {
  test.each([
    ['refuses for good', 'nobody@example.com', 550, 'never'],
    ['refuses for now', 'full@example.com', 452, 'again'],
    ['stalls', 'slow@example.com', undefined, 'again'],
  ])('that %s is tried accordingly, and the next mail goes through', async (_what, to, code, when) => {
    const { server, driver } = await smtp({}, to.startsWith('slow@') ? { timeoutMs: STALL_MS } : {})
    const error = await errorOf(driver.send({ ...MAIL, to }))
    expect(error instanceof MessageRefused).toBe(when === 'never')
    if (code !== undefined) expect(error.message).toContain(String(code))
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(to)
    await driver.send(MAIL)
    expect(server.sent.map(({ recipients }) => recipients)).toEqual([[MAIL.to]])
  })

  test('that is down can be retried, and is used when it is back', async () => {
    const { server, driver } = await smtp({ open: true })
    await driver.send(MAIL)
    await server.stop()
    const error = await errorOf(driver.send(MAIL))
    expect(error).not.toBeInstanceOf(MessageRefused)
    const back = await startMailServer({ open: true, port: server.port })
    await driver.send(MAIL)
    expect(back.sent.map(({ recipients }) => recipients)).toEqual([[MAIL.to]])
    driver.close()
    await back.stop()
  })

  test('without encryption gets no password', async () => {
    const { server, driver } = await smtp({ starttls: false })
    await errorOf(driver.send(MAIL))
    expect([server.logins, server.sent]).toEqual([[], []])
  })

  test.each([{ secure: true }, { secure: false }])(
    'whose certificate is not trusted gets nothing: %j',
    async (options) => {
      const { server, url } = await smtp(options)
      const driver = createSmtpDriver({ url, from: FROM, timeoutMs: PATIENCE_MS })
      const error = await errorOf(driver.send(MAIL))
      expect(error).not.toBeInstanceOf(MessageRefused)
      expect(error.message).toContain('certificate')
      expect([server.logins, server.sent]).toEqual([[], []])
      driver.close()
    },
  )

  test('that refuses the password causes an error without the password', async () => {
    const { server } = await smtp()
    const url = `smtp://duka%40example.com:wr0ng-secret@127.0.0.1:${server.port}`
    const driver = createSmtpDriver({ url, from: FROM, ca: CERTIFICATE, timeoutMs: PATIENCE_MS })
    const error = await errorOf(driver.send(MAIL))
    expect(error).toBeInstanceOf(MessageRefused)
    expect(server.logins).toEqual(['wr0ng-secret'])
    const all = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    expect(all).not.toContain('wr0ng-secret')
    expect(all).not.toContain(Buffer.from('\0duka@example.com\0wr0ng-secret').toString('base64'))
    driver.close()
  })
})

describe('the mail server of a project', () => {
  test('is connected to at the address that was checked, and encrypted', async () => {
    const { server } = await smtp()
    expect(await guarded(server.port).send(MAIL)).toMatchObject({ status: 250 })
    expect(server.sent.map(({ encrypted }) => encrypted)).toEqual([true])
  })

  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1'])(
    'is refused where its name leads to %s, and nothing is sent',
    async (address) => {
      const { server } = await smtp({ open: true })
      const http = new HttpClient({ internalNetworks: [], resolve: async () => ['8.8.8.8', address] })
      const error = await errorOf(guarded(server.port, { http }).send(MAIL))
      expect(error).toBeInstanceOf(MessageRefused)
      expect(error.message).toContain('localhost is not an address of the public Internet.')
      expect([server.sent, server.most()]).toEqual([[], 0])
    },
  )

  test('that refuses the password reports so, and logs do not show its reply', async () => {
    const { server } = await smtp()
    const error = await errorOf(
      createGuardedSmtpDriver({
        ...{ http, host: 'localhost', port: server.port, secure: false, ca: CERTIFICATE, from: FROM },
        login: { user: LOGIN.user, password: 'wr0ng-secret' },
        timeoutMs: PATIENCE_MS,
      }).send(MAIL),
    )
    expect((error as MessageError).reply).toMatchObject({ status: 535 })
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('Authentication failed')
  })
})

describe('Resend', () => {
  test('gets the sender in quotes, and is told that no person wrote', async () => {
    const server = await startResend()
    await resend(server.url).send(MAIL)
    expect(server.sent).toMatchObject([
      {
        from: '"Duka \\"la\\" Asha, Ltd" <no-reply@example.com>',
        headers: { 'Auto-Submitted': 'auto-generated' },
      },
    ])
    await server.stop()
  })

  test.each<[Trouble, 'again' | 'never']>([
    ['busy', 'again'],
    ['broken', 'again'],
    ['web_page', 'again'],
    ['stalled', 'again'],
    ['blocked', 'never'],
    ['redirect', 'never'],
  ])('that is %s is tried %s', async (trouble, when) => {
    const server = await startResend()
    server.next(trouble)
    const asked = resend(server.url, API_KEY, trouble === 'stalled' ? STALL_MS : PATIENCE_MS)
    const error = await errorOf(asked.send(MAIL))
    expect(error instanceof MessageRefused).toBe(when === 'never')
    expect([server.sent, server.requests()]).toEqual([[], 1])
    await server.stop()
  })

  test('a wrong key is refused, and the error has neither it nor the recipient', async () => {
    const server = await startResend()
    const error = await errorOf(resend(server.url, 're_wr0ng').send(MAIL))
    expect(error).toBeInstanceOf(MessageRefused)
    expect(error.message).toBe('Resend refused a message (403, invalid_api_key)')
    expect((error as MessageError).reply?.text).toContain('API key is invalid.')
    for (const word of ['re_wr0ng', MAIL.to, 'API key is'])
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(word)
    await server.stop()
  })

  test('a subject with line breaks is not sent', async () => {
    const server = await startResend()
    const mail = { ...MAIL, subject: 'Karibu\r\nBcc: spy@example.com' }
    expect(await errorOf(resend(server.url).send(mail))).toBeInstanceOf(MessageRefused)
    expect(server.requests()).toBe(0)
    await server.stop()
  })
})

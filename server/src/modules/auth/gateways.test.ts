// Codes through real gateways: temporary failures are retried, permanent ones are not.
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp, type RunningApp } from '#app'
import { createLog } from '#platform/log/log.ts'
import { ACCOUNT, startAfricasTalking } from '#platform/messages/africas-talking-server.fixture.ts'
import type { GatewayServer } from '#platform/messages/gateway-server.fixture.ts'
import { type MailServer, startMailServer } from '#platform/messages/mail-server.fixture.ts'
import { QuietStart } from '#platform/work/quiet-start.ts'
import { createCaller, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { signUp } from './auth.fixture.ts'
import { codeDelivery } from './messages/send-code.ts'

let app: TestApp
let node: RunningApp
let api: TestApp['api']
let project: TestProject
let gateway: GatewayServer
let mailServer: MailServer
let logged = ''

// A second server on the same database, in production mode with gateways.
beforeAll(async () => {
  gateway = await startAfricasTalking()
  mailServer = await startMailServer({ open: true, starttls: false })
  app = await startTestApp()
  project = await app.createProject()
  const { config, keys, clusters } = app.platform
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  node = await createApp({
    config: {
      ...config,
      production: true,
      sms: { gateway: 'africas_talking', ...ACCOUNT, baseUrl: gateway.url },
      smtp: {
        url: `smtp://127.0.0.1:${mailServer.port}`,
        from: { name: 'Duka', address: 'no-reply@example.com' },
      },
    },
    log: createLog('info', destination),
    clock: app.clock,
    keys,
    database: clusters.main.adminConfig(),
    work: false,
  })
  api = createCaller(node)
})
afterAll(async () => {
  await node.close()
  await app.stop()
  await mailServer.stop()
  await gateway.stop()
})

let counter = 0
const newPhone = () => `+2547${String(30_000_000 + ++counter)}`
const call = (path: string, body: object) =>
  api('POST', `/projects/${project.id}/auth/${path}`, { key: project.publishable, body })

/** dueNow makes all retries due, and returns the states of the code jobs. */
async function dueNow(): Promise<string[]> {
  const { rows } = await app.platform.clusters.main.admin.query<{ state: string }>(
    `update jobs.job set start_after = now() where name = 'auth-code' returning state::text`,
  )
  return rows.map(({ state }) => state)
}

describe('an SMS', () => {
  const verify = async (phone: string) => {
    const code = String(gateway.sent.at(-1)?.text.match(/\d{6}/))
    return (await call('otp/verify', { phone, code, full_name: 'Juma' })).status
  }

  test('is sent, and its code signs in', async () => {
    const phone = newPhone()
    const answer = await call('otp/request', { phone })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data).not.toHaveProperty('otp_code')
    await node.platform.jobs.drain()
    expect(gateway.sent.at(-1)).toMatchObject({ to: phone, from: ACCOUNT.from })
    expect(await verify(phone)).toBe(200)
  })

  test('is retried later after a temporary failure', async () => {
    const phone = newPhone()
    const before = gateway.sent.length
    await call('otp/request', { phone })
    for (const trouble of ['maintenance', 'broken'] as const) {
      gateway.next(trouble)
      await expect(node.platform.jobs.drain()).rejects.toThrow(/returned a response|refused a message/)
      await node.platform.jobs.drain()
      expect(gateway.sent).toHaveLength(before)
      expect(await dueNow()).toContain('retry')
    }
    await node.platform.jobs.drain()
    expect(gateway.sent).toHaveLength(before + 1)
    expect(await verify(phone)).toBe(200)
  })

  test('is not retried after a permanent failure, which is logged without secrets', async () => {
    const phone = newPhone()
    await call('otp/request', { phone })
    const [sent, requests] = [gateway.sent.length, gateway.requests()]
    gateway.next('blocked')
    logged = ''
    await node.platform.jobs.drain()
    expect(await dueNow()).not.toContain('retry')
    await node.platform.jobs.drain()
    expect([gateway.sent.length, gateway.requests()]).toEqual([sent, requests + 1])
    expect(logged).toContain("Africa's Talking refused a message (406, UserInBlacklist)")
    for (const secret of [ACCOUNT.secret, phone]) expect(logged).not.toContain(secret)
  })
})

describe('a mail', () => {
  test("is sent with the project's own text, and its code resets the password", async () => {
    const { user } = await signUp(app, project)
    const body = { subject: '{{project}}: msimbo', text: 'Msimbo {{code}}', html: '<b>{{code}}</b>' }
    await app.api('PUT', `/projects/${project.id}/auth/templates/reset_password`, {
      token: project.token,
      body,
    })
    await call('reset-password', { email: user.email })
    await node.platform.jobs.drain()
    const { email, recipients } = mailServer.sent.at(-1) ?? {}
    expect(recipients).toEqual([user.email])
    const code = String(email?.text?.match(/\d{6}/))
    expect(email).toMatchObject({ subject: 'Shop: msimbo', html: `<b>${code}</b>\n` })
    const confirmed = await call('reset-password/confirm', {
      email: user.email,
      code,
      new_password: 'another horse 2',
    })
    expect(confirmed.status).toBe(200)
  })

  test('to an unknown address is not retried, to a full mailbox it is', async () => {
    for (const email of ['nobody@example.com', 'full@example.com']) await signUp(app, project, { email })
    logged = ''
    await call('reset-password', { email: 'nobody@example.com' })
    await node.platform.jobs.drain()
    expect(await dueNow()).not.toContain('retry')
    await call('reset-password', { email: 'full@example.com' })
    await expect(node.platform.jobs.drain()).rejects.toThrow('refused a message')
    expect(await dueNow()).toContain('retry')
    expect(logged).toContain('550')
    expect(logged).toContain('452')
    for (const address of ['nobody@example.com', 'full@example.com']) expect(logged).not.toContain(address)
  })
})

test('a server in development uses its gateways, and keeps the other messages in the outbox', async () => {
  const { config, keys, clusters, log } = app.platform
  const half = await createApp({
    config: { ...config, sms: { gateway: 'africas_talking', ...ACCOUNT, baseUrl: gateway.url } },
    log,
    clock: app.clock,
    keys,
    database: clusters.main.adminConfig(),
    work: false,
  })
  try {
    const { mail, sms, outbox } = half.platform.messages
    await sms?.send({ project_id: project.id, to: newPhone(), text: 'Karibu' })
    await mail?.send({ project_id: project.id, to: 'a@example.com', subject: 'Karibu', text: 'Karibu' })
    expect(gateway.sent.at(-1)?.text).toBe('Karibu')
    expect(outbox?.(project.id).map(({ channel }) => channel)).toEqual(['mail'])
  } finally {
    await half.close()
  }
})

test('a quiet start sends what is asked for now, and drops what the old server had queued', async () => {
  await call('otp/request', { phone: newPhone() })
  const { rows } = await node.platform.clusters.main.admin.query(
    `select data from jobs.job where name = 'auth-code' and state = 'created'`,
  )
  expect(rows).toHaveLength(1)
  const { data } = rows[0]
  const before = gateway.sent.length
  const run = (job: typeof data, isQuiet: boolean) =>
    codeDelivery({ ...node.platform, quiet: new QuietStart(isQuiet) }).run(job)
  const dayAgo = app.clock.now().getTime() - 24 * 3600 * 1000 - 1
  await run({ ...data, queued_at: dayAgo }, true)
  await run({ ...data, queued_at: undefined }, true)
  expect(gateway.sent).toHaveLength(before)
  await run(data, true)
  await run({ ...data, queued_at: dayAgo }, false)
  expect(gateway.sent).toHaveLength(before + 2)
})

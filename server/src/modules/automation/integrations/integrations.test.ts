// Integrations over HTTP: what is stored, shown, kept and sent, and who may do so.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ACCOUNT as AFRICAS_TALKING,
  startAfricasTalking,
} from '#platform/messages/africas-talking-server.fixture.ts'
import { ACCOUNT as BEEM, startBeem } from '#platform/messages/beem-server.fixture.ts'
import { startMailServer } from '#platform/messages/mail-server.fixture.ts'
import { API_KEY, startResend } from '#platform/messages/resend-server.fixture.ts'
import { startTwilio, ACCOUNT as TWILIO } from '#platform/messages/twilio-server.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { ALERT_SERVERS } from './providers/alert-servers.fixture.ts'

const FROM = 'Duka <no-reply@example.com>'

let app: TestApp
let project: TestProject
const stops: (() => unknown)[] = []

beforeAll(async () => {
  app = await startTestApp({ internalNetworks: ['127.0.0.1/32'] })
  project = await app.createProject()
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await app.stop()
})

const call = (method: string, path = '', body?: object, { id, token } = project) =>
  app.api(method, `/projects/${id}/integrations${path}`, { token, ...(body && { body }) })

async function create(provider: string, config: object, more: object = {}) {
  const { status, data, text } = await call('POST', '', { provider, name: `By ${provider}`, config, ...more })
  expect(status, text).toBe(201)
  return data
}

const remove = (id: string) => call('DELETE', `/${id}`)

/** listen starts a server that answers as it is told. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Case {
  readonly provider: string
  readonly config: object
  readonly secrets: readonly string[]
  readonly to?: string
  readonly sent: () => number
}

/** The services of all providers, with the configuration of their account. */
async function startCases(): Promise<Case[]> {
  const mail = await startMailServer({ open: true, starttls: false })
  const [resend, talking, twilio, beem] = await Promise.all([
    startResend(),
    startAfricasTalking(),
    startTwilio(),
    startBeem(),
  ])
  const alerts = await Promise.all(
    ALERT_SERVERS.map(async ({ provider, start, config, secrets }) => {
      const server = await start()
      stops.push(server.stop)
      return { provider, config: config(server.url), secrets, sent: () => server.sent.length }
    }),
  )
  stops.push(mail.stop, resend.stop, talking.stop, twilio.stop, beem.stop)
  const to = '+255712345678'
  return [
    {
      provider: 'smtp',
      config: { host: '127.0.0.1', port: mail.port, from: FROM },
      secrets: [],
      to: 'juma@example.com',
      sent: () => mail.sent.length,
    },
    {
      provider: 'resend',
      config: { api_key: API_KEY, from: FROM, base_url: resend.url },
      secrets: [API_KEY],
      to: 'juma@example.com',
      sent: () => resend.sent.length,
    },
    {
      provider: 'africas_talking',
      config: { username: AFRICAS_TALKING.username, api_key: AFRICAS_TALKING.secret, base_url: talking.url },
      secrets: [AFRICAS_TALKING.secret],
      to,
      sent: () => talking.sent.length,
    },
    {
      provider: 'twilio',
      config: {
        account_sid: TWILIO.username,
        auth_token: TWILIO.secret,
        from: TWILIO.from,
        base_url: twilio.url,
      },
      secrets: [TWILIO.secret],
      to,
      sent: () => twilio.sent.length,
    },
    {
      provider: 'beem',
      config: { api_key: BEEM.username, secret_key: BEEM.secret, from: BEEM.from, base_url: beem.url },
      secrets: [BEEM.secret],
      to,
      sent: () => beem.sent.length,
    },
    ...alerts,
  ]
}

test('each provider is stored sealed and shown masked, sends a test, and keeps secrets that a change leaves out', async () => {
  for (const { provider, config, secrets, to, sent } of await startCases()) {
    const made = await create(provider, config)
    const shown = await call('GET', `/${made.id}`)
    expect(shown.data).toEqual(made)
    const { rows } = await app.platform.clusters.main.admin.query(
      'select i::text as text from platform.integrations i union all select a::text from platform.audit_log a',
    )
    for (const secret of secrets) {
      expect(shown.text, provider).not.toContain(secret)
      expect(JSON.stringify(rows), provider).not.toContain(secret)
    }
    // As a form sends it: all fields, the secrets as they were shown.
    const changed = await call('PATCH', `/${made.id}`, { name: 'Renamed', config: made.config })
    expect(changed.data, changed.text).toMatchObject({ name: 'Renamed', config: made.config })
    const body = to === undefined ? {} : { to }
    const tested = await call('POST', `/${made.id}/test`, body)
    expect(tested.data, tested.text).toMatchObject({ delivered: true, error: null })
    expect(tested.data.status, provider).toBeGreaterThanOrEqual(200)
    expect(sent(), provider).toBe(1)
    const wrong = await call('POST', `/${made.id}/test`, to === undefined ? { to: 'a@example.com' } : {})
    expect(wrong.status, provider).toBe(400)
    expect((await remove(made.id)).status).toBe(204)
    expect((await call('GET', `/${made.id}`)).status).toBe(404)
  }
})

describe('a configuration', () => {
  test.each<[string, unknown, string]>([
    ['slack', { url: 'https://hooks.slack.com/x', other: 1 }, 'config.other'],
    ['slack', {}, 'config.url is required.'],
    ['slack', { url: 'ftp://hooks.slack.com/x' }, 'must be a URL that begins with'],
    ['slack', { url: 'https://hooks.slack.com/x', events: ['nothing'] }, 'must be one of'],
    ['slack', { url: 'http://169.254.169.254/latest/meta-data' }, 'not an address of the public Internet'],
    ['http', { url: 'http://[::1]:5432/' }, 'not an address of the public Internet'],
    ['http', { url: 'https://user:pw@example.com/' }, 'must not contain a user name or password'],
    ['http', { url: 'https://example.com/', authorization: 'x\r\nhost: evil' }, 'must be printable'],
    ['sentry', { dsn: 'http://key@10.0.0.1/42' }, 'not an address of the public Internet'],
    ['telegram', { bot_token: '123:../../etc', chat_id: '1' }, 'must be the token of a bot'],
    ['twilio', { account_sid: 'AC', auth_token: 'a\r\nb', from: 'X' }, 'must be printable'],
    ['beem', { api_key: 'a', secret_key: 'b', from: 'X', base_url: 'http://10.1.2.3' }, 'not an address'],
    ['smtp', { host: '192.168.0.1', from: FROM }, 'not an address of the public Internet'],
    ['smtp', { host: '::1', from: FROM }, 'not an address of the public Internet'],
    ['smtp', { host: 'mail.example.com\r\nRCPT', from: FROM }, 'must be a host name'],
    ['smtp', { host: 'mail.example.com', from: 'Duka\r\nBcc: <a@example.com>' }, 'must be an e-mail address'],
    ['smtp', { host: 'mail.example.com', from: FROM, username: 'duka' }, 'config.password'],
    ['smtp', { host: 'mail.example.com', from: FROM, port: 0 }, 'must be a port'],
    ['pager', {}, 'provider: must be one of'],
  ])('of %s is refused: %j', async (provider, config, problem) => {
    const { status, text } = await call('POST', '', { provider, name: 'x', config })
    expect(status, text).toBe(400)
    expect(text).toContain(problem)
  })

  test('that leads elsewhere needs its secrets again, so that nobody reads them there', async () => {
    const config = { api_key: 're_0123456789abcdef', from: FROM }
    const { id } = await create('resend', config)
    const evil = { base_url: 'https://evil.example.com' }
    const refused = await call('PATCH', `/${id}`, { config: evil })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'config.api_key: must be given again where base_url changes.',
    ])
    const masked = await call('PATCH', `/${id}`, { config: { ...evil, api_key: '••••cdef' } })
    expect(masked.status).toBe(400)
    const known = await call('PATCH', `/${id}`, { config: { ...evil, api_key: config.api_key } })
    expect(known.data.config).toEqual({ ...evil, from: FROM, api_key: '••••cdef' })
    // Back to the provider's own address: that, too, is another one.
    expect((await call('PATCH', `/${id}`, { config: { base_url: null } })).status).toBe(400)
    await remove(id)
  })

  test('cannot be opened as that of another project or integration', async () => {
    const { id } = await create('slack', { url: 'https://hooks.slack.com/services/one' })
    const two = await create('slack', { url: 'https://hooks.slack.com/services/two' })
    await app.platform.clusters.main.admin.query(
      `update platform.integrations set sealed = (select sealed from platform.integrations where id = $1) where id = $2`,
      [id, two.id],
    )
    expect((await call('GET', `/${two.id}`)).status).toBe(500)
    await remove(id)
    await remove(two.id)
  })
})

test('one integration sends mail: another one can stand by, disabled', async () => {
  const first = await create('smtp', { host: 'mail.example.com', from: FROM })
  const config = { api_key: 're_0123456789', from: FROM }
  const second = await call('POST', '', { provider: 'resend', name: 'Second', config })
  expect([second.status, second.body.message]).toEqual([
    409,
    'This project already sends mail by By smtp. Disable that first.',
  ])
  const spare = await create('resend', config, { enabled: false })
  expect((await call('PATCH', `/${spare.id}`, { enabled: true })).status).toBe(409)
  expect((await call('PATCH', `/${first.id}`, { enabled: false })).data.enabled).toBe(false)
  expect((await call('PATCH', `/${spare.id}`, { enabled: true })).data.enabled).toBe(true)
  for (const { id } of [first, spare]) await remove(id)
})

describe('a test', () => {
  test('reports a refusal, in the words of the other side but for our secret', async () => {
    const secret = 'Bearer s3cr3t-t0ken'
    const url = await listen((request, response) => {
      const { authorization = '' } = request.headers
      const encoded = Buffer.from(authorization).toString('base64')
      response
        .writeHead(418)
        .end(`no tea for ${authorization} (${encoded}, ${encodeURIComponent(authorization)})`)
    })
    const { id } = await create('http', { url, authorization: secret })
    const { data, text } = await call('POST', `/${id}/test`, {})
    expect(data).toMatchObject({
      delivered: false,
      status: 418,
      response: 'no tea for •••• (••••, ••••)',
      error: 'The receiver refused a message (418)',
    })
    expect(text).not.toContain('s3cr3t')
    await remove(id)
  })

  test('follows no redirect, and reads no more than some KB', async () => {
    const url = await listen((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end()
      else if (request.url === '/huge') response.writeHead(200).end('x'.repeat(5_000_000))
      else throw new Error('it was followed')
    })
    const { id } = await create('http', { url: `${url}/redirect` })
    expect((await call('POST', `/${id}/test`)).data).toMatchObject({ delivered: false, status: 302 })
    await call('PATCH', `/${id}`, { config: { url: `${url}/huge` } })
    const { data } = await call('POST', `/${id}/test`)
    expect(data).toMatchObject({ delivered: true, status: 200 })
    expect(data.response).toHaveLength(4096)
    await remove(id)
  })

  test('of an address that cannot be reached says so', async () => {
    const { id } = await create('smtp', { host: '127.0.0.1', port: 1, from: FROM })
    const { data } = await call('POST', `/${id}/test`, { to: 'juma@example.com' })
    expect(data).toMatchObject({ delivered: false, status: null, response: null })
    expect(data.error).toContain('ECONNREFUSED')
    await remove(id)
  })
})

test('integrations are for the people of their own project, and changes for those with the permission', async () => {
  const other = await app.createProject()
  const { id } = await create('slack', { url: 'https://hooks.slack.com/services/a' })
  const routes = [
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${id}`],
    ['PATCH', `/${id}`],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/test`],
  ] as const
  const body = { name: 'Taken' }
  for (const [method, path] of routes) {
    const options = method === 'GET' || method === 'DELETE' ? undefined : body
    const theirs = { ...project, token: other.token }
    expect((await call(method, path, options, theirs)).status, `${method} ${path}`).toBe(403)
    const { status } = await app.api(method, `/projects/${project.id}/integrations${path}`, {
      key: project.secret,
      ...(options && { body: options }),
    })
    expect(status, `${method} ${path} with a key`).toBeOneOf([401, 403])
    if (path !== '')
      expect((await call(method, path, path.endsWith('test') ? {} : options, other)).status).toBe(404)
  }
  expect((await call('GET', `/${id}`)).data.name).toBe('By slack')
  await remove(id)
})

test('a project has so many integrations at most', async () => {
  const own = await app.createProject()
  const body = { provider: 'slack', name: 'x', config: { url: 'https://hooks.slack.com/services/a' } }
  const made = await Promise.all(Array.from({ length: 21 }, () => call('POST', '', body, own)))
  expect(
    made
      .map(({ status }) => status)
      .toSorted()
      .slice(-2),
  ).toEqual([201, 409])
  expect((await call('GET', '', undefined, own)).data).toHaveLength(20)
})

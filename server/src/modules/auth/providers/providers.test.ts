// A project's identity providers: added, shown without their secrets, changed, removed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const below = (path = '', of = project) => `/projects/${of.id}/auth/providers${path}`
const call = (method: string, path: string, body?: object, options: object = { token: project.token }) =>
  app.api(method, below(path), { ...options, ...(body === undefined ? {} : { body }) })

let counter = 0
const standard = () => ({
  name: `provider-${++counter}`,
  issuer: 'https://accounts.example',
  client_id: 'client',
  client_secret: 'a very secret secret',
})

test('a provider is added, listed, shown, changed and removed', async () => {
  const body = standard()
  const added = await call('POST', '', body)
  const { client_secret: _, ...rest } = body
  expect([added.status, added.data]).toEqual([
    201,
    {
      ...rest,
      has_client_secret: true,
      scopes: ['openid', 'email', 'profile'],
      enabled: true,
      callback_url: `http://localhost:80/api/v1${below(`/${body.name}/callback`)}`,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ])
  expect((await call('GET', '')).data).toEqual([added.data])
  expect((await call('GET', `/${body.name}`)).data).toEqual(added.data)
  app.clock.advance(1)
  const scopes = ['openid']
  const changed = await call('PATCH', `/${body.name}`, { scopes, enabled: false })
  const updated_at = app.clock.now().toISOString()
  expect(changed.data).toEqual({ ...added.data, scopes, enabled: false, updated_at })
  expect((await call('DELETE', `/${body.name}`)).status).toBe(204)
  expect((await call('GET', '')).data).toEqual([])
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect((await call(method, `/${body.name}`, method === 'PATCH' ? {} : undefined)).status).toBe(404)
  }
})

test('the secret is encrypted in the database and never shown', async () => {
  const body = standard()
  const answers = [
    await call('POST', '', body),
    await call('PATCH', `/${body.name}`, { client_id: 'other' }),
    await call('GET', `/${body.name}`),
    await call('GET', ''),
  ]
  const { rows } = await app.platform.clusters.main.admin.query(
    'select p::text as row from msingi_auth.identity_providers p',
  )
  for (const text of [...answers.map((answer) => answer.text), ...rows.map(({ row }) => row)]) {
    expect(text).not.toContain(body.client_secret)
  }
  expect(answers[1]?.data).toMatchObject({ client_id: 'other', has_client_secret: true })
  const open = await call('PATCH', `/${body.name}`, { client_secret: null })
  expect(open.data.has_client_secret).toBe(false)
  await call('DELETE', `/${body.name}`)
})

test('names are unique in a project, also in concurrent requests', async () => {
  const body = standard()
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '', body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const other = await app.createProject()
  const twin = await app.api('POST', below('', other), { token: other.token, body })
  expect(twin.status).toBe(201)
})

test('two concurrent changes are both kept', async () => {
  const body = standard()
  await call('POST', '', body)
  await Promise.all([
    call('PATCH', `/${body.name}`, { client_id: 'changed' }),
    call('PATCH', `/${body.name}`, { scopes: ['openid', 'email'] }),
    call('PATCH', `/${body.name}`, { enabled: false }),
  ])
  const { data } = await call('GET', `/${body.name}`)
  expect(data).toMatchObject({ client_id: 'changed', scopes: ['openid', 'email'], enabled: false })
})

test.each([
  ['name', { name: 'Upper' }],
  ['name', { name: '../x' }],
  ['name', { name: '' }],
  ['issuer', { issuer: 'accounts.example' }],
  ['issuer', { issuer: 'ftp://accounts.example' }],
  ['issuer', { issuer: 'javascript:alert(1)' }],
  ['issuer', { issuer: 'https://accounts.example?a=1' }],
  ['issuer', { issuer: 'https://accounts.example#a' }],
  ['issuer', { issuer: 'https://user:pass@accounts.example' }],
  ['issuer', { issuer: 'https://accounts.example/.well-known/openid-configuration' }],
  ['issuer', { issuer: 'https://a\0.example' }],
  ['issuer', { issuer: 'https://10.0.0.1' }],
  ['issuer', { issuer: 'http://localhost:4000' }],
  ['client_id', { client_id: '' }],
  ['client_secret', { client_secret: '' }],
  ['client_secret', { client_secret: 'x'.repeat(2001) }],
  ['scopes', { scopes: ['email'] }],
  ['scopes.1', { scopes: ['openid', 'a b'] }],
  ['scopes', { scopes: Array.from({ length: 51 }, () => 'openid') }],
  ['enabled', { enabled: 'yes' }],
])('%s of %j is refused', async (field, wrong) => {
  const answer = await call('POST', '', { ...standard(), ...wrong })
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toContain(field)
})

test('an issuer without TLS is accepted in development only', async () => {
  expect((await call('POST', '', { ...standard(), issuer: 'http://accounts.example' })).status).toBe(201)
  const strict = await startTestApp({ production: true })
  try {
    const own = await strict.createProject()
    const body = { ...standard(), issuer: 'http://accounts.example' }
    const path = below('', own)
    const answer = await strict.api('POST', path, { key: own.secret, body })
    expect([answer.status, answer.body.message]).toEqual([400, 'issuer: must begin with https://.'])
    const right = { ...body, issuer: 'https://accounts.example' }
    expect((await strict.api('POST', path, { key: own.secret, body: right })).status).toBe(201)
    const change = { key: own.secret, body: { issuer: body.issuer } }
    expect((await strict.api('PATCH', `${path}/${body.name}`, change)).status).toBe(400)
  } finally {
    await strict.stop()
  }
})

describe('access', () => {
  test('requires a dashboard user or a secret key of the project', async () => {
    const { token } = await signUp(app, project)
    const other = await app.createProject()
    const requests: [string, string, object?][] = [
      ['GET', ''],
      ['POST', '', standard()],
      ['GET', '/x'],
      ['PATCH', '/x', {}],
      ['DELETE', '/x'],
    ]
    for (const [method, path, body] of requests) {
      const status = async (options: object) => (await call(method, path, body, options)).status
      expect(await status({ key: project.publishable })).toBe(403)
      expect(await status({ token })).toBe(403)
      expect(await status({ key: other.secret })).toBe(403)
      expect(await status({ token: other.token })).toBe(403)
      expect(await status({})).toBe(401)
      expect([200, 201, 404]).toContain(await status({ key: project.secret }))
    }
  })
})

test('providers are deleted with their project', async () => {
  const gone = await app.createProject()
  await app.api('POST', below('', gone), { token: gone.token, body: standard() })
  const count = async () => {
    const { rowCount } = await app.platform.clusters.main.admin.query(
      'select from msingi_auth.identity_providers where project_id = $1',
      [gone.id],
    )
    return rowCount
  }
  expect(await count()).toBe(1)
  expect((await app.api('DELETE', `/projects/${gone.id}`, { token: gone.token })).status).toBe(202)
  await app.platform.jobs.drain()
  expect(await count()).toBe(0)
})

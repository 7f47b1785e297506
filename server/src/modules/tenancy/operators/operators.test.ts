// Operators: the first account is one, there is always one, and nobody else comes in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

type Account = Awaited<ReturnType<TestApp['register']>>

let app: TestApp
let operator: Account
let other: Account
beforeAll(async () => {
  app = await startTestApp()
  operator = await app.register()
  other = await app.register()
})
afterAll(() => app.stop())

const path = '/operator/operators'

test('the first account is the operator, and sees all organisations and projects', async () => {
  const made = await app.api('POST', '/projects', { ...other, body: { name: 'Duka la Vitabu' } })
  const listed = await app.api('GET', '/operator/projects?search=VITABU', operator)
  expect(listed.data).toEqual([
    {
      id: made.data.id,
      name: 'Duka la Vitabu',
      organisation_id: made.data.organisation_id,
      cluster: 'main',
      status: 'active',
      created_at: made.data.created_at,
    },
  ])
  const organisations = await app.api('GET', '/operator/organisations', operator)
  expect(organisations.data).toHaveLength(2)
  expect(organisations.data).toContainEqual(
    expect.objectContaining({ id: made.data.organisation_id, is_personal: true, members: 1, projects: 1 }),
  )
  const first = await app.api('GET', '/operator/organisations?limit=1', operator)
  const cursor = String(first.headers['x-next-cursor'])
  const next = await app.api('GET', `/operator/organisations?limit=1&cursor=${cursor}`, operator)
  expect([...first.data, ...next.data]).toEqual(organisations.data)
  expect((await app.api('GET', '/operator/projects?search=%25', operator)).data).toEqual([])
})

test('an operator is an ordinary account everywhere else', async () => {
  const [organisation] = (await app.api('GET', '/organisations', other)).data
  expect((await app.api('GET', `/organisations/${organisation.id}`, operator)).status).toBe(403)
})

test('health and settings have no secrets', async () => {
  const health = await app.api('GET', '/operator/health', operator)
  expect(health.data).toMatchObject({
    environment: 'development',
    clusters: [{ name: 'main', status: 'ok', version: expect.stringMatching(/^1\d/) }],
  })
  const settings = await app.api('GET', '/operator/settings', operator)
  expect(settings.data).toMatchObject({ pool_size: 3, rate_limits: false, smtp: false })
  const { masterKey, databaseUrl } = app.platform.config
  for (const secret of [masterKey, databaseUrl, app.platform.config.dataDir])
    if (secret !== undefined) expect(settings.text).not.toContain(secret)
})

test('nobody else comes in, nor does an access token of an operator', async () => {
  const { data } = await app.api('POST', '/me/tokens', { ...operator, body: { name: 'CI' } })
  for (const credential of [other, { token: data.token }])
    for (const one of ['/operator/organisations', '/operator/health', path])
      expect((await app.api('GET', one, credential)).status).toBe(403)
  expect((await app.api('POST', path, { ...other, body: { email: other.user.email } })).status).toBe(403)
  expect((await app.api('DELETE', `${path}/${operator.user.id}`, other)).status).toBe(403)
})

test('an account says whether it is an operator, where it is shown and where it signs in', async () => {
  for (const account of [operator, other]) {
    const { user } = account
    const is_operator = account === operator
    const body = { email: user.email, password: 'correct horse 1' }
    expect(user).toMatchObject({ is_operator })
    expect((await app.api('GET', '/me', account)).data).toMatchObject({ id: user.id, is_operator })
    expect((await app.api('POST', '/auth/login', { body })).data.user).toMatchObject({ is_operator })
    const patched = await app.api('PATCH', '/me', { ...account, body: { full_name: 'Asha' } })
    expect(patched.data).toMatchObject({ is_operator })
  }
})

test('operators make and unmake operators, never the last one, and the log says so', async () => {
  const one = `${path}/${operator.user.id}`
  expect((await app.api('DELETE', one, operator)).status).toBe(409)
  const body = { email: other.user.email.toUpperCase() }
  const added = await app.api('POST', path, { ...operator, body })
  expect(added.status, added.text).toBe(201)
  expect(added.data).toMatchObject({ account_id: other.user.id, email: other.user.email })
  expect((await app.api('GET', '/me', other)).data.is_operator).toBe(true)
  expect((await app.api('POST', path, { ...operator, body })).status).toBe(409)
  expect((await app.api('POST', path, { ...operator, body: { email: 'no@example.com' } })).status).toBe(404)
  const leave = (account: Account) => app.api('DELETE', `${path}/${account.user.id}`, account)
  const statuses = await Promise.all([leave(operator), leave(other)])
  const left = statuses.filter(({ status }) => status === 204)
  expect(left).toHaveLength(1)
  const log = await app.api('GET', '/audit-logs?action=operator', operator)
  expect(log.data.map(({ action }: { action: string }) => action)).toContain('operator.create')
})

test('of accounts that are made at once, one is the operator', async () => {
  const fresh = await startTestApp()
  const accounts = await Promise.all(Array.from({ length: 4 }, () => fresh.register()))
  const seen = await Promise.all(accounts.map((account) => fresh.api('GET', path, account)))
  expect(seen.filter(({ status }) => status === 200)).toHaveLength(1)
  await fresh.stop()
})

// Records (spec 4.6): the same rows as the data API's under the same rules, for the same callers and dashboard users.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveData } from './data.fixture.ts'

let app: TestApp
let project: TestProject
let path: string
let user: { token: string; id: string }

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const data = driveData(app, project)
  await data.table('cities', { name: 'text', people: 'bigint', meta: 'jsonb' })
  await data.table('notes', { text: 'text', user_id: 'uuid' })
  for (const action of ['select', 'insert', 'update', 'delete'])
    await data.policy('notes', { action, subject: 'owner' })
  await data.insert(
    'cities',
    Array.from({ length: 45 }, (_, i) => ({ name: `c${i % 3}`, people: i })),
  )
  const signed = await signUp(app, project)
  user = { token: signed.token, id: signed.user.id }
  path = `/projects/${project.id}/tables`
})
afterAll(() => app.stop())

describe('a list', () => {
  const list = (query: string) => app.api('GET', `${path}/cities/records${query}`, { key: project.secret })

  test('has 20 records where nothing is said, and says where the next ones are', async () => {
    const { data, headers } = await list('')
    expect(data).toHaveLength(20)
    const next = /^<\/api\/v1(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
    const more = await app.api('GET', String(next), { key: project.secret })
    expect(new Set([...data, ...more.data].map(({ id }: { id: string }) => id)).size).toBe(40)
  })

  test('knows its table by the id as well', async () => {
    const { data: table } = await app.api('GET', `${path}/cities`, { token: project.token })
    const byId = await app.api('GET', `${path}/${table.id.toUpperCase()}/records`, { key: project.secret })
    expect(byId.data).toEqual((await list('')).data)
  })

  test.each([
    ['?limit=3&offset=2', 3],
    ['?offset=40', 5],
    ['?name=c1', 15],
    ['?name=c1&people=4', 1],
    ['?name=eq.c1', 0],
    ['?name=c1&name=c2', 0],
    ['?name=c%25', 0],
    ['?people=4&select=name', 1],
  ])('%s', async (query, count) => {
    expect((await list(query)).data).toHaveLength(count)
  })

  test.each([
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?offset=-1', 'offset'],
    ['?nothing=1', 'no column nothing'],
    ['?people=many', 'people: must be a whole number'],
    ['?meta={}', 'meta'],
    ['?name=%00', 'NUL'],
    ['?or=(name.eq.c1)', 'no column or'],
  ])('%s is refused', async (query, reason) => {
    const { status, body } = await list(query)
    expect([status, body.message]).toEqual([400, expect.stringContaining(reason)])
  })
})

describe('one record', () => {
  test('is created, read, changed and deleted softly, also by a dashboard user', async () => {
    for (const credential of [{ key: project.secret }, { token: project.token }]) {
      const made = await app.api('POST', `${path}/cities/records`, {
        ...credential,
        body: { data: { name: 'new' } },
      })
      expect(made.status, made.text).toBe(201)
      const one = `${path}/cities/records/${made.data.id}`
      expect((await app.api('GET', one, credential)).data).toEqual(made.data)
      const changed = await app.api('PATCH', one, { ...credential, body: { data: { people: 7 } } })
      expect([changed.status, changed.data.people]).toEqual([200, 7])
      expect((await app.api('DELETE', one, credential)).status).toBe(204)
      expect((await app.api('GET', one, credential)).status).toBe(404)
      expect((await app.api('DELETE', one, credential)).status).toBe(404)
    }
  })

  test('Idempotency-Key makes a repeat safe', async () => {
    const options = {
      key: project.secret,
      headers: { 'idempotency-key': 'once' },
      body: { data: { name: 'once' } },
    }
    const [first, again] = [
      await app.api('POST', `${path}/cities/records`, options),
      await app.api('POST', `${path}/cities/records`, options),
    ]
    expect([again.data.id, again.headers['idempotency-replayed']]).toEqual([first.data.id, 'true'])
  })

  test.each([
    ['POST', 'cities/records', { name: 'a' }, 'name'],
    ['POST', 'cities/records', {}, 'data'],
    ['POST', 'cities/records', { data: [{ name: 'a' }] }, 'data'],
    ['POST', 'cities/records', { data: null }, 'JSON object'],
    ['POST', 'cities/records', { data: { nothing: 1 } }, 'nothing'],
    ['POST', 'cities/records', { data: { name: 'a' }, more: 1 }, 'more'],
    ['POST', 'cities/records', { data: { created_at: '2026-01-01' } }, 'created_at'],
    ['PATCH', 'cities/records/00000000-0000-4000-8000-000000000000', { data: {} }, 'no column'],
    ['POST', 'users/records', { data: { email: 'a@example.com' } }, 'cannot be written'],
  ])('%s %s %j is 400', async (method, rest, body, reason) => {
    const answer = await app.api(method, `${path}/${rest}`, { key: project.secret, body })
    expect([answer.status, answer.body.errors?.join(' ')]).toEqual([400, expect.stringContaining(reason)])
  })
})

test('policies decide as in the data API', async () => {
  const mine = await app.api('POST', `${path}/notes/records`, {
    token: user.token,
    body: { data: { text: 'a' } },
  })
  expect([mine.status, mine.data.user_id]).toEqual([201, user.id])
  const other = (await signUp(app, project)).token
  const one = `${path}/notes/records/${mine.data.id}`
  expect((await app.api('GET', `${path}/notes/records`, { token: other })).data).toEqual([])
  expect((await app.api('GET', one, { token: other })).status).toBe(404)
  expect((await app.api('PATCH', one, { token: other, body: { data: { text: 'b' } } })).status).toBe(404)
  const forged = { data: { text: 'b', user_id: user.id } }
  expect((await app.api('POST', `${path}/notes/records`, { token: other, body: forged })).status).toBe(403)
  expect((await app.api('GET', `${path}/cities/records`, { key: project.publishable })).data).toEqual([])
  expect((await app.api('GET', one, { token: project.token })).status).toBe(200)
})

test('a viewer of the organisation reads, and does not write; nobody comes without a credential', async () => {
  const viewer = await app.register()
  const { data: shop } = await app.api('GET', `/projects/${project.id}`, { token: project.token })
  const members = `/organisations/${shop.organisation_id}/members`
  const added = await app.api('POST', members, {
    token: project.token,
    body: { email: viewer.user.email, role: 'viewer' },
  })
  expect(added.status, added.text).toBe(201)
  const { token } = viewer
  expect((await app.api('GET', `${path}/cities/records`, { token })).status).toBe(200)
  const body = { data: { name: 'x' } }
  expect((await app.api('POST', `${path}/cities/records`, { token, body })).status).toBe(403)
  expect((await app.api('GET', `${path}/cities/records`)).status).toBe(401)
  expect((await app.api('GET', `${path}/nothing/records`, { key: project.secret })).status).toBe(404)
})

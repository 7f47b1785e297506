// Records: the same rows as the data API's under the same rules, for the same callers and dashboard users.
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
    ['?where=(people.lt.6)', 6],
    ['?where=(people.lt.6,name.eq.c1)', 2],
    ['?where=(or(people.eq.1,people.gte.40),not.and(name.eq.c1,people.gt.1))', 4],
    ['?where=(people.lt.6)&where=(people.gt.2)&name=c0', 1],
    ['?where=(people.in.(1,2,3))&order=people.desc&limit=2', 2],
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
    ['?where=people.lt.6', 'stand in parentheses'],
    ['?where=(people.lt.6', 'parenthesis is not closed'],
    ['?where=(nothing.eq.1)', 'nothing'],
    ['?where=(people.eq.many)', 'people: must be a whole number'],
  ])('%s is refused', async (query, reason) => {
    const { status, body } = await list(query)
    expect([status, body.message]).toEqual([400, expect.stringContaining(reason)])
  })
})

describe('what the data API has', () => {
  const list = (query: string, token = project.token) =>
    app.api('GET', `${path}/cities/records${query}`, { token })

  test('pages by cursor, both ways, in any order', async () => {
    const query = '?where=(people.lt.9)&order=name.asc,people.desc&limit=4'
    const people = (answer: { data: any }) => answer.data.map((row: any) => row.people)
    const first = await list(query)
    const second = await list(`${query}&cursor=${first.headers['x-next-cursor']}`)
    expect([people(first), people(second)]).toEqual([
      [6, 3, 0, 7],
      [4, 1, 8, 5],
    ])
    const back = await list(`${query}&cursor=${second.headers['x-prev-cursor']}`)
    expect(people(back)).toEqual(people(first))
    expect(String(second.headers.link)).toContain('where=%28people.lt.9%29')
  })

  test('counts', async () => {
    expect((await list('?where=(people.lt.9)&count=exact')).data).toEqual({ count: 9 })
    expect((await list('?name=c1&count=estimated')).data).toEqual({ count: 15 })
    const counted = await app.api('GET', `${path}/cities/records?where=(people.lt.9)&limit=2`, {
      token: project.token,
      headers: { prefer: 'count=exact' },
    })
    expect([counted.headers['content-range'], counted.data.length]).toEqual(['0-1/9', 2])
  })

  test('ETags of rows, which writes must match, and of lists', async () => {
    const [{ id }] = (await list('?people=3')).data
    const one = `${path}/cities/records/${id}`
    const { headers } = await app.api('GET', one, { token: project.token })
    const etag = String(headers.etag)
    const same = await app.api('GET', one, { token: project.token, headers: { 'if-none-match': etag } })
    expect(same.status).toBe(304)
    const write = { token: project.token, body: { data: { meta: {} } }, headers: { 'if-match': etag } }
    expect((await app.api('PATCH', one, write)).status).toBe(200)
    expect((await app.api('PATCH', one, write)).status).toBe(412)
    expect((await app.api('DELETE', one, { ...write, body: undefined })).status).toBe(412)
    expect((await list('?people=3')).headers.etag).toMatch(/^W\//)
  })

  test('one record in the shape of select', async () => {
    const [{ id }] = (await list('?people=5')).data
    const { data } = await app.api('GET', `${path}/cities/records/${id}?select=name,n:people`, {
      token: project.token,
    })
    expect(data).toEqual({ name: 'c2', n: 5 })
  })
})

test('a column called `where` is still one, and conditions stand in parentheses', async () => {
  const data = driveData(app, project)
  await data.table('places', { where: 'text', deleted: 'text' })
  await data.insert('places', [{ where: 'here' }, { where: 'there', deleted: 'only' }])
  const list = async (query: string) =>
    (await app.api('GET', `${path}/places/records?${query}`, { token: project.token })).data
  expect(await list('where=here')).toHaveLength(1)
  expect(await list('where=(where.eq.here)')).toHaveLength(1)
  expect(await list('where=here&where=(where.eq.there)')).toEqual([])
  expect(await list('deleted=only')).toMatchObject([{ where: 'there' }])
})

test('parameters of related rows are those of the data API', async () => {
  const data = driveData(app, project)
  await data.table('shelves', { name: 'text' })
  await data.table('books', { title: 'text', shelf_id: 'uuid' })
  const link = { from_table: 'books', from_column: 'shelf_id', to_table: 'shelves', to_column: 'id' }
  const made = await app.api('POST', `/projects/${project.id}/schema/relationships`, {
    token: project.token,
    body: link,
  })
  expect(made.status, made.text).toBe(201)
  const shelf = await data.insert('shelves', { name: 'a' })
  await data.insert(
    'books',
    ['x', 'y', 'z'].map((title) => ({ title, shelf_id: shelf.id })),
  )
  const read = async (query: string) =>
    (await app.api('GET', `${path}/shelves/records${query}`, { token: project.token })).data
  const query = 'select=name,books(title)&books.order=title.desc'
  const [z, y, x] = ['z', 'y', 'x'].map((title) => ({ title }))
  expect(await read(`?${query}&books.limit=2`)).toEqual([{ name: 'a', books: [z, y] }])
  expect(await read(`?${query}&books.title=y`)).toEqual([{ name: 'a', books: [y] }])
  expect(await read(`/${shelf.id}?${query}&books.where=(title.neq.y)`)).toEqual({ name: 'a', books: [z, x] })
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

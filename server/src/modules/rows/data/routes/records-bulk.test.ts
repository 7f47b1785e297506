// Writes of several records: by ids or by filter, all or none, and what becomes of deleted ones.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver
let path: string
let dashboard: CallOptions
let secret: CallOptions

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await data.table('orders', {
    total: 'integer',
    status: 'string',
    number: { data_type: 'string', unique: true },
  })
  path = `/projects/${project.id}/tables/orders/records`
  dashboard = { token: project.token }
  secret = { key: project.secret }
})
afterAll(() => app.stop())

let ids: string[]
beforeEach(async () => {
  await data.admin(`truncate p_${project.id.replaceAll('-', '')}.orders`)
  const rows = [1, 2, 3, 4].map((total) => ({ total, status: 'draft', number: `n${total}` }))
  ids = (await data.insert('orders', rows)).map(({ id }: { id: string }) => id)
})

const call = (method: string, rest: string, body?: unknown, who: CallOptions = dashboard) =>
  app.api(method, `${path}${rest}`, { ...who, ...(body === undefined ? {} : { body }) })
/** The totals of the rows that there are, by what has become of them. */
const totals = async () => {
  const list = async (query: string) =>
    (await call('GET', `?order=total.asc${query}`)).data.map((row: any) => `${row.total} ${row.status}`)
  return { live: await list(''), deleted: await list('&deleted=only') }
}
const drafts = (...numbers: number[]) => numbers.map((total) => `${total} draft`)

describe('a change', () => {
  test.each<[string, (() => object) | undefined, string, number[]]>([
    ['by ids', () => ({ ids: [ids[0], ids[2], ids[2]] }), '', [1, 3]],
    ['by a filter', undefined, '?where=(total.gt.2)', [3, 4]],
    ['by equal values', undefined, '?number=n2', [2]],
    ['by both, of which both must hold', () => ({ ids: ids.slice(1) }), '?where=(total.lt.3)', [2]],
    ['by ids that are not there', () => ({ ids: [randomUUID()] }), '', []],
  ])('%s, by a dashboard user and by a key', async (_how, chosen, query, changed) => {
    for (const [who, status] of [
      [dashboard, 'sent'],
      [secret, 'paid'],
    ] as const) {
      const answer = await call('PATCH', query, { data: { status }, ...chosen?.() }, who)
      expect([answer.status, answer.data]).toEqual([200, { count: changed.length }])
      expect(answer.headers['content-range']).toBe(`*/${changed.length}`)
      const expected = [1, 2, 3, 4].map((total) => `${total} ${changed.includes(total) ? status : 'draft'}`)
      expect((await totals()).live).toEqual(expected)
    }
  })

  test('answers with the rows where that is preferred', async () => {
    const answer = await app.api('PATCH', `${path}?select=total,status`, {
      ...dashboard,
      headers: { prefer: 'return=representation' },
      body: { ids: [ids[1]], data: { status: 'sent' }, expected_count: 1 },
    })
    expect(answer.data).toEqual([{ total: 2, status: 'sent' }])
  })
})

describe('expected_count', () => {
  test.each([
    ['PATCH', { data: { status: 'sent' } }],
    ['DELETE', {}],
  ])('%s is done with the right number, and refused with 409 otherwise', async (method, body) => {
    for (const [expected, found] of [
      [1, undefined],
      [3, 2],
      [0, undefined],
      [10_000, 2],
    ] as const) {
      const answer = await call(method, '?where=(total.gt.2)', { ...body, expected_count: expected })
      expect([answer.status, answer.body.message]).toEqual([
        409,
        expect.stringContaining(`is ${expected}, but`),
      ])
      const count = found === undefined ? {} : { count: found }
      expect(answer.body.details).toEqual({ expected_count: expected, ...count })
    }
    expect(await totals()).toEqual({ live: drafts(1, 2, 3, 4), deleted: [] })
    const right = await call(method, '?where=(total.gt.2)', { ...body, expected_count: 2 })
    expect([right.status, right.data]).toEqual([200, { count: 2 }])
  })

  test('of ids counts each once, and those that are gone are missing', async () => {
    await call('DELETE', `/${ids[0]}`)
    const body = { ids: [ids[0], ids[1], ids[1]], data: { status: 'sent' } }
    expect((await call('PATCH', '', { ...body, expected_count: 2 })).status).toBe(409)
    expect((await call('PATCH', '', { ...body, expected_count: 1 })).data).toEqual({ count: 1 })
  })
})

test('records are deleted softly, listed, restored and purged', async () => {
  const deletion = await call('DELETE', '', { ids: ids.slice(0, 3), expected_count: 3 })
  expect([deletion.status, deletion.data]).toEqual([200, { count: 3 }])
  expect(await totals()).toEqual({ live: drafts(4), deleted: drafts(1, 2, 3) })
  // What is live can be neither restored nor purged.
  for (const verb of ['restore', 'purge'])
    expect((await call('POST', `/${verb}`, { ids: [ids[3]], expected_count: 1 })).status).toBe(409)
  expect((await call('POST', '/restore', { ids: [ids[0]] })).data).toEqual({ count: 1 })
  expect((await call('POST', '/restore?deleted=only&where=(total.eq.2)')).data).toEqual({ count: 1 })
  expect(await totals()).toEqual({ live: drafts(1, 2, 4), deleted: drafts(3) })
  await call('DELETE', '?status=draft', { expected_count: 3 })
  const purged = await call('POST', '/purge', { ids: [ids[0], ids[1]], expected_count: 2 })
  expect([purged.status, purged.data]).toEqual([200, { count: 2 }])
  expect((await call('POST', '/purge?where=(total.eq.3)', undefined, secret)).data).toEqual({ count: 1 })
  expect(await totals()).toEqual({ live: [], deleted: drafts(4) })
  expect(await data.admin(`select total from p_${project.id.replaceAll('-', '')}.orders`)).toEqual([
    { total: 4 },
  ])
  const { data: entries } = await app.api(
    'GET',
    `/audit-logs?project_id=${project.id}&action=records.purge`,
    dashboard,
  )
  expect(entries.map(({ details }: any) => details)).toEqual([
    { table: 'orders', count: 1 },
    { table: 'orders', count: 2 },
  ])
})

test('a unique value that a live record has taken keeps all from being restored', async () => {
  await call('DELETE', '', { ids: [ids[0], ids[1]] })
  await data.insert('orders', { total: 9, number: 'n2' })
  expect((await call('POST', '/restore', { ids: [ids[0], ids[1]] })).status).toBe(409)
  expect((await totals()).deleted).toEqual(drafts(1, 2))
})

describe('is refused', () => {
  const change = { data: { status: 'sent' } }
  test.each<[string, string, unknown, number, string]>([
    ['PATCH', '', change, 400, 'Say which rows: ids in the body, or a filter'],
    ['DELETE', '', undefined, 400, 'Say which rows'],
    ['POST', '/restore', undefined, 400, 'Say which rows'],
    ['POST', '/purge', {}, 400, 'Say which rows'],
    ['PATCH', '', { ids: ['x'], ...change }, 400, 'ids'],
    ['PATCH', '', { ids: [], ...change }, 400, 'at least one record'],
    ['PATCH', '?number=n1', { data: {} }, 400, 'no column to change'],
    ['PATCH', '?number=n1', { data: { total: 'x' } }, 400, 'total'],
    ['PATCH', '?number=n1', {}, 400, 'data'],
    ['DELETE', '?number=n1&limit=5', undefined, 400, 'limit'],
    ['DELETE', '?number=n1&deleted=only', undefined, 400, 'deleted'],
    ['DELETE', '?number=n1', { expected_count: -1 }, 400, 'expected_count'],
    ['DELETE', '?number=n1', { expected: 1 }, 400, 'expected'],
    ['DELETE', '?number=n1', { expected_count: 10_001 }, 400, 'expected_count'],
    ['POST', '/restore?deleted=include&number=n1', undefined, 400, 'deleted'],
  ])('%s %s %j', async (method, rest, body, status, reason) => {
    const answer = await call(method, rest, body)
    expect([answer.status, answer.body.errors.join(' ')]).toEqual([status, expect.stringContaining(reason)])
    expect(await totals()).toEqual({ live: drafts(1, 2, 3, 4), deleted: [] })
  })

  test('of a view, the users, or a table that is not there', async () => {
    const users = path.replace('orders', 'users')
    expect((await app.api('DELETE', `${users}?email=a`, dashboard)).status).toBe(400)
    expect((await app.api('DELETE', `${path.replace('orders', 'nothing')}?a=b`, dashboard)).status).toBe(404)
  })

  test('of a purge by whoever is no administrator, and of any write by a viewer', async () => {
    const { token: user } = await signUp(app, project)
    for (const who of [{ key: project.publishable }, { token: user }])
      expect((await call('POST', '/purge?number=n1', undefined, who)).status).toBe(403)
    const { data: own } = await app.api('GET', `/projects/${project.id}`, dashboard)
    const members = `/organisations/${own.organisation_id}/members`
    const may: Record<string, number[]> = { viewer: [403, 403], developer: [200, 403] }
    for (const [role, [write, purge]] of Object.entries(may)) {
      const { token, user } = await app.register()
      await app.api('POST', members, { ...dashboard, body: { email: user.email, role } })
      const body = { ids: [ids[0]], data: { status: 'draft' } }
      expect((await call('PATCH', '', body, { token })).status, role).toBe(write)
      expect((await call('POST', '/purge?number=n1', undefined, { token })).status, role).toBe(purge)
      const operations = [{ method: 'PATCH', table: 'orders', id: ids[0], body: { status: 'draft' } }]
      const batch = await app.api('POST', `/projects/${project.id}/batch`, { token, body: { operations } })
      expect(batch.status, role).toBe(write)
    }
  })
})

test('policies decide for keys and users, also of deleted records', async () => {
  await data.table('notes', { text: 'text', user_id: 'uuid' })
  for (const action of ['select', 'insert', 'update', 'delete'])
    await data.policy('notes', { action, subject: 'owner' })
  const notes = `/projects/${project.id}/tables/notes/records`
  const [amina, juma] = await Promise.all([signUp(app, project), signUp(app, project)])
  const of = (user: { id: string }) => ({ text: 'a', user_id: user.id })
  const rows = await data.insert('notes', [of(amina.user), of(juma.user)])
  const all = rows.map(({ id }: { id: string }) => id)
  const as = (who: { token: string }, method: string, rest: string, body: unknown) =>
    app.api(method, `${notes}${rest}`, { token: who.token, body })
  expect((await as(amina, 'PATCH', '', { ids: all, data: { text: 'b' } })).data).toEqual({ count: 1 })
  const two = { ids: all, data: { text: 'b' }, expected_count: 2 }
  expect((await as(amina, 'PATCH', '', two)).status).toBe(409)
  expect((await as(amina, 'DELETE', '', { ids: all })).data).toEqual({ count: 1 })
  expect((await as(juma, 'POST', '/restore', { ids: all })).data).toEqual({ count: 0 })
  expect((await as(amina, 'POST', '/restore', { ids: all })).data).toEqual({ count: 1 })
  // An `allow` for keys decides what they may do, purging included.
  await data.policy('notes', { action: 'delete', subject: 'api_key', condition: "text = 'z'" })
  await app.api('DELETE', notes, { ...dashboard, body: { ids: all } })
  const purge = await app.api('POST', `${notes}/purge`, { ...secret, body: { ids: all } })
  expect(purge.data).toEqual({ count: 0 })
  const one = await app.api('POST', `${notes}/${all[0]}/purge`, secret)
  expect(one.status).toBe(404)
})

test('a dashboard user runs batches in their own projects only', async () => {
  const operations = [
    { method: 'POST', table: 'orders', body: { total: 5, status: 'draft' } },
    { method: 'PATCH', table: 'orders', id: ids[0], body: { status: 'sent' } },
    { method: 'DELETE', table: 'orders', id: ids[1] },
  ]
  const batch = `/projects/${project.id}/batch`
  const answer = await app.api('POST', batch, { ...dashboard, body: { operations } })
  expect(answer.data.map(({ status }: { status: number }) => status)).toEqual([201, 200, 204])
  expect((await totals()).live).toEqual(['1 sent', ...drafts(3, 4, 5)])
  expect((await app.api('POST', batch, { ...secret, body: { operations: [operations[0]] } })).status).toBe(
    200,
  )
  const other = await app.createProject()
  expect((await app.api('POST', batch, { token: other.token, body: { operations } })).status).toBe(403)
  expect((await app.api('POST', batch, { key: other.secret, body: { operations } })).status).toBe(403)
})

// Idempotency-Key: a write sent twice is done once, and answered twice the same.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await data.table('payments', { amount: 'bigint', reference: { data_type: 'string', unique: true } })
  // A name that the server's own table of keys has as well.
  await data.table('idempotency', { key: { data_type: 'string', unique: true } })
})
afterAll(() => app.stop())

const send = (key: string, raw: string, options: { path?: string; secret?: string } = {}) =>
  data.call('POST', options.path ?? '/data/payments', {
    key: options.secret ?? project.secret,
    raw,
    headers: { 'idempotency-key': key },
  })
const matching = (reference: string) => data.list('payments', `reference=like.${reference}%25`)

// What an answer says of what it holds, which is the same however often it is given.
const OF_THE_ANSWER = ['etag', 'location', 'link', 'content-type', 'content-range', 'preference-applied']
const headersOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  OF_THE_ANSWER.map((name) => headers[name])

test('a repeated insert gives the first answer, digit by digit, and makes no second row', async () => {
  const [key, raw] = [randomUUID(), '{"amount":9007199254740993,"reference":"one"}']
  const [first, second] = [await send(key, raw), await send(key, raw)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(headersOf(second)).toEqual(headersOf(first))
  expect(second.text).toBe(first.text)
  expect(second.text).toContain('9007199254740993')
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect(await matching('one')).toHaveLength(1)
})

test.each([
  ['bulk', '/data/payments', '[{"reference":"bulk1"},{"reference":"bulk2"}]', 2],
  [
    'batch',
    '/batch',
    '{"operations":[{"method":"POST","table":"payments","body":{"reference":"batch1"}}]}',
    1,
  ],
])('a repeated %s too', async (name, path, raw, rows) => {
  const key = randomUUID()
  const [first, second] = [await send(key, raw, { path }), await send(key, raw, { path })]
  expect(first.status, first.text).toBeLessThan(300)
  expect([second.status, second.text, headersOf(second)]).toEqual([
    first.status,
    first.text,
    headersOf(first),
  ])
  expect(await matching(name)).toHaveLength(rows)
})

test.each([
  ['/data/payments/', (change: object) => change],
  ['/records/', (change: object) => ({ data: change })],
])('a change of a row that is repeated behind another one undoes nothing (%s)', async (path, body) => {
  const reference = path.replaceAll('/', '')
  const { data: row } = await data.call('POST', '/data/payments', {
    key: project.secret,
    body: { reference, amount: 1 },
  })
  const at = path === '/records/' ? `/projects/${project.id}/tables/payments${path}` : path
  const change = (amount: number, headers = {}) =>
    data.call('PATCH', `${at}${row.id}`, { key: project.secret, body: body({ amount }), headers })
  const key = { 'idempotency-key': randomUUID() }
  const first = await change(2, key)
  await change(3)
  const again = await change(2, key)
  expect([again.status, again.text, headersOf(again)]).toEqual([200, first.text, headersOf(first)])
  expect(first.headers.etag).toMatch(/^"\d+-/)
  expect(again.headers['idempotency-replayed']).toBe('true')
  const now = await data.call('GET', `/data/payments/${row.id}`, { key: project.secret })
  expect(now.data.amount).toBe(3)
})

test.each([
  ['another body', '/data/payments', '{"reference":"other2"}'],
  ['another table', '/data/idempotency', '{"reference":"other1"}'],
  ['another query', '/data/payments?x=1', '{"reference":"other1"}'],
])('the same key with %s does nothing', async (_what, path, raw) => {
  const key = randomUUID()
  const first = await send(key, `{"reference":"other1"}`)
  const second = await send(key, raw, { path })
  expect(second.status, second.text).toBe(path.includes('idempotency') ? 400 : 409)
  expect(await matching('other')).toEqual([first.data.id])
  await data.call('DELETE', `/data/payments/${first.data.id}`)
})

test('of ten twins at once, one writes and all get its answer', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(key, '{"reference":"twin"}')))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  expect(await matching('twin')).toHaveLength(1)
})

describe('a request that failed does not use up its key', () => {
  test.each([
    ['a wrong value', '{"amount":"x"}', 400],
    ['a value that PostgreSQL refuses', '{"amount":1,"reference":"taken"}', 409],
  ])('%s', async (_what, raw, status) => {
    await send(randomUUID(), '{"reference":"taken"}')
    const key = randomUUID()
    expect((await send(key, raw)).status).toBe(status)
    expect((await send(key, raw)).status).toBe(status)
    const later = await send(key, `{"reference":"later ${status}"}`)
    expect([later.status, later.headers['idempotency-replayed']]).toEqual([201, undefined])
  })
})

test('two actors may use the same key', async () => {
  const { data: other } = await app.api('POST', `/projects/${project.id}/api-keys`, {
    token: project.token,
    body: { name: 'other' },
  })
  const key = randomUUID()
  const one = await send(key, '{"reference":"actor 1"}')
  const two = await send(key, '{"reference":"actor 2"}', { secret: other.key })
  expect([one.status, two.status]).toEqual([201, 201])
  expect(await matching('actor')).toHaveLength(2)
})

test('two projects may use the same key', async () => {
  const second = await app.createProject()
  const driver = driveData(app, second)
  await driver.table('payments', { amount: 'bigint', reference: 'string' })
  const [key, raw] = [randomUUID(), '{"reference":"project"}']
  const one = await send(key, raw)
  const two = await send(key, raw, { secret: second.secret })
  expect([one.status, two.status]).toEqual([201, 201])
  expect(two.data.id).not.toBe(one.data.id)
  expect(two.headers['idempotency-replayed']).toBeUndefined()
})

test('after 24 hours a key is free again', async () => {
  const [key, first, second] = [randomUUID(), '{"reference":"day 1"}', '{"reference":"day 2"}']
  await send(key, first)
  const age = (interval: string) =>
    data.admin('update msingi.idempotency set created_at = now() - $1::interval', [interval])
  await age('23 hours 59 minutes')
  expect((await send(key, first)).headers['idempotency-replayed']).toBe('true')
  expect((await send(key, second)).status).toBe(409)
  await age('24 hours 1 minute')
  const answer = await send(key, second)
  expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, undefined])
  expect(await matching('day')).toHaveLength(2)
})

test('who may not read what they insert gets the same id again', async () => {
  await data.table('tips', { text: 'string' })
  await data.policy('tips', { action: 'insert', subject: 'public' })
  const options = { path: '/data/tips', secret: project.publishable }
  const key = randomUUID()
  const [first, second] = [await send(key, '{"text":"a"}', options), await send(key, '{"text":"a"}', options)]
  expect(Object.keys(first.data)).toEqual(['id'])
  expect(second.text).toBe(first.text)
  expect((await data.call('GET', '/data/tips?count=exact')).data.count).toBe(1)
})

test("a conflict in the project's own table of that name is its own", async () => {
  await send(randomUUID(), '{"key":"a"}', { path: '/data/idempotency' })
  const answer = await send(randomUUID(), '{"key":"a"}', { path: '/data/idempotency' })
  expect(answer.status).toBe(409)
  expect(answer.body.message).toContain('same key')
})

test.each(['', 'x'.repeat(256)])('a key of %j is 400', async (key) => {
  const answer = await send(key, '{"reference":"never"}')
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('Idempotency-Key')
  expect(await matching('never')).toEqual([])
})

test('neither key nor body is stored as it came', async () => {
  const key = 'a-key-that-is-stored-nowhere'
  await send(key, '{"reference":"stored nowhere"}')
  const rows = await data.admin('select role, key, body from msingi.idempotency')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/stored.nowhere/)
})

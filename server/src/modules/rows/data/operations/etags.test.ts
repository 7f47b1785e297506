// ETag with If-None-Match on reads, and If-Match on writes: 304 for what the caller has, 412 for what has changed.
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type DataDriver,
  driveData,
  insertAs,
  recordOf,
  userActor,
} from '#modules/rows/data/routes/data.fixture.ts'
import { write } from '#modules/rows/data/writing/write-rows.ts'
import { Asker } from '#platform/asker.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { readMatch, rowTag } from './etags.ts'
import { updateOperation } from './operations.ts'

let app: TestApp
let project: TestProject
let data: DataDriver
let id: string
let path: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await data.table('shops', { name: 'string' })
  await data.table('books', { title: 'string', n: 'integer', shop_id: 'uuid', user_id: 'uuid' })
  const relationship = {
    ...{ name: 'shop', from_table: 'books', from_column: 'shop_id' },
    ...{ to_table: 'shops', to_column: 'id' },
  }
  await app.api('POST', `/projects/${project.id}/schema/relationships`, {
    token: project.token,
    body: relationship,
  })
  for (const action of ['insert', 'select'])
    await data.policy('books', { action, subject: 'authenticated', effect: 'allow' })
})
beforeEach(async () => {
  const shop = await data.insert('shops', { name: 'Duka' })
  const row = await data.insert('books', { title: 'Kusadikika', n: 1, shop_id: shop.id })
  id = row.id
  path = `/data/books/${id}`
})
afterAll(() => app.stop())

const get = (to: string, headers: Record<string, string> = {}) => data.call('GET', to, { headers })
const tagOf = async (to: string) => String((await get(to)).headers.etag)
const change = (to: string, n: number, headers: Record<string, string> = {}) =>
  data.call('PATCH', to, { body: { n }, headers })

describe('a row', () => {
  test('is not sent to whom it is the same', async () => {
    const first = await get(path)
    const tag = String(first.headers.etag)
    expect(tag).toMatch(/^"\d+-[\w-]+"$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await get(path, { 'if-none-match': known })
      expect([again.status, again.text, again.headers.etag], known).toEqual([304, '', tag])
    }
    await change(path, 2)
    const changed = await get(path, { 'if-none-match': tag })
    expect([changed.status, changed.data.n]).toEqual([200, 2])
    expect(changed.headers.etag).not.toBe(tag)
  })

  test('has another tag once its table has another column', async () => {
    const tag = await tagOf(path)
    const column = { name: `c_${id.slice(-12)}`, data_type: 'string' }
    await app.api('POST', `/projects/${project.id}/tables/books/columns`, {
      token: project.token,
      body: column,
    })
    expect((await get(path, { 'if-none-match': tag })).status).toBe(200)
    expect((await change(path, 2, { 'if-match': tag })).status).toBe(412)
  })

  test('with related rows changes when they do', async () => {
    const related = `${path}?select=title,shop(name)`
    const first = await tagOf(related)
    const { headers, data: row } = await get(related, { 'if-none-match': first })
    const tag = String(headers.etag)
    expect((await get(related, { 'if-none-match': tag })).status).toBe(304)
    const shop = (await get(path)).data.shop_id
    await data.call('PATCH', `/data/shops/${shop}`, { body: { name: 'Kibanda' } })
    const changed = await get(related, { 'if-none-match': tag })
    expect([changed.status, changed.data]).toEqual([200, { ...row, shop: { name: 'Kibanda' } }])
  })

  test('that is gone is 404, whatever the caller has', async () => {
    const tag = await tagOf(path)
    await data.call('DELETE', path)
    expect((await get(path, { 'if-none-match': tag })).status).toBe(404)
  })
})

describe('a list', () => {
  test('is hashed for those who come back, and then not sent again', async () => {
    const list = '/data/books?limit=5'
    const first = await tagOf(list)
    expect(await tagOf(list)).not.toBe(first)
    const second = await get(list, { 'if-none-match': first })
    const tag = String(second.headers.etag)
    expect(second.status).toBe(200)
    const third = await get(list, { 'if-none-match': tag })
    expect([third.status, third.text, third.headers.etag]).toEqual([304, '', tag])
    expect(third.headers['x-next-cursor']).toBe(second.headers['x-next-cursor'])
    await change(path, 3)
    const changed = await get(list, { 'if-none-match': tag })
    expect([changed.status, changed.data[0].n]).toEqual([200, 3])
  })

  test('of records and a count as well', async () => {
    for (const to of [`/projects/${project.id}/tables/books/records`, '/data/books?count=exact']) {
      const { headers } = await get(to, { 'if-none-match': '""' })
      expect((await get(to, { 'if-none-match': String(headers.etag) })).status, to).toBe(304)
    }
  })
})

describe('If-Match', () => {
  const routes = [
    ['data', () => path, { n: 2 }],
    ['records', () => `/projects/${project.id}/tables/books/records/${id}`, { data: { n: 2 } }],
  ] as const

  test.each(routes)('%s: a change and a deletion of what one has seen', async (_, to, body) => {
    const tag = await tagOf(to())
    const changed = await data.call('PATCH', to(), { body, headers: { 'if-match': tag } })
    expect([changed.status, changed.data.n]).toEqual([200, 2])
    expect(changed.headers.etag).toBe(await tagOf(to()))
    for (const [method, options] of [
      ['PATCH', { body }],
      ['DELETE', {}],
    ] as const) {
      const stale = await data.call(method, to(), { ...options, headers: { 'if-match': tag } })
      expect([stale.status, stale.body.message]).toEqual([412, expect.stringContaining(id)])
    }
    const fresh = { 'if-match': `"0-0", ${changed.headers.etag}` }
    expect((await data.call('DELETE', to(), { headers: fresh })).status).toBe(204)
    expect((await data.call('DELETE', to(), { headers: fresh })).status).toBe(404)
  })

  test.each([
    ['*', 200],
    ['"0-0"', 412],
    ['"99999999999999999999-x"', 412],
    [`W/"${'a'.repeat(27)}"`, 412],
    ['', 400],
    ['abc', 400],
    ['"', 400],
  ])('%s is %i', async (tag, status) => {
    const answer = await change(path, 5, { 'if-match': tag })
    expect(answer.status).toBe(status)
    expect((await get(path)).data.n).toBe(status === 200 ? 5 : 1)
  })

  test('finds the version, whatever characters that of the columns has', async () => {
    const table = await app.platform.shapes.get(await recordOf(app, project.id), 'books')
    for (const version of ['-', 'a-b--c', '1-2', '_x']) {
      const shape = { ...table, version }
      const request = { headers: { 'if-match': `${rowTag(shape, '7')}, "8-other"` } } as FastifyRequest
      expect(readMatch(request, shape)).toEqual(['7'])
    }
  })

  test('of several writers with one tag, one wins', async () => {
    const tag = await tagOf(path)
    for (let round = 0; round < 5; round++) {
      const current = round === 0 ? tag : await tagOf(path)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => change(path, round * 10 + n, { 'if-match': current })),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
    }
  })

  test('what policies forbid is 403 with the right tag, and 412 with another', async () => {
    const record = await recordOf(app, project.id)
    const reader = userActor(project.id, crypto.randomUUID())
    await insertAs(app, record, reader, 'books', { title: 'x' })
    const table = await app.platform.shapes.get(record, 'books')
    const version = (await tagOf(path)).slice(1).split('-')[0] as string
    const attempt = (match: readonly string[]) =>
      write(
        new Asker(app.platform, record, reader),
        updateOperation(table, reader, id, { n: 9 }, match),
        undefined,
      )
    await expect(attempt([version])).rejects.toMatchObject({ code: 'policy_denied' })
    await expect(attempt(['1'])).rejects.toMatchObject({ code: 'precondition_failed' })
  })
})

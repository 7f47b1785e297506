// Numbers that a double cannot hold: whoever asks for their digits gets them, in rows, in answers of all kinds and in live changes.
import { type Client, type ClientOptions, createClient } from '@msingi/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Library, openLibrary } from './client.fixture.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
  const { app, project } = library
  const columns = [
    { name: 'big', data_type: 'bigint' },
    { name: 'exact', data_type: 'decimal' },
    { name: 'price', data_type: 'money' },
    { name: 'ratio', data_type: 'float' },
    { name: 'meta', data_type: 'jsonb' },
  ]
  const body = { name: 'sums', columns }
  const table = await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
  expect(table.status, table.text).toBe(201)
  const settings = { token: project.token, body: { enabled: true } }
  await app.api('PUT', `/projects/${project.id}/realtime/settings`, settings)
})
afterAll(() => library.app.stop())

const open = (options: Partial<ClientOptions> = {}): Client =>
  createClient(library.base, {
    project: library.project.id,
    key: library.project.secret,
    bigNumbers: 'text',
    ...options,
  })

const BIG = '9007199254740993'
const EXACT = '1234567890.12345678901234567890'
const WRITTEN = { big: BIG, exact: EXACT, price: '12.50', ratio: 1e300, meta: { n: 5 } }
const READ = { big: BIG, exact: EXACT, price: 12.5, ratio: 1e300, meta: { n: 5 } }

test('a number is a text where a double would lose digits, and a number elsewhere', async () => {
  const client = open()
  const sums = client.from('sums')
  const { id } = await sums.insert(WRITTEN)
  const shown = sums.select('big', 'exact', 'price', 'ratio', 'meta')
  expect(await shown.find(id)).toEqual(READ)
  expect(await shown.eq('id', id)).toEqual([READ])
  // What was read is written again, and is the same.
  expect(await sums.update(id, await shown.find(id))).toMatchObject(READ)
  const sql = 'select big, exact from sums where id = :id'
  expect((await client.query.exec(sql, { id })).rows).toEqual([{ big: BIG, exact: EXACT }])
  const { data } = (await client.batch([{ method: 'PATCH', table: 'sums', id, body: { big: BIG } }]))[0] ?? {}
  expect(data).toMatchObject({ big: BIG })
  const document = '{ sums { exact } }'
  expect(JSON.stringify(await client.graphql(document))).toContain(EXACT)
  expect(
    await open({ bigNumbers: undefined } as object)
      .from('sums')
      .find(id),
  ).toMatchObject({ big: Number(BIG) })
})

test.each(['websocket', 'sse'] as const)('so are those of live changes over %s', async (transport) => {
  const client = open()
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const { unsubscribe } = client.subscribe('sums', ({ record }) => resolve(record), {
    transport,
    onStatus: (status) => {
      if (status === 'live') client.from('sums').insert(WRITTEN).catch(reject)
    },
  })
  expect(await promise.finally(unsubscribe)).toMatchObject(READ)
})

const answering = (json: string) =>
  open({ fetch: async () => new Response(`{"data":{"n":${json}}}`) }).request<{ n: unknown }>('GET', '/x')

test.each([
  ['0', 0],
  ['-0', -0],
  ['0.00', 0],
  ['1.50', 1.5],
  ['1e3', 1000],
  ['1E+21', 1e21],
  ['1000000000000000000000', 1e21],
  ['123456789012345680000', 123456789012345680000],
  ['5e-324', 5e-324],
  ['0.1', 0.1],
  ['-9007199254740991', -9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['-12345678901234567.5', '-12345678901234567.5'],
  ['0.1000000000000000055', '0.1000000000000000055'],
  ['1e400', '1e400'],
  ['1e-400', '1e-400'],
])('%s is read as %j', async (json, expected) => {
  expect((await answering(json)).n).toBe(expected)
})

test('a runtime that does not keep the digits is refused at once', () => {
  const parse = JSON.parse
  vi.spyOn(JSON, 'parse').mockImplementation((text: string) => parse(text))
  try {
    expect(() => open()).toThrow('keeps the source of numbers')
  } finally {
    vi.restoreAllMocks()
  }
})

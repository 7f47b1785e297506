// Exports as CSV and NDJSON.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataDriver, driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { driveTransfers, type TransferDriver } from '#modules/rows/data/transfer/transfer.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let drive: DataDriver
let files: TransferDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  drive = driveData(app, project)
  files = driveTransfers(app, project)
  await drive.table('books', {
    sku: 'string',
    title: 'text',
    code: 'bigint',
    price: 'decimal',
    sold: 'boolean',
    extra: 'json',
    format: 'text',
  })
  await drive.insert('books', [
    { sku: 'a', title: '=1+1', code: -5, price: -12.5, sold: true, extra: { a: 1 }, format: 'csv' },
    { sku: 'b', title: 'Rosa, "Mistika"\nby', code: 7, price: 3, sold: false },
    { sku: 'c', title: '', code: 8, price: 4 },
  ])
  await drive.admin(
    `update ${schemaName()}.books set code = 9007199254740993, price = 0.10000000000000000001 where sku = 'c'`,
  )
})
afterAll(() => app.stop())

const schemaName = () => `p_${project.id.replaceAll('-', '')}`
const SELECT = 'select=sku,title,code,price,sold,extra&order=sku.asc'

test('writes CSV: quotes, every digit, null apart from empty text, and no formulas', async () => {
  expect(await files.exported('books', SELECT)).toBe(
    'sku,title,code,price,sold,extra\r\n' +
      `a,'=1+1,-5,-12.5,true,"{""a"":1}"\r\n` +
      'b,"Rosa, ""Mistika""\nby",7,3,false,\r\n' +
      'c,"",9007199254740993,0.10000000000000000001,,\r\n',
  )
  expect(await files.exported('books', `${SELECT}&sku=eq.a&formulas=keep&delimiter=semicolon`)).toContain(
    '\r\na;=1+1;-5',
  )
})

test('writes NDJSON as the data API writes rows, related rows too', async () => {
  await drive.table('reviews', { book: 'uuid', stars: 'integer' })
  const link = { from_table: 'reviews', from_column: 'book', to_table: 'books', to_column: 'id' }
  await app.api('POST', `/projects/${project.id}/schema/relationships`, { token: project.token, body: link })
  const [book] = (await drive.call('GET', '/data/books?sku=eq.c')).data
  await drive.insert('reviews', { book: book.id, stars: 5 })
  const text = await files.exported('books', 'format=ndjson&select=sku,code,reviews(stars)&order=sku.desc')
  expect(text.split('\n')).toEqual([
    '{"sku":"c","code":9007199254740993,"reviews":[{"stars":5}]}',
    '{"sku":"b","code":7,"reviews":[]}',
    '{"sku":"a","code":-5,"reviews":[]}',
    '',
  ])
})

test('takes the filters of lists, and a column may have the name of an option', async () => {
  const skus = async (query: string) =>
    (await files.exported('books', `select=sku&order=sku.asc&${query}`)).split('\r\n').slice(1, -1)
  expect(await skus('code=gt.0')).toEqual(['b', 'c'])
  expect(await skus('or=(sku.eq.a,title.ilike.%25rosa%25)')).toEqual(['a', 'b'])
  expect(await skus('format=eq.csv')).toEqual(['a'])
})

test('leaves deleted rows out unless they are asked for', async () => {
  await drive.table('gone', { sku: 'string' })
  const rows = await drive.insert('gone', [{ sku: 'a' }, { sku: 'b' }])
  await drive.call('DELETE', `/data/gone/${rows[0].id}`)
  const skus = async (query: string) =>
    (await files.exported('gone', `select=sku&order=sku.asc${query}`)).split('\r\n').slice(1, -1)
  expect(await skus('')).toEqual(['b'])
  expect(await skus('&deleted=only')).toEqual(['a'])
  expect(await skus('&deleted=include')).toEqual(['a', 'b'])
})

test.each([
  ['format=xml', 200],
  ['delimiter=colon', 400],
  ['limit=5', 400],
  ['select=sku,reviews(stars)', 400],
  ['nothing=eq.1', 400],
  ['code=eq.x', 400],
  ['created_at=gt.yesterdayish', 400],
])('says what is wrong with %s before anything is sent', async (query, status) => {
  const path = `/projects/${project.id}/tables/books/export?${query === 'format=xml' ? 'format=eq.xml' : query}`
  const answer = await app.api('GET', path, { key: project.secret })
  expect([answer.status, answer.headers['content-type']]).toEqual([
    status,
    status === 200 ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
  ])
})

test('is for dashboard users and secret keys of the project', async () => {
  const other = await app.createProject()
  const path = `/projects/${project.id}/tables/books/export`
  const calls = [
    {},
    { key: project.publishable },
    { key: other.secret },
    { token: other.token },
    { token: project.token },
  ]
  const statuses = await Promise.all(calls.map(async (call) => (await app.api('GET', path, call)).status))
  expect(statuses).toEqual([401, 403, 403, 403, 200])
})

test('in a file of one column, a blank line is a null', async () => {
  await drive.table('lone', { note: 'text' })
  await drive.insert('lone', [{ note: null }, { note: 'a' }, { note: null }, { note: '' }, { note: null }])
  const text = await files.exported('lone', 'select=note')
  await drive.table('again', { note: 'text' })
  expect((await files.csv('again', text)).data).toMatchObject({ lines: 5, written: 5 })
  expect(await files.exported('again', 'select=note')).toBe(text)
})

test('what was exported can be imported again', async () => {
  const text = await files.exported('books', 'formulas=keep&order=sku.asc')
  await drive.table('copies', {
    sku: 'string',
    title: 'text',
    code: 'bigint',
    price: 'decimal',
    sold: 'boolean',
    extra: 'json',
    format: 'text',
  })
  const answer = await files.csv('copies', text, 'columns=id,sku,title,code,price,sold,extra,format')
  expect(answer.data).toMatchObject({ lines: 3, written: 3 })
  const select = 'formulas=keep&order=sku.asc&select=id,sku,title,code,price,sold,extra,format'
  expect(await files.exported('copies', select)).toBe(await files.exported('books', select))
})

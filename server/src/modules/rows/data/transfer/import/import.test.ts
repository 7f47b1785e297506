// Imports of CSV and NDJSON.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DataDriver, driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { driveTransfers, type TransferDriver } from '#modules/rows/data/transfer/transfer.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let drive: DataDriver
let files: TransferDriver

const COLUMNS = {
  sku: { data_type: 'string', unique: true, required: true },
  title: 'text',
  copies: 'integer',
  code: 'bigint',
  price: 'decimal',
  sold: 'boolean',
  printed: 'date',
  extra: 'jsonb',
} as const

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  drive = driveData(app, project)
  files = driveTransfers(app, project)
})
afterAll(() => app.stop())

const read = async (table: string, columns: string) =>
  (await drive.call('GET', `/data/${table}?select=${columns}&order=sku.asc`)).text
    .replace(/^.*"data":/, '')
    .replace(/\}$/, '')
const faults = (answer: { body: any }) => answer.body.details.report

describe('CSV', () => {
  beforeAll(() => drive.table('books', COLUMNS))

  test('writes rows with the types of their columns, every digit of numbers, and null apart from empty text', async () => {
    const file =
      '\uFEFFsku,title,copies,code,price,sold,printed,extra\r\n' +
      'a,"Rosa, ""Mistika""",7,9007199254740993,12.500,TRUE,2026-01-31,"{""n"":12345678901234567890}"\r\n' +
      'b,,,,,,,\r\n' +
      'c,"",-1,-5,0.1,f,2026-02-01,[1]\r\n'
    const answer = await files.csv('books', file)
    expect(answer.data).toEqual({ dry_run: false, lines: 3, written: 3, skipped: 0 })
    expect(await read('books', 'sku,title,copies,code,price,sold,printed,extra')).toBe(
      '[{"sku":"a","title":"Rosa, \\"Mistika\\"","copies":7,"code":9007199254740993,"price":12.500,"sold":true,' +
        '"printed":"2026-01-31","extra":{"n": 12345678901234567890}},' +
        '{"sku":"b","title":null,"copies":null,"code":null,"price":null,"sold":null,"printed":null,"extra":null},' +
        '{"sku":"c","title":"","copies":-1,"code":-5,"price":0.1,"sold":false,"printed":"2026-02-01","extra":[1]}]',
    )
  })

  test('takes dates in the order that is said, and no others but those of ISO 8601', async () => {
    await drive.table('visits', { day: 'date', at: 'timestamp' })
    const file = (day: string, at: string) => `day,at\n${day},${at}\n2026-01-31,2026-01-31T10:00:00Z\n`
    const read = async (order: string, text: string) => {
      const answer = await files.csv('visits', text, order === '' ? '' : `dates=${order}`)
      if (answer.status !== 200) return faults(answer)
      const days = await drive.list('visits', 'day=neq.2026-01-31', 'day')
      const times = await drive.list('visits', 'at=neq.2026-01-31T10:00:00Z', 'at')
      await drive.call('DELETE', '/data/visits?day=not.is.null')
      return [...days, ...times]
    }
    const june = ['2026-06-05', '2026-06-05T14:30:00+00:00']
    expect(await read('dmy', file('5/6/2026', '05.06.2026 14:30'))).toEqual(june)
    expect(await read('mdy', file('6-5-2026', '06/05/2026 14:30:00'))).toEqual(june)
    expect(await read('ymd', file('2026/6/5', '2026.06.05T14:30Z'))).toEqual(june)
    const wrong = [
      ['', '05/06/2026', '2026-01-31'],
      ['mdy', '31/12/2026', '2026-12-31'],
      ['dmy', '5/6/26', '2026-01-31'],
      ['ymd', '05/06/2026', '2026-01-31'],
    ] as const
    for (const [order, day, example] of wrong)
      expect(await read(order, file(day, '')), `${order} ${day}`).toEqual([
        { line: 2, column: 'day', reason: `must be a date such as ${example}` },
      ])
  })

  test('takes the names of the file to columns, in any order, and leaves others out', async () => {
    const file = 'Key;Number, of;Note\nm1;3;x\nm2;4;y\n'
    const query = `delimiter=semicolon&columns=${encodeURIComponent('Key:sku,"Number, of:copies"')}`
    expect((await files.csv('books', file, query)).data).toMatchObject({ written: 2 })
    expect(await drive.list('books', 'sku=like.m%25&order=sku.asc', 'copies')).toEqual([3, 4])
    const bare = await files.csv('books', 'h1|x|5\n', 'header=false&delimiter=pipe&columns=sku,Note:,copies')
    expect(bare.data).toMatchObject({ written: 1 })
    expect(await drive.list('books', 'sku=eq.h1', 'copies')).toEqual([5])
  })

  test.each([
    ['', '', 'The file is empty: its first line must name the columns.'],
    ['skuu,title\n', '', 'line 1: skuu is not a column of books. Did you mean sku?'],
    ['sku,sku\n', '', 'line 1: sku stands there twice.'],
    ['title\n', '', 'sku is required, and the file has no such column.'],
    ['sku,b\n', 'columns=sku,c:title', 'columns: the file has no column c. It has sku, b.'],
    ['sku\n', 'columns=sku:', 'columns: names no column.'],
    ['sku\n', 'columns=sku:skuu', 'columns: skuu is not a column of books. Did you mean sku?'],
    ['sku\n', 'header=false', 'columns: name the columns in their order where the file has no header.'],
    ['sku\n"a', '', 'line 2: the file ends within quotes. Close them, or double those of a text.'],
    [
      Buffer.from('sku\na\xff\n', 'latin1'),
      '',
      'The file is not valid UTF-8, somewhere behind its first 0 rows.',
    ],
    ['sku\n', 'dryrun=true', 'There is no parameter dryrun. Did you mean dry_run?'],
    ['sku\n', 'on_conflict=sku', 'on_conflict: needs the header Prefer'],
  ])('refuses a file as a whole: %j with %j', async (file, query, message) => {
    // A request without a body is another matter.
    const answer = await files.csv('books', file === '' ? '\n' : file, query)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
  })

  test('reports each line that is wrong, with column and reason, and writes nothing', async () => {
    await drive.table('shelves', COLUMNS)
    await files.csv('shelves', 'sku\ntaken\n')
    const file = [
      'sku,copies,price,sold,printed,extra',
      'ok,1,1,true,2026-01-01,{}',
      'number,x,1,,,',
      'date,1,1,,31.01.2026,',
      'cells,1',
      'json,1,1,,,{',
      'taken,1,1,,,',
      'twice,1,1,,,',
      '"two',
      'lines",99999999999,abc,maybe,,',
      'twice,2,2,,,',
      ',1,1,,,',
      '"torn"x,1,1,,,',
    ].join('\r\n')
    const answer = await files.csv('shelves', file)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('9 of 11 lines are wrong. Nothing was written.')
    const exists = 'A row with the same sku exists already'
    expect(faults(answer)).toEqual([
      { line: 3, column: 'copies', reason: 'must be a whole number' },
      { line: 4, column: 'printed', reason: 'must be a date such as 2026-01-31' },
      { line: 5, column: null, reason: 'has 2 cells, where 6 were expected' },
      { line: 6, column: 'extra', reason: 'must be JSON' },
      { line: 7, column: null, reason: exists },
      { line: 9, column: 'copies', reason: 'must be between -2147483648 and 2147483647' },
      { line: 9, column: 'price', reason: 'must be a number' },
      { line: 9, column: 'sold', reason: 'must be true or false' },
      { line: 11, column: null, reason: exists },
      { line: 12, column: 'sku', reason: 'is required' },
      {
        line: 13,
        column: null,
        reason: 'text stands behind a closing quote; a quote within quotes is doubled',
      },
    ])
    expect(await drive.list('shelves', '', 'sku')).toEqual(['taken'])
    const csv = await files.csv('shelves', file, '', { headers: { accept: 'text/csv' } })
    expect(csv.status).toBe(400)
    expect(csv.text.split('\r\n').slice(0, 3)).toEqual([
      'line,column,reason',
      '3,copies,must be a whole number',
      '4,printed,must be a date such as 2026-01-31',
    ])
  })

  test('a dry run finds the same and writes nothing', async () => {
    await drive.table('drafts', COLUMNS)
    const good = await files.csv('drafts', 'sku\na\nb\n', 'dry_run=true')
    expect(good.data).toEqual({ dry_run: true, lines: 2, written: 2, skipped: 0 })
    const bad = await files.csv('drafts', 'sku\na\na\n', 'dry_run=true')
    expect(faults(bad)).toEqual([{ line: 3, column: null, reason: 'A row with the same sku exists already' }])
    expect(await drive.list('drafts', '')).toEqual([])
  })
})

describe('rows that exist', () => {
  beforeAll(async () => {
    await drive.table('stock', COLUMNS)
    await files.csv('stock', 'sku,title,copies\na,first,1\nb,second,2\n')
  })

  test('are changed with merge-duplicates, the last line of the file for good', async () => {
    const headers = { prefer: 'resolution=merge-duplicates' }
    const file = 'sku,copies\na,10\nc,30\nc,31\n'
    const answer = await files.csv('stock', file, 'on_conflict=sku', { headers })
    expect(answer.data).toMatchObject({ lines: 3, written: 3, skipped: 0 })
    expect(await read('stock', 'sku,title,copies')).toBe(
      '[{"sku":"a","title":"first","copies":10},{"sku":"b","title":"second","copies":2},{"sku":"c","title":null,"copies":31}]',
    )
  })

  test('are left with ignore-duplicates', async () => {
    const headers = { prefer: 'resolution=ignore-duplicates' }
    const answer = await files.csv('stock', 'sku,copies\na,99\nd,4\n', 'on_conflict=sku', { headers })
    expect(answer.data).toMatchObject({ lines: 2, written: 1, skipped: 1 })
    expect(await drive.list('stock', 'order=sku.asc', 'copies')).toEqual([10, 2, 31, 4])
  })

  test('are reported where they were deleted, since nothing would be written', async () => {
    const [row] = (await drive.call('GET', '/data/stock?sku=eq.b')).data
    await drive.call('DELETE', `/data/stock/${row.id}`)
    const headers = { prefer: 'resolution=merge-duplicates' }
    const answer = await files.csv('stock', `id,sku\n${row.id},z\n`, 'on_conflict=id', { headers })
    expect(faults(answer)).toEqual([
      { line: 2, column: null, reason: 'A deleted row of stock has the same id' },
    ])
  })
})

describe('NDJSON', () => {
  beforeAll(() => drive.table('notes', { ...COLUMNS, copies: { data_type: 'integer', default_value: 5 } }))

  test('writes rows; what a line leaves out gets its default', async () => {
    const answer = await files.ndjson('notes', [
      { sku: 'a', copies: null },
      { sku: 'b' },
      { sku: 'c', copies: 1, extra: { a: [1] } },
    ])
    expect(answer.data).toMatchObject({ written: 3 })
    expect(await drive.list('notes', 'order=sku.asc', 'copies')).toEqual([null, 5, 1])
  })

  test('takes dates in the order that is said, as CSV does', async () => {
    await drive.table('calls', { day: 'date', at: 'timestamp', note: 'text' })
    const rows = [{ day: '5/6/2026', at: '05.06.2026 14:30', note: '05/06/2026' }]
    expect((await files.ndjson('calls', rows, 'dates=dmy')).data).toMatchObject({ written: 1 })
    const [row] = (await drive.call('GET', '/data/calls?select=day,at,note')).data
    expect(row).toEqual({ day: '2026-06-05', at: '2026-06-05T14:30:00+00:00', note: '05/06/2026' })
    expect(faults(await files.ndjson('calls', rows))).toMatchObject([
      { column: 'day', reason: 'must be a date such as 2026-01-31' },
      { column: 'at', reason: 'must be a date and time such as 2026-01-31T14:30:00Z' },
    ])
  })

  test('reports lines that are no objects, unknown columns, and columns of the server', async () => {
    const file = '{"sku":"x"}\n[]\n\n{"sku":"y","titel":"z"}\n{"sku":"w","created_at":"2026-01-01"}\nnot json'
    const path = `/projects/${project.id}/tables/notes/import`
    const headers = { 'content-type': 'application/x-ndjson' }
    const answer = await app.api('POST', path, { token: project.token, raw: file, headers })
    expect(faults(answer)).toMatchObject([
      { line: 2, column: null, reason: 'must be a JSON object of column values' },
      { line: 4, column: 'titel', reason: 'is not a column of notes. Did you mean title?' },
      { line: 5, column: 'created_at', reason: 'is filled in by the server and cannot be written' },
      { line: 6, column: null, reason: expect.stringContaining('is not valid JSON') },
    ])
  })

  test('takes fields to columns, and reports those that are neither mapped nor left out', async () => {
    const columns = `columns=${encodeURIComponent('S:sku, Note:,title')}`
    const mapped = await files.ndjson('notes', [{ ' S ': 'm', Note: 'x', title: 't' }], columns)
    expect(mapped.data).toMatchObject({ written: 1 })
    expect(await drive.list('notes', 'sku=eq.m', 'title')).toEqual(['t'])
    const rows = [{ S: 'n' }, { S: 'o', Price: 1, copies: 2 }, { S: 'p', 'S ': 'q' }]
    const reason = 'is a field that columns neither maps nor leaves out, as name:column or name: do'
    expect(faults(await files.ndjson('notes', rows, columns))).toEqual([
      { line: 2, column: 'Price', reason },
      { line: 2, column: 'copies', reason },
      { line: 3, column: 'sku', reason: 'stands there twice' },
    ])
  })
})

describe('who may', () => {
  beforeAll(async () => {
    await drive.table('guarded', { sku: 'text' })
  })
  const send = (options: object, type = 'text/csv') =>
    app.api('POST', `/projects/${project.id}/tables/guarded/import`, {
      raw: 'sku\na\n',
      headers: { 'content-type': type },
      ...options,
    })

  test('dashboard users and secret keys of the project, and nobody else', async () => {
    const other = await app.createProject()
    const statuses = [
      await send({}),
      await send({ key: project.publishable }),
      await send({ key: other.secret }),
      await send({ token: other.token }),
      await send({ token: project.token }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 403, 403, 403, 200])
  })

  test('policies decide about the rows of a secret key as they do about any write', async () => {
    await drive.policy('guarded', { action: 'insert', subject: 'api_key', condition: "sku <> 'no'" })
    const answer = await files.csv('guarded', 'sku\nyes\nno\n')
    expect(faults(answer)).toEqual([
      { line: 3, column: null, reason: 'The policies of this table do not allow this' },
    ])
  })

  test('is told which types a file may have, and that there is none', async () => {
    expect((await send({ key: project.secret }, 'application/pdf')).status).toBe(415)
    expect((await send({ key: project.secret }, 'text/csv; charset=latin1')).status).toBe(415)
    const none = await app.api('POST', `/projects/${project.id}/tables/guarded/import`, {
      key: project.secret,
    })
    expect(none.status).toBe(415)
    expect((await files.csv('users', 'id\n')).status).toBe(400)
    expect((await files.csv('nowhere', 'id\n')).status).toBe(404)
  })
})

test('of 100,000 lines with 1,000 that are wrong all 1,000 are reported; corrected, all are written once', async () => {
  await drive.table('many', COLUMNS)
  const isBad = (n: number) => n % 100 === 17
  const line = (n: number, wrong: boolean) => {
    if (!wrong) return `k${n},Title ${n},${n},2026-01-31`
    const kind = Math.floor(n / 100) % 4
    if (kind === 0) return `k${n},Title ${n},many,2026-01-31`
    if (kind === 1) return `k${n},Title ${n},${n},2026-02-30`
    if (kind === 2) return `k${n - 1},Title ${n},${n},2026-01-31`
    return `,Title ${n},${n},2026-01-31`
  }
  const numbers = Array.from({ length: 100_000 }, (_, n) => n)
  const fileOf = (wrong: boolean) =>
    ['sku,title,copies,printed', ...numbers.map((n) => line(n, wrong && isBad(n))), ''].join('\n')
  const refused = await files.csv('many', fileOf(true))
  expect(refused.body.message).toBe('1000 of 100000 lines are wrong. Nothing was written.')
  const expected = numbers
    .filter(isBad)
    .map((n) => [n + 2, ['copies', 'printed', null, 'sku'][Math.floor(n / 100) % 4]])
  expect(faults(refused).map(({ line: at, column }: any) => [at, column])).toEqual(expected)
  expect((await drive.call('GET', '/data/many?count=exact')).data).toEqual({ count: 0 })
  const answer = await files.csv('many', fileOf(false))
  expect(answer.data).toMatchObject({ lines: 100_000, written: 100_000 })
  expect((await drive.call('GET', '/data/many?count=exact')).data).toEqual({ count: 100_000 })
}, 240_000)

// Values through the data API: what is exact comes back exact, and what is wrong is named.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'
import { COLUMNS, EXACT } from './values.fixture.ts'

let app: TestApp
let data: DataDriver

beforeAll(async () => {
  app = await startTestApp()
  data = driveData(app, await app.createProject())
  await data.table('all', COLUMNS)
})
afterAll(() => app.stop())

function shown(text: string, column: string): string | undefined {
  const at = text.indexOf(`"${column}":`)
  const end = text.slice(at).search(/,"[a-z_]+":|\}$/)
  return at < 0 ? undefined : text.slice(at + column.length + 3, at + end)
}

/** The row of an answer as it was sent, without the envelope and without an array around it. */
function rowText(text: string): string {
  return text.slice(text.indexOf('"data":') + 7, -1).replace(/^\[|\]$/g, '')
}

describe.each(EXACT)('%s %s', (column, given, expected = given) => {
  const raw = `{"${column}":${given}}`

  test.each([
    ['insert', 'POST', '/data/all', raw],
    ['bulk insert', 'POST', '/data/all', `[${raw}]`],
    ['batch', 'POST', '/batch', `{"operations":[{"method":"POST","table":"all","body":${raw}}]}`],
  ])('%s', async (_way, method, path, body) => {
    const answer = await data.call(method, path, { raw: body })
    expect(answer.status, answer.text).toBeLessThan(300)
    const text = rowText(answer.text.replace(/"data":\[\{"status":201,/, ''))
    expect(shown(text.replace(/\}\]$/, ''), column)).toBe(expected)
  })

  test('update and get', async () => {
    const { id } = await data.insert('all', {})
    const changed = await data.call('PATCH', `/data/all/${id}`, { raw })
    expect(shown(rowText(changed.text), column)).toBe(expected)
    const { text } = await data.call('GET', `/data/all/${id}?select=${column}`)
    expect(shown(rowText(text), column)).toBe(expected)
  })
})

// A column, what is wrong with the value as it stands in a JSON body, and a part of the sentence that says so.
// What PostgreSQL reads, and not everybody alike.
const NOT_ISO = [
  ...[
    ...['05/06/2026', '5/6/26', '5.6.2026', '05-06-2026', '10/11/12', '05/06/2026 10:00'],
    ...['epoch', 'J2451187', '2026.156', '20260131', 'Jan 31, 2026', 'today'],
  ].map((text) => ['c_date', JSON.stringify(text), 'a date such as 2026-01-31'] as const),
  ...[
    ...[
      '05/06/2026 10:00',
      '2026-01-31T10:00 IST',
      '2026-01-31T10:00:00 Africa/Nairobi',
      '2026-01-31T10:00 PM',
    ],
    ...['NOW', '10:00 tomorrow', 'epoch', '1767225600'],
  ].map(
    (text) => ['c_timestamp', JSON.stringify(text), 'a date and time such as 2026-01-31T14:30:00Z'] as const,
  ),
  ...['10:30 PM', '9:05', '10:00:00+03:00', '10:00 now', 'allballs', '103000'].map(
    (text) => ['c_time', JSON.stringify(text), 'a time of day such as 14:30:00'] as const,
  ),
]

const WRONG: readonly (readonly [string, string, string])[] = [
  ['c_string', '"123456"', 'at most 5 characters'],
  ['c_string', '5', 'must be a text'],
  ['c_string', '{}', 'must be a text'],
  ['c_text', 'true', 'must be a text'],
  ['c_text', '["a"]', 'must be a text'],
  ['c_text', '"a\\u0000b"', 'NUL'],
  ['c_integer', '2147483648', 'between'],
  ['c_integer', '1.5', 'whole number'],
  ['c_integer', '"5x"', 'whole number'],
  ['c_integer', '1e400', 'number'],
  ['c_integer', '[]', 'whole number'],
  ['c_smallint', '32768', 'between'],
  ['c_bigint', '9223372036854775808', 'between'],
  ['c_bigint', '"1;drop table all"', 'whole number'],
  ['c_serial', 'null', 'is required'],
  ['c_decimal', '"abc"', 'must be a number'],
  ['c_decimal', '"NaN"', 'must be a number'],
  ['c_decimal', '"1e99999"', 'number'],
  ['c_float', '1e400', 'out of range'],
  ['c_float', '"inf"', 'must be a number'],
  ['c_money', '1e15', '15 digits'],
  ['c_boolean', '"true"', 'true or false'],
  ['c_boolean', '1', 'true or false'],
  ['c_date', '"2023-02-29"', 'date/time'],
  ['c_date', '"2026-13-01"', 'date/time'],
  ['c_date', '20260131', 'must be a text such as'],
  ['c_timestamp', '"294277-01-01T00:00:00Z"', 'out of range'],
  ['c_timestamp', '"2026-01-31T10:00:00+99:00"', 'displacement'],
  ['c_time', '"25:00"', 'time'],
  ['c_interval', '"200000000 years"', 'out of range'],
  ['c_interval', '"soon"', 'interval'],
  ...NOT_ISO,
  ['c_uuid', '"123"', 'must be a UUID'],
  ['c_uuid', '"{abcdefab-0000-4000-8000-00000000000f}"', 'must be a UUID'],
  ['c_jsonb', '{"a":"\\u0000"}', 'NUL'],
  ['c_jsonb', '{"\\u0000":1}', 'NUL'],
  ['c_enum', '"middle"', 'one of low, high'],
  ['c_email', '"no address"', 'e-mail'],
  ['c_phone', '"0712345678"', 'country code'],
  ['c_file', '"a.png"', 'must be a UUID'],
  ['c_file', '"0198c0de-0000-7000-8000-000000000000"', 'the id of a file that you can read'],
  ['c_char', '"abcd"', 'at most 3'],
  ['c_bytea', '"\\\\x0"', 'hexadecimal'],
  ['c_bytea', '"abc"', 'hexadecimal'],
  ['c_inet', '"10.0.0.256"', 'inet'],
  ['deleted_at', 'null', 'filled in by the server'],
  ['created_at', '"2020-01-01"', 'filled in by the server'],
  ['nothing', '1', 'is not a column of all'],
  ['__proto__', '{}', 'is not a column of all'],
  ['constructor', '1', 'is not a column of all'],
  ['c_text; drop table all', '1', 'is not a column of all'],
]

describe.each(WRONG)('%s %s is wrong', (column, given, problem) => {
  const raw = `{${JSON.stringify(column)}:${given}}`

  test.each([
    ['insert', 'POST', '/data/all', raw, column],
    ['bulk insert', 'POST', '/data/all', `[{},${raw}]`, `[1].${column}`],
    ['update', 'PATCH', '/data/all/ID', raw, column],
    [
      'batch',
      'POST',
      '/batch',
      `{"operations":[{"method":"POST","table":"all","body":{}},{"method":"POST","table":"all","body":${raw}}]}`,
      column,
    ],
  ])('in %s', async (_way, method, path, body, name) => {
    const [id] = await data.list('all', 'limit=1')
    const before = await data.call('GET', '/data/all?count=exact')
    const answer = await data.call(method, path.replace('ID', String(id)), { raw: body })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.success).toBe(false)
    expect(answer.body.errors.join(' ')).toContain(problem)
    expect(answer.body.errors.join(' ')).toContain(name)
    expect((await data.call('GET', '/data/all?count=exact')).data).toEqual(before.data)
  })
})

// What no column could hold is refused with the body, wherever in it it stands.
test.each([
  ['{"c_text":"\\ud800"}', 'c_text: holds half a surrogate pair'],
  ['{"c_text":"\\udc00\\ud800"}', 'c_text: holds half a surrogate pair'],
  ['[{"c_jsonb":{"a":{"b":"\\ud83dx"}}}]', 'b: holds half a surrogate pair'],
  ['{"c_json":{"\\udfff":1}}', 'A field name'],
  ['{"c_decimal":1e9999}', 'c_decimal: the number 1e9999 is out of range'],
  ['{"c_jsonb":{"a":-1.5E+131071}}', 'a: the number -1.5E+131071 is out of range'],
])('%s is wrong', async (raw, problem) => {
  const answer = await data.call('POST', '/data/all', { raw })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain(problem)
  expect((await data.call('POST', '/data/all', { raw: '{"c_text":"\\ud83d\\ude00"}' })).data.c_text).toBe(
    '😀',
  )
})

test('all fields that are wrong are named at once', async () => {
  const body = { c_integer: 'x', c_uuid: 'y', nothing: 1, c_text: 'fine' }
  const answer = await data.call('POST', '/data/all', { body })
  expect(answer.body.errors).toHaveLength(3)
  expect(answer.body.details.fields).toEqual(['c_integer', 'c_uuid', 'nothing'])
  const late = await data.call('POST', '/data/all', {
    body: { c_date: '2023-02-29', c_inet: 'y', c_text: 'fine' },
  })
  expect(late.body.details.fields).toEqual(['c_date', 'c_inet'])
})

// What only PostgreSQL can tell is named all the same.
test.each([
  ['c_date', 'eq.2023-02-29'],
  ['c_timestamp', 'gt.yesterday'],
  ['c_timestamp', 'gt.2026-01-31T10:00:00+00:00', 'in an address, + is written as %2B'],
  ['c_date', 'eq.05/06/2026', 'such as 2026-01-31'],
  ['c_interval', 'eq.soon'],
  ['c_inet', 'eq.300.1.1.1'],
  ['c_float', 'eq.1e400'],
  ['c_uuid', 'eq.1'],
  ['c_enum', 'eq.middle'],
  ['c_boolean', 'eq.yes'],
  ['c_integer', 'in.(1,x)'],
  ['c_date', 'in.(2024-02-29,never)'],
  ['c_jsonb', 'eq.{}'],
  ['c_json', 'in.(1)'],
  ['c_bytea', 'eq.zz'],
])('the filter %s=%s is 400 and names the column', async (column, text, hint = '') => {
  const answer = await data.call('GET', `/data/all?c_text=eq.x&${column}=${text}`)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.message).toContain(`${column}:`)
  expect(answer.body.message).toContain(hint)
})

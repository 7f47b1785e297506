// Filters of lists: every operator on every type it suits, and the grammar of in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadFiles } from '#test/files.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
let data: DataDriver

const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`

// Three rows, whose values ascend in every column; a fourth one has null everywhere but in `n`.
const VALUES: Record<
  string,
  readonly [string | Record<string, unknown>, readonly [unknown, unknown, unknown]]
> = {
  c_string: ['string', ['alpha', 'beta', 'gamma']],
  c_text: ['text', ['alpha', 'beta', 'gamma']],
  c_integer: ['integer', [-5, 0, 2147483647]],
  c_smallint: ['smallint', [-32768, 0, 32767]],
  c_bigint: ['bigint', ['-9223372036854775808', 0, '9223372036854775807']],
  c_decimal: ['decimal', ['-0.000000000000000000000000000001', 0, '123456789012345678901234567890']],
  c_float: ['float', ['-Infinity', 0.5, 'Infinity']],
  c_boolean: ['boolean', [false, false, true]],
  c_date: ['date', ['0001-01-01', '2024-02-29', '9999-12-31']],
  c_timestamp: ['timestamp', ['-infinity', '2024-02-29T23:59:59.999999Z', 'infinity']],
  c_time: ['time', ['00:00:00', '12:30:00', '23:59:59.999999']],
  c_interval: ['interval', ['-1 day', '1 hour', '2 years']],
  c_uuid: ['uuid', [uuid('a'), uuid('b'), uuid('c')]],
  c_enum: [
    { data_type: 'enum', enum_values: ['low', 'it"s,(odd)\\', 'high'] },
    ['low', 'it"s,(odd)\\', 'high'],
  ],
  c_email: ['email', ['a@example.com', 'b@example.com', 'c@example.com']],
  c_phone: ['phone', ['+254700000001', '+254700000002', '+255700000001']],
  c_money: ['money', ['-1.5000', '0.1', '999999999999999.9999']],
  c_char: [{ data_type: 'char', char_length: 5 }, ['ab', 'cd', 'efghi']],
  c_bytea: ['bytea', ['\\x', '\\x00ff', '\\xff']],
  c_inet: ['inet', ['10.0.0.0/8', '10.0.0.1', '2001:db8::1']],
}

const COLUMNS = [...Object.keys(VALUES), 'c_file']

beforeAll(async () => {
  app = await startTestApp()
  const project = await app.createProject()
  const [first, second, third] = await uploadFiles(app, project, 3)
  VALUES.c_file = ['file', [first, second, third]]
  data = driveData(app, project)
  await data.table('samples', {
    n: 'integer',
    ...Object.fromEntries(COLUMNS.map((name) => [name, VALUES[name]?.[0] as string])),
    meta: 'jsonb',
    raw: 'json',
  })
  await data.insert('samples', [
    ...[0, 1, 2].map((n) => ({
      n,
      ...Object.fromEntries(COLUMNS.map((name) => [name, VALUES[name]?.[1][n]])),
      meta: { n },
      raw: [n],
    })),
    { n: 3 },
  ])
  await data.table('texts', { value: 'text', other: 'text' })
})
afterAll(() => app.stop())

const numbers = (query: string) => data.list('samples', `${query}&order=n`, 'n')
const filter = (column: string, text: string) => `${column}=${encodeURIComponent(text)}`
const textOf = (column: string, n: number) => String(VALUES[column]?.[1][n])

describe.each(COLUMNS.filter((name) => name !== 'c_boolean'))('%s', (column) => {
  test.each([
    ['eq', [1]],
    ['neq', [0, 2]],
    ['gt', [2]],
    ['gte', [1, 2]],
    ['lt', [0]],
    ['lte', [0, 1]],
  ])('%s', async (operator, expected) => {
    expect(await numbers(filter(column, `${operator}.${textOf(column, 1)}`))).toEqual(expected)
  })

  test('in', async () => {
    const quoted = [0, 2].map((n) => `"${textOf(column, n).replace(/[\\"]/g, '\\$&')}"`)
    expect(await numbers(filter(column, `in.(${quoted.join(',')})`))).toEqual([0, 2])
  })

  test('is.null and is.not.null', async () => {
    expect(await numbers(`${column}=is.null`)).toEqual([3])
    expect(await numbers(`${column}=is.not.null`)).toEqual([0, 1, 2])
  })
})

const TEXTS = ['c_string', 'c_text', 'c_enum', 'c_email', 'c_phone', 'c_file', 'c_char', 'c_uuid', 'c_date']
test.each(TEXTS)('%s is like a value as it is shown', async (column) => {
  const pattern = textOf(column, 1).replace(/[\\%_]/g, '\\$&')
  expect(await numbers(filter(column, `like.${pattern}`))).toEqual([1])
  expect(await numbers(filter(column, `ilike.${pattern.slice(0, 1)}%`))).toContain(1)
})

test.each([
  ['c_boolean=eq.true', [2]],
  ['c_boolean=neq.true', [0, 1]],
  ['c_boolean=in.(true,false)', [0, 1, 2]],
  ['c_boolean=is.null', [3]],
  ['meta=is.null', [3]],
  ['raw=is.not.null', [0, 1, 2]],
  ['meta=like.%25"n": 1%25', [1]],
  ['c_string=like.%25a', [0, 1, 2]],
  ['c_string=like._eta', [1]],
  ['c_string=like.%25A', []],
  ['c_string=ilike.%25A', [0, 1, 2]],
  ['c_string=ilike.BETA', [1]],
  ['c_string=like.*a', [0, 1, 2]],
  ['c_string=ilike.*ET*', [1]],
  ['c_string=not.like.*et*', [0, 2]],
  ['or=(c_string.like.b*,c_string.like.*mm*)', [1, 2]],
  ['c_string=like.\\*a', []],
  ['c_enum=ilike.HI%25', [2]],
  ['c_char=like.cd', [1]],
  ['c_char=eq.cd', [1]],
  ['c_integer=gte.0&c_integer=lt.5', [1]],
  ['c_integer=gt.-6&c_integer=lt.1&c_text=neq.alpha', [1]],
  ['n=eq.1&n=eq.2', []],
  ['n=in.()', []],
  ['n=in.(1,2,%2B3)', [1, 2, 3]],
  ['n=in.("1","2")', [1, 2]],
  ['c_float=gt.1e300', [2]],
  ['c_bigint=eq.9223372036854775807', [2]],
  ['c_bigint=eq.9223372036854775806', []],
  ['c_timestamp=eq.2024-03-01T02:59:59.999999%2B03:00', [1]],
  ['c_uuid=eq.BBBBBBBB-0000-4000-8000-000000000000', [1]],
])('%s', async (query, expected) => {
  expect(await numbers(query)).toEqual(expected)
})

describe('texts in filters are taken literally', () => {
  const NASTY = [
    '',
    ' ',
    ',',
    '"',
    '\\',
    '(',
    ')',
    'a,b',
    'a"b',
    'a\\b',
    '")',
    '\\",',
    "'; drop table texts; --",
    '$1',
    '{a}',
    'null',
    'NULL',
    'is.null',
    'eq.eq.x',
    '%',
    'ünï😀',
    '\t\n',
    '*',
  ]

  beforeAll(async () => {
    await data.insert(
      'texts',
      NASTY.map((value) => ({ value })),
    )
  })

  test.each(NASTY)('%j', async (value) => {
    const quoted = `"${value.replace(/[\\"]/g, '\\$&')}"`
    const find = (text: string) => data.list('texts', filter('value', text), 'value')
    expect(await find(`eq.${value}`)).toEqual([value])
    expect(await find(`in.(${quoted})`)).toEqual([value])
    expect(await find(`in.(zzz,${quoted},"zzz")`)).toEqual([value])
    expect(await find(`like.${value.replace(/[\\%_*]/g, '\\$&')}`)).toEqual([value])
    expect(await find(`neq.${value}`)).toHaveLength(NASTY.length - 1)
  })

  test('plain values of in are split on commas and on nothing else', async () => {
    const find = async (text: string) => (await data.list('texts', filter('value', text), 'value')).sort()
    expect(await find('in.(a"b,a\\b)')).toEqual(['a"b', 'a\\b'].sort())
    expect(await find('in.(a,b)')).toEqual([])
    expect(await find('in.(*,)')).toEqual(['', '*'])
    expect(await find('in.(),")")')).toEqual([')'])
  })
})

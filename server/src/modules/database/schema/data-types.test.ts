// Each of the 24 types is created through the API and enforced by PostgreSQL itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATA_TYPES, type DataType } from '#engine/shapes/data-types.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { uploadFiles } from '#test/files.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { driveSchema, type SchemaDriver } from './drive-schema.fixture.ts'

interface Case {
  readonly extra?: Record<string, unknown>
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

const CASES: Record<DataType, Case> = {
  string: { extra: { char_length: 5 }, good: ['abcde', '', 'ñandú'], bad: ['abcdef'] },
  text: { good: ['x'.repeat(10_000)], bad: [] },
  integer: { good: ['-2147483648', '2147483647'], bad: ['2147483648', '1.5', 'one'] },
  smallint: { good: ['-32768', '32767'], bad: ['32768'] },
  bigint: { good: ['-9223372036854775808', '9223372036854775807'], bad: ['9223372036854775808'] },
  serial: { good: ['7'], bad: ['x', '2147483648'] },
  decimal: { good: ['12345678901234567890.123456789', '-0.1'], bad: ['1,5'] },
  float: { good: ['1e300', '-0.5'], bad: ['1e400', 'abc'] },
  boolean: { good: ['true', 'false'], bad: ['maybe'] },
  date: { good: ['2026-02-28'], bad: ['2026-02-29', '2026-13-01'] },
  timestamp: { good: ['2026-01-31T10:00:00+03:00'], bad: ['2026-01-31 25:00'] },
  time: { good: ['23:59:59.5'], bad: ['25:00'] },
  interval: { good: ['1 day 2 hours'], bad: ['3 fortnights'] },
  uuid: { good: ['0198c0de-0000-7000-8000-000000000000'], bad: ['0198c0de'] },
  json: { good: ['{"a": [1, null]}', '"x"'], bad: ['{a: 1}'] },
  jsonb: { good: ['{"a": [1, null]}'], bad: ['{"a": }'] },
  enum: { extra: { enum_values: ['mpya', 'tayari', "it's"] }, good: ['mpya', "it's"], bad: ['Mpya', ''] },
  email: {
    good: ['amina@example.com', 'a+b@sub.example.co.tz'],
    bad: ['amina', 'amina@localhost', 'a b@example.com', `${'a'.repeat(60)}@${'b'.repeat(250)}.com`],
  },
  phone: { good: ['+255712345678'], bad: ['0712345678', '+255 712', '+0123456789', '+1234567890123456'] },
  money: { good: ['1234567890.1234'], bad: ['1e15', 'TZS 5'] },
  // Good ones are the ids of files.
  file: { good: [], bad: ['avatars/a.png', '0198c0de-0000-7000-8000-000000000000'] },
  char: { extra: { char_length: 3 }, good: ['abc', 'a'], bad: ['abcd'] },
  bytea: { good: ['\\x00ff'], bad: ['\\xzz'] },
  inet: { good: ['10.0.0.1', '2001:db8::1', '10.0.0.0/8'], bad: ['10.0.0.256', 'host'] },
}

let app: TestApp
let schema: SchemaDriver
let relation: string
let table: any
let files: string[]

beforeAll(async () => {
  app = await startTestApp()
  const project = await app.createProject()
  schema = driveSchema(app, project)
  files = await uploadFiles(app, project, 2)
  table = await schema.create(
    'Every type',
    DATA_TYPES.map((data_type) => ({ name: `a ${data_type}`, data_type, ...CASES[data_type].extra })),
  )
  relation = `${projectNames(project.id).schema}.every_type`
})

afterAll(() => app.stop())

it('returns every column as it was requested', () => {
  const columns = table.columns.filter((column: { is_system: boolean }) => !column.is_system)
  expect(columns.map((column: { data_type: string }) => column.data_type)).toEqual([...DATA_TYPES])
  for (const column of columns) {
    const { extra = {} } = CASES[column.data_type as DataType]
    const serial = column.data_type === 'serial'
    // As it refers to files.
    const indexed = column.data_type === 'file'
    expect(column).toMatchObject({ required: serial, unique: false, indexed, default_value: null })
    expect(column).toMatchObject({ char_length: null, enum_values: null, ...extra })
  }
})

it('adds the system columns', () => {
  const system = table.columns.filter((column: { is_system: boolean }) => column.is_system)
  expect(system.map((column: { name: string }) => column.name)).toEqual([
    'id',
    'created_at',
    'updated_at',
    'deleted_at',
  ])
  expect(system.map((column: { required: boolean }) => column.required)).toEqual([true, true, true, false])
  // PostgreSQL generates time-ordered ids since version 18.
  const default_value = expect.stringMatching(/^(uuidv7|gen_random_uuid)\(\)$/)
  expect(system[0]).toMatchObject({ data_type: 'uuid', unique: true, default_value })
})

describe.each(DATA_TYPES)('%s', (type) => {
  const { good, bad } = CASES[type]

  it('accepts valid values from the data role', async () => {
    for (const value of type === 'file' ? files : good) {
      const rows = await schema.data(
        `insert into ${relation} (a_${type}) values ($1) returning a_${type} is not null`,
        [value],
      )
      expect(rows).toEqual([['t']])
    }
  })

  it.each(bad)('refuses %s', async (value) => {
    const insert = schema.data(`insert into ${relation} (a_${type}) values ($1)`, [value])
    await expect(insert).rejects.toMatchObject({ status: 400 })
  })
})

it('numbers the rows of a serial column for the data role, which owns no sequence', async () => {
  const insert = `insert into ${relation} (a_text) values ('n') returning a_serial`
  const [first, second] = [await schema.data(insert), await schema.data(insert)]
  expect(Number(second[0]?.[0])).toBe(Number(first[0]?.[0]) + 1)
})

it('protects the table from its creation', async () => {
  const { rows } = await schema.sql(
    `select relrowsecurity, relforcerowsecurity from msingi_catalog.pg_class where oid = '${relation}'::regclass`,
  )
  expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }])
  const { executor } = app.platform.clusters.main
  const stranger = { kind: 'publishable', uid: null, claims: '{}' } as const
  const id = relation.slice(2, 34)
  const text = `select count(*) from ${relation}`
  const [seen] = await executor.execute({ id, own_login: false }, stranger, [{ text }])
  expect(seen?.rows).toEqual([['0']])
})

// Every data type goes in by every door, is found by every kind of filter, and is a type again where SQL has made the column.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataTypeOf } from '#engine/ddl/ddl-type.ts'
import { FAMILIES } from '#engine/shapes/base-types.ts'
import { DATA_TYPES, type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteLiteral } from '#engine/shapes/identifiers.ts'
import { type DataDriver, driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { COLUMNS } from '#modules/rows/data/routes/values.fixture.ts'
import { driveTransfers, type TransferDriver } from '#modules/rows/data/transfer/transfer.fixture.ts'
import { uploadFiles } from './files.ts'
import { startTestApp, type TestApp } from './harness.ts'

let app: TestApp
let data: DataDriver
let files: TransferDriver
let file: string

beforeAll(async () => {
  app = await startTestApp()
  data = driveData(app, await app.createProject())
  files = driveTransfers(app, data.project)
  file = (await uploadFiles(app, data.project, 1))[0] as string
})
afterAll(() => app.stop())

const manage = async (path: string, body: object) => {
  const answer = await app.api('POST', `/projects/${data.project.id}${path}`, {
    token: data.project.token,
    body,
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.data
}

const exampleOf = (type: DataType) =>
  type === 'enum' ? 'high' : type === 'file' ? file : TYPE_FACTS[type].example
const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** What writes a value; `json` is the value as it is written in JSON. */
const DOORS: Readonly<Record<string, (table: string, text: string, json: string) => Promise<unknown>>> = {
  'the data API': async (table, _, json) => {
    const answer = await data.call('POST', `/data/${table}`, { raw: `{"v":${json}}` })
    expect(answer.status, answer.text).toBe(201)
  },
  records: (table, _, json) => manage(`/tables/${table}/records`, { data: { v: JSON.parse(json) } }),
  GraphQL: (table, _, json) =>
    manage('/graphql', {
      query: `mutation ($row: ${table}Insert!) { insert_${table}_one(object: $row) { id } }`,
      variables: { row: { v: JSON.parse(json) } },
    }),
  CSV: async (table, text) => {
    const answer = await files.csv(table, `v\n${quoteCell(text)}\n`)
    expect(answer.data, answer.text).toMatchObject({ written: 1 })
  },
  NDJSON: async (table, _, json) => {
    const answer = await files.ndjson(table, [{ v: JSON.parse(json) }])
    expect(answer.data, answer.text).toMatchObject({ written: 1 })
  },
}

/** What finds rows by a value. */
const FILTERS: Readonly<
  Record<string, (table: string, text: string, type: DataType) => Promise<readonly unknown[]>>
> = {
  'the query string': (table, text) => data.list(table, `v=eq.${encodeURIComponent(text)}`),
  'a structured query': async (table, value) => {
    const config = { filters: [{ column: 'v', operator: 'eq', value }] }
    return (await manage('/query/run', { table_slug: table, config })).rows
  },
  SQL: async (table, text, type) => {
    const { castName } = TYPE_FACTS[type]
    const value = castName === undefined ? 'v' : `v::${castName}`
    const sql = `select ${value} from ${table} where v = ${quoteLiteral(text)}`
    return (await manage('/query/exec', { sql })).rows
  },
  'a policy': async (table, text) => {
    const condition = `v = ${quoteLiteral(text)}`
    await data.policy(table, { action: 'select', subject: 'public', condition })
    const answer = await data.call('GET', `/data/${table}`, { key: data.project.publishable })
    expect(answer.status, answer.text).toBe(200)
    return answer.data
  },
}

test.each(DATA_TYPES)('%s', async (type) => {
  const { base, family, exact, sql } = TYPE_FACTS[type]
  const text = exampleOf(type)
  const table = `of_${type}`
  await data.table(table, { v: COLUMNS[`c_${type}`] ?? type })
  const json = FAMILIES[family].kind === 'text' || exact ? JSON.stringify(text) : text
  for (const [door, write] of Object.entries(DOORS)) {
    await write(table, text, json)
    const shown = await data.list(table, '', 'v')
    expect([...new Set(shown.map((value) => JSON.stringify(value)))], door).toHaveLength(1)
  }
  const rows = Object.keys(DOORS).length
  if (family !== 'json')
    for (const [filter, find] of Object.entries(FILTERS))
      expect(await find(table, text, type), filter).toHaveLength(rows)
  const aggregates = [{ fn: 'MAX', column: 'v' }]
  const most = await data.call('POST', `/projects/${data.project.id}/query/run`, {
    body: { table_slug: table, config: { aggregates } },
  })
  if (most.status !== 200) expect(most.body.errors).toEqual([expect.stringContaining('there is no MAX')])
  // Of types that are one in the catalog, a column that SQL has made gets the plainest.
  const found = dataTypeOf({ sql, is_enum: type === 'enum', is_identity: type === 'serial' })
  expect(found && TYPE_FACTS[found].base).toBe(base)
})

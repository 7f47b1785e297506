// One value is one text, by whatever door it leaves: the data API, queries, SQL, GraphQL, exports, live changes, webhooks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { connectToken, openStream } from '#modules/realtime/realtime.fixture.ts'
import { type DataDriver, driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { COLUMNS, EXACT } from '#modules/rows/data/routes/values.fixture.ts'
import { startTestApp, type TestApp } from './harness.ts'

let app: TestApp
let receiver: Receiver
let data: DataDriver
let base: string
let stream: Awaited<ReturnType<typeof openStream>>
/** What each value is, by the id of its row. */
const written = new Map<string, { readonly column: string; readonly expected: string }>()
const ids = () => [...written.keys()]

const manage = (method: string, path: string, options: object = {}) =>
  app.api(method, `/projects/${data.project.id}${path}`, { token: data.project.token, ...options })

beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({ internalNetworks: LOOPBACK })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  data = driveData(app, await app.createProject())
  await data.table('values', COLUMNS)
  const hook = { name: 'Hook', url: `${receiver.url}/rows`, events: ['row.inserted:values'] }
  expect((await manage('POST', '/webhooks', { body: hook })).status).toBe(201)
  const { token } = await connectToken(app, data.project, { key: data.project.secret }, 'table=values')
  stream = await openStream(`${base}/api/v1/projects/${data.project.id}/realtime/events?token=${token}`)
  for (const [column, given, expected = given] of EXACT) {
    const made = await data.call('POST', '/data/values', { raw: `{"${column}":${given}}` })
    expect(made.status, made.text).toBe(201)
    written.set(made.data.id, { column, expected })
  }
})
afterAll(async () => {
  stream?.close()
  await app.stop()
  await receiver.stop()
})

/** The members of a JSON object as they are written, and the elements of a list. */
function textsIn(text: string): [name: string, value: string][] {
  const found: [string, string][] = []
  let depth = 0
  let inText = false
  let start = 1
  let name = ''
  const end = (at: number) => {
    const value = text.slice(start, at).trim()
    if (value !== '') found.push([name, value])
    start = at + 1
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) end(at)
    } else if (depth === 1 && char === ',') end(at)
    else if (depth === 1 && char === ':') {
      name = JSON.parse(text.slice(start, at))
      start = at + 1
    }
  }
  return found
}
/** member follows names into a JSON text. */
const member = (text: string, ...path: string[]): string =>
  path.reduce((inside, name) => textsIn(inside).find(([key]) => key === name)?.[1] ?? 'nothing', text)
const rowsOf = (list: string) => textsIn(list).map(([, row]) => Object.fromEntries(textsIn(row)))

type Row = Readonly<Record<string, string>>
const listed = async (path: string) => rowsOf(member((await data.call('GET', path)).text, 'data'))
const posted = async (path: string, body: object, ...at: string[]) => {
  const answer = await manage('POST', path, { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return rowsOf(member(answer.text, ...at))
}
const names = Object.keys(COLUMNS)
  .filter((name) => name !== 'c_file')
  .join(' ')

const DOORS: readonly [string, () => Promise<Row[]>][] = [
  ['a list', () => listed('/data/values?limit=100')],
  [
    'one row',
    async () => {
      const texts = await Promise.all(
        ids().map(async (id) => (await data.call('GET', `/data/values/${id}`)).text),
      )
      return texts.map((text) => Object.fromEntries(textsIn(member(text, 'data'))))
    },
  ],
  [
    'records',
    async () => rowsOf(member((await manage('GET', '/tables/values/records?limit=100')).text, 'data')),
  ],
  [
    'a structured query',
    () => posted('/query/run', { table_slug: 'values', config: { limit: 100 } }, 'data', 'rows'),
  ],
  ['SQL', () => posted('/query/exec', { sql: 'select * from "values"' }, 'data', 'rows')],
  [
    'GraphQL',
    () => posted('/graphql', { query: `{ values(limit: 100) { id ${names} } }` }, 'data', 'values'),
  ],
  [
    'an export of NDJSON',
    async () => {
      const { text } = await manage('GET', '/tables/values/export?format=ndjson')
      return text
        .trim()
        .split('\n')
        .map((line) => Object.fromEntries(textsIn(line)))
    },
  ],
  [
    'live changes',
    async () => {
      await stream.until(({ text }) => ids().every((id) => text().includes(id)))
      return stream
        .text()
        .split('\n')
        .filter((line) => line.startsWith('data: ') && line.includes('c_text'))
        .map((line) => Object.fromEntries(textsIn(member(line.slice(6), 'record'))))
    },
  ],
  [
    'webhooks',
    async () => {
      await expect.poll(() => receiver.of('/rows').length).toBe(written.size)
      return receiver
        .of('/rows')
        .map(({ text }) => Object.fromEntries(textsIn(member(text, 'data', 'record'))))
    },
  ],
]

test.each(DOORS)('%s shows each value as it is in the answer to its insert', async (_door, read) => {
  const rows = await read()
  const wrong: string[] = []
  for (const [id, { column, expected }] of written) {
    const row = rows.find((one) => one.id === JSON.stringify(id))
    if (row?.[column] !== expected) wrong.push(`${column}: ${row?.[column]} for ${expected}`)
  }
  expect(wrong).toEqual([])
})

test('an export of CSV shows the text of each value', async () => {
  const wrong: string[] = []
  for (const [id, { column, expected }] of written) {
    const query = `format=csv&formulas=keep&select=${column}&id=eq.${id}`
    const { text } = await manage('GET', `/tables/values/export?${query}`)
    const cell = text.slice(text.indexOf('\n') + 1).replace(/\r?\n$/, '')
    const shown = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    // Documents are JSON there, too; any other text stands as it is.
    const isText = expected.startsWith('"') && !column.startsWith('c_json')
    if (shown !== (isText ? JSON.parse(expected) : expected)) wrong.push(`${column}: ${cell} for ${expected}`)
  }
  expect(wrong).toEqual([])
})

test.each([
  ['c_timestamp', '2026-01-31T07:00:00*'],
  ['c_timestamp', '*+00:00'],
  ['c_inet', '2001:db8::1'],
  ['c_inet', '10.0.0.0/*'],
  ['c_char', 'ab'],
  ['c_bytea', '\\\\xdead*'],
])('a pattern of %s is about the text that is shown: %s', async (column, pattern) => {
  expect(await data.list('values', `${column}=like.${encodeURIComponent(pattern)}`)).not.toEqual([])
})

test('joined texts are those that are shown', async () => {
  const joined = (column: string) => ({ fn: 'string_agg', column, alias: column, separator: '; ' })
  const config = { aggregates: ['c_inet', 'c_char'].map(joined) }
  const answer = await manage('POST', '/query/run', { body: { table_slug: 'values', config } })
  expect(answer.data.rows).toEqual([{ c_inet: '10.0.0.0/8; 2001:db8::1', c_char: 'ab ' }])
})

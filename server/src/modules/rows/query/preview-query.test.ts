// POST /query/preview: what it shows is what runs.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type Library, openLibrary } from '#test/library.ts'

let app: TestApp
let library: Library
let base: string

beforeAll(async () => {
  app = await startTestApp()
  library = await openLibrary(app)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

async function preview(table_slug: string, config: object) {
  const { id, secret: key } = library.project
  const answer = await app.api('POST', `/projects/${id}/query/preview`, { key, body: { table_slug, config } })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}

const CONFIGS: readonly (readonly [table: string, config: object, url: string])[] = [
  ['books', { limit: 2 }, 'order=created_at.desc,id.desc&limit=2'],
  [
    'books',
    {
      columns: ['t:title', 'price'],
      filters: [
        { column: 'title', operator: 'neq', value: `it's "$1", {base_url} \\` },
        { column: 'n', operator: 'in', values: [1, 2] },
        { column: 'author_id', operator: 'is.not.null' },
      ],
      sort: [{ column: 't' }],
      offset: 1,
    },
    `select=t:title,price&title=neq.it's%20%22%241%22,%20%7Bbase_url%7D%20%5C&n=in.(1,2)&author_id=not.is.null&order=title.asc,id.asc&limit=50&offset=1`,
  ],
  [
    'books',
    {
      columns: ['n'],
      joins: [{ type: 'LEFT', table: 'authors', alias: 'writers', on: 'writers.id = books.author_id' }],
      aggregates: [
        { fn: 'COUNT' },
        { fn: 'STRING_AGG', column: 'writers.name', separator: "';", alias: 'who' },
      ],
      group_by: ['n'],
      filters: [
        { column: 'n', operator: 'eq', value: 2 },
        { column: 'title', operator: 'not.like', value: '*%', logic: 'OR' },
        { column: 'title', operator: 'not.ilike', value: '%x,y%' },
      ],
      distinct: true,
    },
    'select=n,count:count(),writers:authors(who:name.string_agg())&or=(n.eq.2,and(title.not.like.%22%5C%5C*%25%22,title.not.ilike.%22%25x,y%25%22))',
  ],
]

describe.each(CONFIGS)('%s %j', (table, config, url) => {
  test('the SQL gives the rows', async () => {
    const { sql } = await preview(table, config)
    const rows = await library.rows(table, config)
    const [, expected] = (await app.platform.clusters.main.admin.query(
      `set search_path = ${library.schema}; select coalesce(json_agg(q), '[]') as rows from (${sql}) q; reset search_path`,
    )) as unknown as { rows: { rows: unknown }[] }[]
    expect(expected?.rows[0]?.rows).toEqual(rows)
    expect(rows.length).toBeGreaterThan(0)
    expect((await library.ask(table, config)).data.sql).toBe(sql)
  })

  test('the URL says what it can', async () => {
    const { rest_url } = await preview(table, config)
    expect(rest_url).toMatch(/^\/rest\/v1\/books\?select=/)
    expect(rest_url).toContain(url)
    expect((await app.api('GET', `/${rest_url}`)).status).toBe(404)
  })

  test('the call is the real one', async () => {
    const { id, secret } = library.project
    const response = await fetch(`${base}/api/v1/projects/${id}/query/preview`, {
      method: 'POST',
      headers: { 'x-platform-api-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify({ table_slug: table, config }),
    })
    const { curl } = ((await response.json()) as { data: { curl: string } }).data
    expect(curl).not.toContain(secret)
    const { stdout } = await promisify(execFile)('sh', ['-c', curl.replace('YOUR_API_KEY', secret)])
    expect(JSON.parse(stdout).data.rows).toEqual(await library.rows(table, config))
  })
})

// Reading views through every API: they are read like tables, and unsupported operations have clear errors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
const views: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const text = { data_type: 'text' }
  await make('/tables', { name: 'artists', columns: [{ name: 'name', ...text }] })
  await make('/tables', {
    name: 'albums',
    columns: [
      { name: 'title', ...text },
      { name: 'price', data_type: 'integer' },
      { name: 'artist_id', data_type: 'uuid' },
    ],
  })
  const link = { from_table: 'albums', from_column: 'artist_id', to_table: 'artists', to_column: 'id' }
  await make('/schema/relationships', link)
  const [artist] = await insert('artists', [{ name: 'Siti' }])
  await insert(
    'albums',
    ['A', 'B', 'C'].map((title, n) => ({ title, price: 10 * (n + 1), artist_id: artist.id })),
  )
  const definitions = {
    cheap:
      'select id, title, price, artist_id, created_at from albums where price < 30 and deleted_at is null',
    totals:
      'select artist_id as artist, count(*) as albums, sum(price) as spent from albums group by artist_id',
    // Several rows share an id.
    repeated: 'select r.id, a.title, r.created_at from artists r join albums a on a.artist_id = r.id',
    numbered: 'select price as id, title, to_json(title) as created_at from albums',
  }
  for (const [name, definition] of Object.entries(definitions))
    views[name] = (await make('/schema/views', { name, definition })).id
})
afterAll(() => app.stop())

const call = (method: string, path: string, body?: unknown, credential: object = { token: project.token }) =>
  app.api(method, `/projects/${project.id}${path}`, { ...credential, body })
const data = (path: string) => app.api('GET', `/data/${path}`, { key: project.secret })

async function make(path: string, body: object) {
  const { status, text, data } = await call('POST', path, body)
  expect(status, text).toBe(201)
  return data
}

async function insert(table: string, body: object[]) {
  const { status, text, data } = await app.api('POST', `/data/${table}`, { key: project.secret, body })
  expect(status, text).toBe(201)
  return data
}

describe('the data API', () => {
  test('pages through a view by offset, each row once', async () => {
    for (const name of ['totals', 'repeated', 'numbered']) {
      const all = (await data(name)).data
      const pages = []
      for (let path: string | undefined = `${name}?limit=1`; path !== undefined; ) {
        const { status, text, data: rows, headers } = await data(path)
        expect([status, headers['x-next-cursor']], text).toEqual([200, undefined])
        pages.push(...rows)
        path = /\/data\/([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
      }
      expect(pages, name).toEqual(all)
    }
    expect((await data('repeated')).data).toHaveLength(3)
  })

  test('refuses cursors with a clear error', async () => {
    const { status, body } = await data(`cheap?cursor=${crypto.randomUUID()}`)
    expect([status, body.message]).toEqual([400, expect.stringMatching(/cheap is a view.*offset/)])
  })

  test('returns one of several rows with the same id, and none for an invalid uuid', async () => {
    const [{ id }] = (await data('repeated')).data
    expect((await data(`repeated/${id}`)).data).toMatchObject({ id })
    expect((await data('numbered/10')).status).toBe(404)
  })

  test.each([
    'cheap?select=title,artists(name)',
    'cheap?select=title,artist_id(name)',
    'artists?select=cheap(title)',
  ])('embeds nothing: %s', async (path) => {
    const { status, body } = await data(path)
    expect([status, body.message]).toEqual([400, expect.stringContaining('no relationship')])
  })

  test('refuses every kind of write', async () => {
    const [row] = (await data('cheap')).data
    const key = { key: project.secret }
    const body = { title: 'x' }
    const answers = [
      await app.api('POST', '/data/cheap', { ...key, body }),
      await app.api('PATCH', `/data/cheap/${row.id}`, { ...key, body }),
      await app.api('DELETE', `/data/cheap/${row.id}`, key),
      await app.api('POST', '/batch', {
        ...key,
        body: { operations: [{ method: 'POST', table: 'cheap', body }] },
      }),
    ]
    for (const { status, body: answer } of answers)
      expect([status, answer.message]).toEqual([400, expect.stringContaining('cheap is a view')])
  })
})

describe('records', () => {
  test('are read by the name and the id of a view', async () => {
    for (const key of ['cheap', views.cheap]) {
      const { status, data: rows } = await call('GET', `/tables/${key}/records?title=A`)
      expect([status, rows.length]).toEqual([200, 1])
      expect((await call('GET', `/tables/${key}/records/${rows[0].id}`)).data).toEqual(rows[0])
    }
  })

  test('cannot be written', async () => {
    const [row] = (await data('cheap')).data
    const at = '/tables/cheap/records'
    const answers = [
      await call('POST', at, { data: { title: 'x' } }),
      await call('PATCH', `${at}/${row.id}`, { data: { title: 'x' } }),
      await call('DELETE', `${at}/${row.id}`),
    ]
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([400, expect.stringContaining('cheap is a view')])
    expect((await data('cheap?title=eq.x')).data).toEqual([])
  })
})

describe('GraphQL', () => {
  const ask = async (query: string, credential?: object) =>
    (await call('POST', '/graphql', { query }, credential)).body
  const fieldsOf = async (type: string): Promise<{ name: string; args: { name: string }[] }[]> =>
    (await ask(`{ __type(name: "${type}") { fields { name args { name } } } }`)).data.__type?.fields

  test('reads views, by id if they have one', async () => {
    const query = `{
      cheap(where: {price: {_gt: 10}}, order_by: [{title: asc}]) { id title __typename }
      totals { albums spent }
      totals_aggregate { count }
    }`
    const { data: found, errors } = await ask(query)
    expect(errors).toBeUndefined()
    expect(found).toMatchObject({
      cheap: [{ title: 'B', __typename: 'cheap' }],
      totals: [{ albums: 3, spent: 60 }],
      totals_aggregate: { count: 1 },
    })
    const { id } = found.cheap[0]
    expect((await ask(`{ cheap_by_pk(id: "${id}") { title } }`)).data).toEqual({
      cheap_by_pk: { title: 'B' },
    })
    const names = (await fieldsOf('Query')).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['cheap_by_pk', 'repeated_by_pk', 'albums_by_pk']))
    for (const name of ['totals_by_pk', 'numbered_by_pk']) expect(names).not.toContain(name)
  })

  test('has no cursors and mutations for views', async () => {
    const args = (await fieldsOf('Query')).find(({ name }) => name === 'cheap')?.args.map(({ name }) => name)
    expect(args).toEqual(['where', 'order_by', 'limit', 'offset'])
    const mutations = (await fieldsOf('Mutation')).map(({ name }) => name)
    expect(mutations).toContain('insert_albums_one')
    expect(mutations.filter((name) => /cheap|totals|repeated|numbered/.test(name))).toEqual([])
  })

  test('shows only what the policies of the tables allow', async () => {
    const query = '{ cheap { title } totals { albums } }'
    expect((await ask(query, { key: project.publishable })).data).toEqual({ cheap: [], totals: [] })
  })
})

describe('queries', () => {
  const run = (table_slug: string, config: object) => call('POST', '/query/run', { table_slug, config })

  test('read views like tables, also in joins', async () => {
    const sort = [{ column: 'title' }]
    const own = await run('cheap', { columns: ['title'], sort })
    expect([own.status, own.data?.rows], own.text).toEqual([200, [{ title: 'A' }, { title: 'B' }]])
    const joined = await run('cheap', {
      columns: ['cheap.title', 'artists.name', 'totals.albums'],
      joins: [
        { table: 'artists', from_column: 'artist_id', to_column: 'id' },
        { type: 'LEFT JOIN', table: 'totals', on: 'totals.artist = artists.id' },
      ],
      filters: [{ column: 'totals.albums', operator: 'gt', value: 1 }],
      sort: [{ column: 'cheap.title', direction: 'desc' }],
      limit: 1,
    })
    expect([joined.status, joined.data], joined.text).toMatchObject([
      200,
      { rows: [{ title: 'B', name: 'Siti', albums: 3 }], total: 2 },
    ])
    const numbered = await run('numbered', { columns: ['title'] })
    expect([numbered.status, numbered.data?.total], numbered.text).toEqual([200, 3])
  })

  test('require explicit columns to join a view', async () => {
    const { status, body } = await run('albums', { joins: [{ table: 'totals' }] })
    expect([status, body.message]).toEqual([400, expect.stringContaining('no relationship')])
  })

  test('in SQL read views, and do not assume that an id of a view is unique', async () => {
    const exec = (sql: string, credential?: object) => call('POST', '/query/exec', { sql }, credential)
    const sql = 'select c.title, t.albums from cheap c join totals t on t.artist = c.artist_id order by 1'
    expect((await exec(sql)).data).toMatchObject({
      rows: [
        { title: 'A', albums: 3 },
        { title: 'B', albums: 3 },
      ],
    })
    expect((await exec(sql, { key: project.publishable })).data).toMatchObject({ rows: [] })
    expect((await exec('select a.id, a.title from albums a group by a.id')).status).toBe(200)
    expect((await exec('select r.id, r.title from repeated r group by r.id')).status).toBe(400)
  })
})

describe('what views do not support', () => {
  test('live changes', async () => {
    const key = { key: project.secret }
    const row = { title: 'x' }
    const answers = [
      await call('POST', '/realtime/connect?table=cheap', undefined, key),
      await call('POST', '/realtime/token', { table: 'cheap' }),
      await call('GET', '/realtime/events?table=cheap', undefined, key),
      await call('POST', '/realtime/channels', { name: 'news', table_id: views.cheap }),
      await call('POST', '/realtime/explain', { table: 'cheap', type: 'INSERT', key: 'secret', row }),
    ]
    for (const { status, body, text } of answers)
      expect([status, body.message], text).toEqual([
        400,
        expect.stringMatching(/cheap is a view.*watch its tables/),
      ])
    expect((await call('GET', '/realtime/channels')).data).toEqual([])
  })

  test('policies', async () => {
    const id = crypto.randomUUID()
    const answers = [
      await call('GET', '/tables/cheap/rls'),
      await call('POST', `/tables/${views.cheap}/rls`, { action: 'select', subject: 'public' }),
      await call('PATCH', `/tables/cheap/rls/${id}`, { subject: 'public' }),
      await call('DELETE', `/tables/cheap/rls/${id}`),
      await call('POST', '/tables/totals/rls/explain', { action: 'select', row_id: id, key: 'secret' }),
    ]
    for (const { status, body, text } of answers)
      expect([status, body.message], text).toEqual([
        400,
        expect.stringContaining('policies of its tables decide'),
      ])
  })

  test('table routes', async () => {
    const answers = [
      await call('GET', '/schema/preview/cheap'),
      await call('GET', `/schema/preview/${views.cheap}`),
      await call('GET', '/tables/cheap'),
      await call('DELETE', '/tables/cheap'),
      await call('POST', '/tables/cheap/columns', { name: 'more', data_type: 'text' }),
    ]
    for (const { status, body, text } of answers)
      expect([status, body.message], text).toEqual([404, expect.stringContaining('is a view')])
    const link = { from_table: 'cheap', from_column: 'artist_id', to_table: 'artists', to_column: 'id' }
    const refused = await call('POST', '/schema/relationships', link)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('no table cheap')])
    const other = await app.createProject()
    const { status, body } = await app.api('GET', `/projects/${other.id}/schema/preview/${views.cheap}`, {
      token: other.token,
    })
    expect([status, body.message]).toEqual([404, expect.not.stringContaining('view')])
  })
})

// Columns of type `file`: a write may name a file that the caller can read, and `select` shows the file with an address.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { type Answer, type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver
let storage: StorageDriver
// Files of a private bucket, which project users see by the name, of a public one, of another project, and a deleted one.
const file: Record<string, string> = {}
let amina: { readonly token: string }
let rows: readonly string[]

const MISSING = '0198c0de-0000-7000-8000-000000000000'
const UNREADABLE = 'photo: must be the id of a file that you can read.'

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  storage = driveStorage(app, project)
  await storage.bucket('private')
  await storage.bucket('open', { is_public: true })
  for (const [key, bucket, name] of [
    ['seen', 'private', 'seen/picha ya nyumba.png'],
    ['hidden', 'private', 'hidden/a.png'],
    ['open', 'open', 'seen/b.png'],
    ['deleted', 'private', 'seen/c.png'],
  ] as const)
    file[key] = (await storage.put(bucket, name, name)).data.id
  await storage.call('DELETE', `/objects/${file.deleted}`)
  const other = await app.createProject()
  const foreign = driveStorage(app, other)
  await foreign.bucket('open', { is_public: true })
  file.foreign = (await foreign.put('open', 'x.png', 'x')).data.id
  await data.table('products', { name: 'text', photo: 'file', manual_id: 'file' })
  for (const action of ['select', 'insert', 'update'])
    await data.policy('products', { action, subject: 'authenticated', effect: 'allow' })
  const seen = { subject: 'authenticated', effect: 'allow', condition: "name like 'seen/%'" }
  await data.policy('storage_objects', { action: 'select', ...seen })
  amina = { token: await signUp() }
  const made = await data.insert('products', [
    { name: 'house', photo: file.seen, manual_id: file.open },
    { name: 'secret', photo: file.hidden },
    { name: 'nothing' },
  ])
  rows = made.map(({ id }: { id: string }) => id)
})
afterAll(() => app.stop())

async function signUp(): Promise<string> {
  const body = {
    email: 'amina@example.com',
    password: 'correct horse 1',
    full_name: 'A',
    phone: '+255700000001',
  }
  const made = await app.api('POST', `/projects/${project.id}/auth/signup`, {
    key: project.publishable,
    body,
  })
  return made.data.tokens.access_token
}

const graphql = (query: string, variables: unknown, as: CallOptions = { key: project.secret }) =>
  app.api('POST', `/projects/${project.id}/graphql`, { ...as, body: { query, variables } })
const INSERT =
  'mutation($photo: UUID) { insert_products_one(object: {name: "x", photo: $photo}) { photo { id } } }'

// Every way to write a value, with the name that a refusal has for it.
const WAYS: [string, (photo: string, as: CallOptions) => Promise<Answer>, string?][] = [
  ['insert', (photo, as) => data.call('POST', '/data/products', { ...as, body: { photo } })],
  [
    'bulk insert',
    (photo, as) => data.call('POST', '/data/products', { ...as, body: [{}, { photo }] }),
    '[1].',
  ],
  ['update', (photo, as) => data.call('PATCH', `/data/products/${rows[2]}`, { ...as, body: { photo } })],
  [
    'update of many',
    (photo, as) => data.call('PATCH', `/data/products?id=eq.${rows[2]}`, { ...as, body: { photo } }),
  ],
  [
    'upsert',
    (photo, as) =>
      data.call('POST', '/data/products?on_conflict=id', {
        ...as,
        body: { id: rows[2], photo },
        headers: { prefer: 'resolution=merge-duplicates' },
      }),
  ],
  [
    'batch',
    (photo, as) => {
      const operations = [{ method: 'POST', table: 'products', body: { photo } }]
      return data.call('POST', '/batch', { ...as, body: { operations } })
    },
    'operations[0].body.',
  ],
  [
    'records',
    (photo, as) =>
      app.api('POST', `/projects/${project.id}/tables/products/records`, {
        ...(as.token === undefined ? { key: project.secret } : as),
        body: { data: { photo } },
      }),
  ],
]

test.each(WAYS)('%s takes a file that the caller can read, and no other', async (_way, write, at = '') => {
  for (const as of [{}, amina]) {
    const made = await write(file.seen as string, as)
    expect(made.status, made.text).toBeLessThan(300)
  }
  const before = await data.call('GET', '/data/products?count=exact')
  const refused = await Promise.all([
    write(file.hidden as string, amina),
    write(MISSING, amina),
    write(MISSING, {}),
    write(file.foreign as string, {}),
    write(file.deleted as string, {}),
  ])
  for (const { status, body } of refused) expect([status, body.errors]).toEqual([400, [`${at}${UNREADABLE}`]])
  // A file that is hidden and one that is not there are not told apart.
  const [hidden, missing] = refused.map(({ body }) => JSON.stringify(body).replaceAll(/[0-9a-f-]{36}/g, ''))
  expect(hidden).toBe(missing)
  expect((await write(file.hidden as string, {})).status).toBeLessThan(300)
  expect((await data.call('GET', '/data/products?count=exact')).data.count - before.data.count).toBeLessThan(
    3,
  )
  await data.call('PATCH', `/data/products/${rows[2]}`, { body: { photo: null } })
})

test('GraphQL takes a file that the caller can read, and returns it', async () => {
  const seen = await graphql(INSERT, { photo: file.seen }, amina)
  expect(seen.body.data).toEqual({ insert_products_one: { photo: { id: file.seen } } })
  for (const photo of [file.hidden, MISSING]) {
    const { body } = await graphql(INSERT, { photo }, amina)
    expect(body).toMatchObject({ data: null, errors: [{ message: `[0].${UNREADABLE}` }] })
  }
})

test('a row that refers to a file does not open it, where a policy shows the files of rows', async () => {
  await data.table('albums', { cover: 'file', back: 'file', user_id: 'uuid' })
  for (const action of ['select', 'insert', 'update'])
    await data.policy('albums', { action, subject: 'owner', effect: 'allow' })
  const condition = 'id in (select cover from albums where user_id = auth.uid())'
  await data.policy('storage_objects', {
    action: 'select',
    subject: 'authenticated',
    effect: 'allow',
    condition,
  })
  const [cover, back] = [file.hidden, file.hidden]
  const own = await data.call('POST', '/data/albums', { ...amina, body: { cover: file.seen } })
  expect(own.status, own.text).toBe(201)
  for (const body of [{ cover }, { cover, back }, [{ cover }, { cover }], [{ cover: file.seen }, { cover }]])
    expect((await data.call('POST', '/data/albums', { ...amina, body })).status, JSON.stringify(body)).toBe(
      400,
    )
  const changed = await data.call('PATCH', `/data/albums/${own.data.id}`, { ...amina, body: { cover } })
  expect(changed.status).toBe(400)
  const { data: seen } = await app.api('GET', `/data/storage_objects?id=eq.${file.hidden}`, amina)
  expect(seen).toEqual([])
})

test('a row keeps a file that the caller cannot read', async () => {
  const path = `/data/products/${rows[1]}`
  const changed = await data.call('PATCH', path, { ...amina, body: { name: 'renamed', photo: file.hidden } })
  expect([changed.status, changed.data.photo], changed.text).toEqual([200, file.hidden])
  expect((await data.call('PATCH', path, { ...amina, body: { name: 'secret' } })).status).toBe(200)
})

test('select shows the file with an address, in lists and by id, under the policies of files', async () => {
  const select = 'select=name,photo(url,name,size,mime_type),manual(url)'
  const { data: list } = await data.call('GET', `/data/products?${select}&id=in.(${rows})&order=name`, amina)
  expect(list).toEqual([
    {
      name: 'house',
      photo: {
        url: expect.stringMatching(
          /\/storage\/files\/[0-9a-f-]{36}\/picha-ya-nyumba\.png\?token=\d+\.[0-9a-f]{64}$/,
        ),
        name: 'seen/picha ya nyumba.png',
        size: 24,
        mime_type: 'application/octet-stream',
      },
      manual: { url: expect.stringMatching(new RegExp(`/storage/public/[0-9a-f-]{36}/${file.open}$`)) },
    },
    { name: 'nothing', photo: null, manual: null },
    { name: 'secret', photo: null, manual: null },
  ])
  const { data: one } = await data.call('GET', `/data/products/${rows[0]}?${select}`, amina)
  expect(one).toEqual(list[0])
  const { data: all } = await data.call('GET', `/data/products/${rows[1]}?select=*,photo(name)`)
  expect(all).toMatchObject({ name: 'secret', photo: { name: 'hidden/a.png' }, manual_id: null })
  const records = `/projects/${project.id}/tables/products/records?${select}&name=house`
  expect((await app.api('GET', records, { key: project.secret })).data).toEqual([list[0]])
})

test('files themselves show their address where it is asked for, and nothing is filtered or sorted by it', async () => {
  const { data: files, headers } = await data.call(
    'GET',
    `/data/storage_objects?select=id,url&id=eq.${file.open}`,
  )
  expect(files).toEqual([{ id: file.open, url: expect.stringContaining('/public/') }])
  expect(headers['x-msingi-hint']).toBeUndefined()
  const { data: plain } = await data.call('GET', `/data/storage_objects/${file.open}`)
  expect(plain).not.toHaveProperty('url')
  const { data: renamed } = await data.call('GET', `/data/storage_objects/${file.open}?select=address:url`)
  expect(renamed).toEqual({ address: files[0].url })
  for (const query of ['url=eq.x', 'order=url'])
    expect((await data.call('GET', `/data/storage_objects?${query}`)).status, query).toBe(400)
  const { data: products, headers: hinted } = await data.call('GET', '/data/products?select=name,url&limit=1')
  expect(products[0]).not.toHaveProperty('url')
  expect(hinted['x-msingi-hint']).toContain('url')
})

test('writes by filter and mutations return rows with addresses', async () => {
  const headers = { prefer: 'return=representation' }
  const path = `/data/products?id=eq.${rows[0]}&select=photo(url)`
  const many = await data.call('PATCH', path, { headers, body: { name: 'house' } })
  expect(many.data).toEqual([{ photo: { url: expect.stringContaining('?token=') } }])
  const mutation = `mutation { update_products_by_pk(id: "${rows[0]}", _set: {name: "house"}) { photo { url } } }`
  const { body } = await graphql(mutation, {})
  expect((await storage.open('GET', body.data.update_products_by_pk.photo.url)).status).toBe(200)
})

test('a page of two hundred files is one statement, and every address on it works', async () => {
  await data.table('shots', { n: 'integer', photo: 'file' })
  const shots = Array.from({ length: 200 }, (_, n) => ({ n, photo: n % 2 ? file.seen : file.open }))
  await data.insert('shots', shots)
  const { data: list } = await data.call('GET', '/data/shots?select=n,photo(url)&limit=200&order=n')
  expect(list).toHaveLength(200)
  expect(new Set(list.map(({ photo }: { photo: { url: string } }) => photo.url)).size).toBe(2)
  const { data: small } = await data.call(
    'GET',
    '/data/shots?select=photo(small:url(width:96))&limit=200&order=n',
  )
  const addresses = small.map(({ photo }: { photo: { small: string } }) => photo.small)
  expect(addresses).toHaveLength(200)
  for (const address of addresses) expect(address).toMatch(/[?&]width=96$/)
  const path = `/projects/${project.id}/tables/storage_objects/export?format=csv&select=small:url(width:96)`
  const csv = await app.api('GET', path, { key: project.secret })
  expect([csv.status, csv.text]).toEqual([200, expect.stringContaining('width=96')])
  const nested =
    '/data/storage_objects?select=url,shots(photo(url,shots(photo(url,shots(photo(url))))))&limit=200'
  const huge = await data.call('GET', `${nested}&shots.limit=200&shots.photo.shots.limit=200`)
  expect([huge.status, huge.body.message]).toEqual([400, expect.stringContaining('limit')])
})

const query = (table_slug: string, config: object, as: CallOptions = { key: project.secret }) =>
  app.api('POST', `/projects/${project.id}/query/run`, { ...as, body: { table_slug, config } })

test('structured queries show the addresses of files, of their rows and of those that are joined', async () => {
  const filters = [{ column: 'products.id', operator: 'in', values: rows }]
  const sort = [{ column: 'products.name' }]
  const joins = [
    { type: 'LEFT JOIN', table: 'storage_objects', alias: 'photos', from_column: 'photo', to_column: 'id' },
    {
      type: 'LEFT JOIN',
      table: 'storage_objects',
      alias: 'manuals',
      from_column: 'manual_id',
      to_column: 'id',
    },
  ]
  const columns = ['products.name', 'photos.url', 'manual:manuals.url']
  const answer = await query('products', { columns, joins, filters, sort }, amina)
  expect(answer.status, answer.text).toBe(200)
  const manual = expect.stringMatching(new RegExp(`/storage/public/[0-9a-f-]{36}/${file.open}$`))
  expect([answer.data.columns, answer.data.rows]).toEqual([
    ['name', 'url', 'manual'],
    [
      { name: 'house', url: expect.stringContaining('?token='), manual },
      { name: 'nothing', url: null, manual: null },
      { name: 'secret', url: null, manual: null },
    ],
  ])
  const own = await query('storage_objects', {
    columns: ['id', 'url'],
    filters: [{ column: 'id', operator: 'eq', value: file.seen }],
  })
  expect(own.data.rows).toEqual([{ id: file.seen, url: answer.data.rows[0].url }])
  expect((await storage.open('GET', own.data.rows[0].url)).text).toBe('seen/picha ya nyumba.png')
  // What signs addresses is neither in the SQL of the answer nor anywhere else.
  expect(own.data.sql).toContain("object_url('{}'::jsonb")
  const saved = await app.api('POST', `/projects/${project.id}/query/saved`, {
    key: project.secret,
    body: { name: 'photos', table_slug: 'storage_objects', config: { columns: ['url'], limit: 1 } },
  })
  const path = `/projects/${project.id}/query/saved/${saved.data.id}/run`
  const run = await app.api('POST', path, { key: project.secret })
  expect(run.data.rows, run.text).toEqual([{ url: expect.stringContaining('/storage/') }])
})

test.each([
  ['products', { columns: ['url'] }, 'there is no column url'],
  ['storage_objects', { columns: ['url'], distinct: true }, 'distinct: url'],
  ['storage_objects', { columns: ['url'], group_by: ['bucket'] }, 'columns: url'],
  ['storage_objects', { columns: ['id'], sort: [{ column: 'url' }] }, 'there is no column url'],
  ['storage_objects', { filters: [{ column: 'url', operator: 'eq', value: 'x' }] }, 'there is no column url'],
  [
    'storage_objects',
    {
      columns: ['url'],
      joins: [{ type: 'CROSS JOIN', table: 'storage_objects', alias: 'other' }],
    },
    'url is in several tables; write it as storage_objects.url',
  ],
])('a structured query of %s with %j is refused', async (table, config, message) => {
  const { status, body } = await query(table, config)
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
})

test('the description of the project has the column as an id, and says how the file is shown', async () => {
  const { text } = await app.api('GET', `/projects/${project.id}/openapi.yaml`, { key: project.secret })
  expect(text).toContain('The id of a file. With `select=*,photo(*)`')
  expect(text).toMatch(/StorageObjectsRow:[\s\S]*?url:/)
})

// These two let time pass, so that sessions end.
test('GraphQL shows a file as an object, and filters and sorts by it', async () => {
  const query = `query($ids: [UUID!]) {
    products(where: {id: {_in: $ids}, photo: {name: {_like: "seen/%"}}}, order_by: [{photo: {name: asc}}]) {
      name manual_id photo { id url size mime_type } manual { url }
    }
    storage_objects_by_pk(id: "${file.open}") { address: url }
  }`
  const answers = [await graphql(query, { ids: rows }), await graphql(query, { ids: rows }, amina)]
  for (const { body } of answers)
    expect(body).toEqual({
      data: {
        products: [
          {
            name: 'house',
            manual_id: file.open,
            photo: {
              id: file.seen,
              url: expect.stringContaining('?token='),
              size: 24,
              mime_type: expect.any(String),
            },
            manual: { url: expect.stringContaining('/public/') },
          },
        ],
        storage_objects_by_pk: { address: expect.stringContaining('/public/') },
      },
    })
  app.clock.advance(3600)
  // The plan of a query is kept, and its addresses are made anew.
  const later = await graphql(query, { ids: rows })
  expect(later.body.data.products[0].photo.url).not.toBe(answers[0]?.body.data.products[0].photo.url)
  expect((await storage.open('GET', later.body.data.products[0].photo.url)).status).toBe(200)
})

test('the addresses lead to the bytes, for an hour, and to no other file', async () => {
  const read = async () =>
    (await data.call('GET', `/data/products/${rows[0]}?select=photo(url),manual_id(url)`)).data
  const { photo, manual_id: manual } = await read()
  expect((await storage.open('GET', photo.url)).text).toBe('seen/picha ya nyumba.png')
  const found = await storage.open('GET', manual.url)
  expect([found.status, found.headers.location]).toEqual([302, expect.stringContaining(file.open as string)])
  // The same address for a while, so that browsers keep what it leads to.
  expect(await read()).toEqual({ photo, manual_id: manual })
  const other = photo.url.replace(file.seen, file.hidden)
  const longer = photo.url.replace(
    /token=(\d+)/,
    (_: string, until: string) => `token=${Number(until) + 900}`,
  )
  const shorter = photo.url.slice(0, -1)
  for (const url of [other, longer, shorter]) expect((await storage.open('GET', url)).status, url).toBe(403)
  app.clock.advance(2 * 3600)
  const late = await storage.open('GET', photo.url)
  expect([late.status, late.body.message]).toEqual([403, expect.stringContaining('expired')])
  expect((await storage.open('GET', (await read()).photo.url)).status).toBe(200)
})

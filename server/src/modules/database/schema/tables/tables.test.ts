// Tables: names, limits, validation and access.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driveSchema, type SchemaDriver } from '#modules/database/schema/drive-schema.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let schema: SchemaDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  schema = driveSchema(app, project)
})

afterAll(() => app.stop())

describe('names', () => {
  it.each([
    ['Albums', 'albums'],
    ['  Wimbo la Taifa 🎵 ', 'wimbo_la_taifa'],
    ["Ng'ombe & Mbuzi", 'ng_ombe_mbuzi'],
    ['Ñandú', 'nandu'],
    ['2026 plans', 't_2026_plans'],
    ['select', 'select'],
    ['order', 'order'],
    ['user', 'user'],
    ['table', 'table'],
    ['a"; drop schema public; --', 'a_drop_schema_public'],
    ['x'.repeat(62), 'x'.repeat(62)],
  ])('%s becomes the slug %s', async (name, slug) => {
    const { status, data } = await schema.call('POST', '/tables', {
      name,
      columns: [
        { name: 'user', data_type: 'text', unique: true, indexed: true },
        { name: 'Table 📦', data_type: 'enum', enum_values: ['a'] },
        { name: 'references', data_type: 'email' },
        { name: 'end', data_type: 'serial' },
      ],
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({ name: name.trim(), slug, read_only: false, description: null })
    const own = data.columns.filter((column: { is_system: boolean }) => !column.is_system)
    expect(own.map((column: { name: string }) => column.name)).toEqual(['user', 'table', 'references', 'end'])
    await schema.data(`insert into ${relation(slug)} ("table") values ('a')`)
    expect(await schema.data(`select "table", "end" from ${relation(slug)}`)).toEqual([['a', '1']])
  })

  it.each([
    ['users', 'is a table of every project'],
    ['USERS!', 'is a table of every project'],
    ['🎵🎶', 'must contain letters'],
    ['歌', 'must contain letters'],
    ['x'.repeat(63), 'is too long'],
    ['pg_class', 'must not begin with pg_'],
    ['   ', 'must not be empty'],
    ['a\0b', 'NUL'],
  ])('%s is refused with 400', async (name, reason) => {
    const { status, body } = await schema.call('POST', '/tables', { name })
    expect(status).toBe(400)
    expect(body.message).toContain(`name: `)
    expect(body.message).toContain(reason)
  })

  it('is unique', async () => {
    await schema.create('Playlists')
    const again = await schema.call('POST', '/tables', { name: 'PLAYLISTS' })
    expect([again.status, again.body.message]).toEqual([409, 'The table playlists already exists.'])
  })

  it('cannot be that of an index', async () => {
    expect((await schema.call('POST', '/tables', { name: 'users_pkey' })).status).toBe(409)
  })

  it('keeps the objects of tables with similar names apart', async () => {
    const flags = { data_type: 'enum', enum_values: ['x'], unique: true, indexed: true }
    await schema.create('a_b', [{ name: 'c', ...flags }])
    await schema.create('a', [{ name: 'b_c', ...flags }])
    const long = 'l'.repeat(62)
    await schema.create(long, [
      { name: `${'m'.repeat(61)}1`, ...flags },
      { name: `${'m'.repeat(61)}2`, ...flags },
    ])
    expect((await schema.call('GET', `/tables/${long}`)).data.columns).toHaveLength(6)
  })
})

describe('invalid bodies', () => {
  const column = { name: 'c', data_type: 'text' }
  it.each([
    [{}, 'name is required.'],
    [{ name: 1 }, 'name: '],
    [{ name: 't', slug: 't' }, 'Unknown field: slug.'],
    [{ name: 't', columns: {} }, 'columns: '],
    [{ name: 't', columns: [{ name: 'c' }] }, 'columns.0.data_type'],
    [
      { name: 't', columns: [{ ...column, data_type: 'varchar' }] },
      'columns.0.data_type: must be one of string',
    ],
    [{ name: 't', columns: [{ ...column, typ: 1 }] }, 'Unknown field: columns.0.typ.'],
    [{ name: 't', columns: [{ ...column, required: 'yes' }] }, 'columns.0.required: must be true or false'],
    [{ name: 't', columns: [{ ...column, char_length: 5 }] }, 'columns.0.char_length: is only for'],
    [{ name: 't', columns: [{ name: 'c', data_type: 'string', char_length: 0 }] }, 'columns.0.char_length'],
    [{ name: 't', columns: [{ name: 'c', data_type: 'char', char_length: 256 }] }, 'must be at most 255'],
    [
      { name: 't', columns: [{ name: 'c', data_type: 'string', char_length: 10_485_761 }] },
      'at most 10485760',
    ],
    [{ name: 't', columns: [{ name: 'c', data_type: 'enum' }] }, 'columns.0.enum_values is required'],
    [{ name: 't', columns: [{ ...column, enum_values: ['a'] }] }, 'columns.0.enum_values: is only for'],
    [
      { name: 't', columns: [{ name: 'c', data_type: 'enum', enum_values: ['a', 'a'] }] },
      'the same value twice',
    ],
    [{ name: 't', columns: [{ name: 'c', data_type: 'enum', enum_values: ['é'.repeat(32)] }] }, '63 bytes'],
    [
      { name: 't', columns: [{ name: 'c', data_type: 'json', unique: true }] },
      'columns.0.unique: PostgreSQL',
    ],
    [
      { name: 't', columns: [{ name: 'c', data_type: 'json', indexed: true }] },
      'columns.0.indexed: PostgreSQL',
    ],
    [{ name: 't', columns: [column, { name: 'C!', data_type: 'text' }] }, 'columns.1.name: there are two'],
    [{ name: 't', columns: Array(201).fill(column) }, 'columns: must have at most 200'],
  ])('%j', async (body, message) => {
    const answer = await schema.call('POST', '/tables', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.join(' ')).toContain(message)
  })

  it.each([
    'id',
    'Created at',
    'deleted_at',
    'ctid',
    'xmin',
    'tableoid',
    'select',
    'order',
    'limit',
    'count',
  ])('a column cannot be called %s, and another name is offered', async (name) => {
    const columns = [{ name, data_type: 'text' }]
    const { status, body } = await schema.call('POST', '/tables', { name: 't', columns })
    expect(status).toBe(400)
    expect(body.message).toMatch(/^columns\.0\.name: \w+ is a .*; choose another name, such as \w+\.$/)
  })

  it('are refused with every invalid field', async () => {
    const columns = [
      { name: 'order', data_type: 'text', char_length: 1 },
      { name: 'c', data_type: 'date', default_value: 5 },
    ]
    const { body } = await schema.call('POST', '/tables', { name: 't', columns })
    expect(body.details.fields).toEqual([
      'columns.0.name',
      'columns.0.char_length',
      'columns.1.default_value',
    ])
  })
})

describe('access', () => {
  it('returns 404 for the table of another project on every route', async () => {
    const other = driveSchema(app, await app.createProject())
    const mine = await schema.create('Mine', [{ name: 'a', data_type: 'text' }])
    const column = mine.columns.find((candidate: { name: string }) => candidate.name === 'a')
    const paths = [mine.id, mine.slug]
    for (const table of paths) {
      const calls = [
        other.call('GET', `/tables/${table}`),
        other.call('PATCH', `/tables/${table}`, { name: 'x' }),
        other.call('DELETE', `/tables/${table}`),
        other.call('POST', `/tables/${table}/columns`, { name: 'b', data_type: 'text' }),
        other.call('PATCH', `/tables/${table}/columns/${column.id}`, { required: true }),
        other.call('DELETE', `/tables/${table}/columns/${column.id}`),
        other.call('GET', `/schema/preview/${table}`),
      ]
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(7).fill(404))
    }
    expect((await schema.call('GET', `/tables/${mine.id}`)).data).toEqual(mine)
  })

  it('is for dashboard users only', async () => {
    const path = `/projects/${project.id}/tables`
    const call = (method: string, options: object) =>
      app.api(method, path, { body: { name: 'By key' }, ...options })
    for (const key of [project.secret, project.publishable]) {
      expect((await call('POST', { key })).status).toBe(403)
      expect((await call('GET', { key })).status).toBe(403)
    }
    expect((await call('GET', {})).status).toBe(401)
  })

  it('does not allow changes of the table users', async () => {
    const { data: users } = await schema.call('GET', '/tables/users')
    expect(users).toMatchObject({ slug: 'users', read_only: true })
    const id = users.columns[0].id
    const answers = await Promise.all([
      schema.call('PATCH', '/tables/users', { name: 'people' }),
      schema.call('DELETE', `/tables/${users.id}?cascade=true`),
      schema.call('POST', '/tables/users/columns', { name: 'age', data_type: 'integer' }),
      schema.call('PATCH', '/tables/users/columns/email', { required: true }),
      schema.call('DELETE', `/tables/users/columns/${id}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  })
})

it('lists all tables with their columns, in the order of their slugs', async () => {
  const fresh = await app.createProject()
  const driver = driveSchema(app, fresh)
  await driver.create('Zebra')
  const apes = await driver.create('Apes', [{ name: 'name', data_type: 'text' }])
  const { data } = await driver.call('GET', '/tables')
  expect(data.map((table: { slug: string }) => table.slug)).toEqual([
    'apes',
    'payment_transactions',
    'storage_objects',
    'users',
    'zebra',
  ])
  expect(data[0]).toEqual(apes)
})

it('is limited to 500 tables', async () => {
  const fresh = driveSchema(app, await app.createProject())
  await fresh.create('First')
  await fresh.sql(`insert into msingi.tables (project_id, schema_name, slug, name)
    select project_id, schema_name, 'table_' || n, 'x' from msingi.tables, generate_series(2, 500) n where slug = 'first'`)
  const { status, body } = await fresh.call('POST', '/tables', { name: 'One more' })
  expect([status, body.message]).toEqual([409, 'A project can have at most 500 tables.'])
})

it('drops a table completely, so that it can be created again', async () => {
  const columns = [
    { name: 'kind', data_type: 'enum', enum_values: ['a'], unique: true },
    { name: 'n', data_type: 'serial' },
  ]
  const first = await schema.create('Brief', columns)
  expect((await schema.call('DELETE', `/tables/${first.id}`)).status).toBe(204)
  expect((await schema.call('GET', `/tables/${first.id}`)).status).toBe(404)
  expect((await schema.create('Brief', columns)).id).not.toBe(first.id)
})

it('is available in the data API at once', async () => {
  await schema.create('Songs', [{ name: 'title', data_type: 'string', char_length: 5 }])
  const insert = (title: string) => app.api('POST', '/data/songs', { key: project.secret, body: { title } })
  expect((await insert('Malaika')).status).toBe(400)
  expect((await insert('Jambo')).data).toMatchObject({ title: 'Jambo', deleted_at: null })
})

function relation(slug: string): string {
  return `p_${project.id.replaceAll('-', '')}."${slug}"`
}

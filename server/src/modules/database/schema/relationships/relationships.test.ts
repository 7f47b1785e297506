// Relationships: which columns can be linked, and how relationships are listed, changed and deleted.
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
  await schema.create('Artists', [
    { name: 'name', data_type: 'text', unique: true },
    { name: 'number', data_type: 'integer' },
  ])
})

afterAll(() => app.stop())

let counter = 0

async function child(...columns: Record<string, unknown>[]): Promise<string> {
  counter += 1
  return (await schema.create(`Child ${counter}`, columns)).slug
}

const post = (body: object) => schema.call('POST', '/schema/relationships', body)

describe('creating', () => {
  it('creates a foreign key and an index', async () => {
    const from = await child({ name: 'artist_id', data_type: 'uuid' })
    const body = { from_table: from, from_column: 'artist_id', to_table: 'artists', to_column: 'id' }
    const { status, data } = await post(body)
    expect(status).toBe(201)
    expect(data).toMatchObject({ ...body, name: 'artist', on_delete: 'restrict' })
    const { data: table } = await schema.call('GET', `/tables/${from}`)
    const column = table.columns.find((candidate: { name: string }) => candidate.name === 'artist_id')
    expect(column.indexed).toBe(true)
    const insert = `insert into ${from} (artist_id) values (gen_random_uuid())`
    await expect(schema.sql(insert)).rejects.toMatchObject({ status: 409 })
    const { data: all } = await schema.call('GET', '/schema/relationships')
    expect(all).toContainEqual(data)
  })

  it('can refer to users, which have hard deletes', async () => {
    const from = await child({ name: 'user_id', data_type: 'uuid' })
    await schema.link(`${from}.user_id`, 'users.id', 'cascade')
    await schema.sql(`with u as (insert into users (email) values ('a@b.co') returning id)
      insert into ${from} (user_id) select null from u`)
    await schema.sql(`update ${from} set user_id = (select id from users)`)
    await schema.sql('delete from users')
    expect((await schema.sql(`select from ${from}`)).rowCount).toBe(0)
  })

  it.each([
    [{ from_table: 'nowhere' }, 'from_table: there is no table nowhere'],
    [{ to_table: 'nowhere' }, 'to_table: there is no table nowhere'],
    [{ from_column: 'x' }, 'has no column x'],
    [{ to_column: 'x' }, 'to_column: the table artists has no column x'],
    [{ on_delete: 'explode' }, 'on_delete: must be one of restrict'],
    [{ from_column: 'text' }, 'to_column: text is of type text, but id is of type uuid'],
    [{ from_column: 'text', to_column: 'name' }, 'unique only among rows that are not deleted'],
    [{ from_column: 'whole', to_column: 'number' }, 'to_column: artists.number is not unique'],
    [
      { from_table: 'users', from_column: 'id' },
      'from_table: users is managed by the server and cannot be changed',
    ],
    [
      { from_column: 'must', on_delete: 'set_null' },
      'on_delete: set_null is not possible, because must is required',
    ],
    [{ from_column: 'must', on_delete: 'set_default' }, 'on_delete: set_default is not possible'],
    [{ from_column: 'kind', to_table: 'child', to_column: 'kind' }, 'an enum column cannot refer'],
    [{ extra: 1 }, 'Unknown field: extra.'],
  ])('refuses %j', async (change, reason) => {
    const enums = { name: 'kind', data_type: 'enum', enum_values: ['a'] }
    const from_table = await child(
      { name: 'good', data_type: 'uuid' },
      { name: 'must', data_type: 'uuid', required: true },
      { name: 'text', data_type: 'text' },
      { name: 'whole', data_type: 'integer' },
      enums,
    )
    const body = { from_table, from_column: 'good', to_table: 'artists', to_column: 'id', ...change }
    if (body.to_table === 'child') body.to_table = from_table
    const { status, body: answer } = await post(body)
    expect(status).toBe(400)
    expect(answer.errors.join(' ')).toContain(reason)
  })

  it('reports how many rows violate it, including live rows that refer to deleted ones', async () => {
    const from = await child({ name: 'artist_id', data_type: 'uuid' })
    const { rows } = await schema.sql(
      'insert into artists (deleted_at) values (null), (now()) returning id, deleted_at',
    )
    const [live, deleted] = rows.map((row) => row.id)
    const insert = (id: unknown, gone = false) =>
      schema.sql(`insert into ${from} (artist_id, deleted_at) values ($1, ${gone ? 'now()' : 'null'})`, [id])
    await insert(live)
    await insert(deleted)
    await insert(deleted, true)
    await insert('0198c0de-0000-7000-8000-000000000000')
    await insert(null)
    const body = { from_table: from, from_column: 'artist_id', to_table: 'artists', to_column: 'id' }
    const refused = await post(body)
    expect([refused.status, refused.body.details.rows]).toEqual([409, 2])
    expect(refused.body.details.examples).toHaveLength(2)
    await schema.sql(`delete from ${from} where id = any($1)`, [refused.body.details.examples])
    expect((await post(body)).status).toBe(201)
  })

  it('is allowed once for a column, and once for a name', async () => {
    const from = await child({ name: 'a_id', data_type: 'uuid' }, { name: 'b_id', data_type: 'uuid' })
    const ends = { from_table: from, to_table: 'artists', to_column: 'id' }
    await post({ ...ends, from_column: 'a_id' })
    expect((await post({ ...ends, from_column: 'a_id', name: 'other' })).status).toBe(409)
    expect((await post({ ...ends, from_column: 'b_id', name: 'a' })).status).toBe(409)
    expect((await post({ ...ends, from_column: 'b_id' })).status).toBe(201)
  })
})

describe('changing and deleting', () => {
  it('changes the name and on_delete', async () => {
    const from = await child({ name: 'artist_id', data_type: 'uuid' })
    const link = await schema.link(`${from}.artist_id`, 'artists.id')
    const path = `/schema/relationships/${link.id}`
    const { data } = await schema.call('PATCH', path, { name: 'Made by', on_delete: 'cascade' })
    expect(data).toMatchObject({ id: link.id, name: 'Made by', on_delete: 'cascade' })
    const { rows } = await schema.sql(
      `select confdeltype from msingi_catalog.pg_constraint where conrelid = '${from}'::regclass and contype = 'f'`,
    )
    expect(rows).toEqual([{ confdeltype: 'c' }])
    expect((await schema.call('PATCH', path, { on_delete: 'never' })).status).toBe(400)
    expect((await schema.call('PATCH', path, { from_table: 'x' })).status).toBe(400)
  })

  it('deletes the foreign key and every trigger', async () => {
    const fresh = driveSchema(app, await app.createProject())
    await fresh.create('Parents')
    await fresh.create('Children', [{ name: 'parent_id', data_type: 'uuid' }])
    const { id } = await fresh.link('children.parent_id', 'parents.id')
    expect((await fresh.call('DELETE', `/schema/relationships/${id}`)).status).toBe(204)
    expect((await fresh.call('DELETE', `/schema/relationships/${id}`)).status).toBe(404)
    const left = `select tgname from msingi_catalog.pg_trigger where tgrelid in ('parents'::regclass, 'children'::regclass)`
    expect((await fresh.sql(left)).rows).toEqual([])
    await fresh.sql('insert into children (parent_id) values (gen_random_uuid())')
  })

  it('returns 404 for another project', async () => {
    const from = await child({ name: 'artist_id', data_type: 'uuid' })
    const { id } = await schema.link(`${from}.artist_id`, 'artists.id')
    const other = driveSchema(app, await app.createProject())
    expect((await other.call('PATCH', `/schema/relationships/${id}`, { name: 'x' })).status).toBe(404)
    expect((await other.call('DELETE', `/schema/relationships/${id}`)).status).toBe(404)
    expect((await other.call('DELETE', '/schema/relationships/nonsense')).status).toBe(404)
    expect((await other.call('GET', '/schema/relationships')).data).toEqual([])
    const body = { from_table: from, from_column: 'artist_id', to_table: 'artists', to_column: 'id' }
    expect((await other.call('POST', '/schema/relationships', body)).status).toBe(400)
  })
})

describe('what depends on a relationship', () => {
  it('cannot be dropped without cascade', async () => {
    await schema.create('Labels')
    const from = await child({ name: 'label_id', data_type: 'uuid' })
    await schema.link(`${from}.label_id`, 'labels.id')
    const table = await schema.call('DELETE', '/tables/labels')
    expect([table.status, table.body.details]).toEqual([409, { referred_by: [`${from}.label_id`] }])
    const column = await schema.call('DELETE', `/tables/${from}/columns/label_id`)
    expect([column.status, column.body.message]).toEqual([
      409,
      expect.stringContaining('relationships label'),
    ])
    const type = await schema.call('PATCH', `/tables/${from}/columns/label_id`, { data_type: 'text' })
    expect([type.status, type.body.message]).toEqual([409, expect.stringContaining('relationship label')])
    expect((await schema.call('DELETE', '/tables/labels?cascade=true')).status).toBe(204)
    await schema.sql(`insert into ${from} (label_id) values (gen_random_uuid())`)
    expect((await schema.call('DELETE', `/tables/${from}/columns/label_id`)).status).toBe(204)
  })

  it('is dropped with the referring table, or with its column and cascade', async () => {
    await schema.create('Genres')
    const [one, two] = [
      await child({ name: 'genre_id', data_type: 'uuid' }),
      await child({ name: 'genre_id', data_type: 'uuid' }),
    ]
    await schema.link(`${one}.genre_id`, 'genres.id')
    await schema.link(`${two}.genre_id`, 'genres.id')
    expect((await schema.call('DELETE', `/tables/${one}`)).status).toBe(204)
    expect((await schema.call('DELETE', `/tables/${two}/columns/genre_id?cascade=true`)).status).toBe(204)
    expect((await schema.call('DELETE', '/tables/genres')).status).toBe(204)
    expect((await schema.call('DELETE', '/tables/genres?cascade=perhaps')).status).toBe(400)
  })

  it('cannot become required if deletions set it to null', async () => {
    const from = await child({ name: 'artist_id', data_type: 'uuid' })
    await schema.link(`${from}.artist_id`, 'artists.id', 'set_null')
    const { status } = await schema.call('PATCH', `/tables/${from}/columns/artist_id`, { required: true })
    expect(status).toBe(409)
  })
})

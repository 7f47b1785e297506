// Renames of tables and columns, with everything that depends on them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveSchema, type SchemaDriver } from './drive-schema.fixture.ts'

let app: TestApp
let project: TestProject
let schema: SchemaDriver

beforeAll(async () => {
  app = await startTestApp()
})

beforeEach(async () => {
  project = await app.createProject()
  schema = driveSchema(app, project)
  await schema.create('Albums', [
    { name: 'title', data_type: 'email', unique: true, indexed: true },
    { name: 'kind', data_type: 'enum', enum_values: ['lp', 'ep'], default_value: 'lp' },
    { name: 'number', data_type: 'serial' },
  ])
  await schema.create('Tracks', [
    { name: 'album_id', data_type: 'uuid' },
    { name: 'name', data_type: 'text' },
  ])
  await schema.link('tracks.album_id', 'albums.id', 'cascade')
})

afterAll(() => app.stop())

const OBJECTS = `
select relname as name from msingi_catalog.pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'i', 'S')
union select conname from msingi_catalog.pg_constraint where connamespace = $1::regnamespace and contype <> 'n'
union select typname from msingi_catalog.pg_type where typnamespace = $1::regnamespace and typtype = 'e'
union select tgname from msingi_catalog.pg_trigger t join msingi_catalog.pg_class c on c.oid = t.tgrelid
  where c.relnamespace = $1::regnamespace and not t.tgisinternal
union select proname from msingi_catalog.pg_proc where pronamespace = $1::regnamespace`

// The names of all objects in the project's schema, except those of `users`.
async function objects(): Promise<string[]> {
  const { rows } = await schema.sql(OBJECTS, [projectNames(project.id).schema])
  return rows
    .map((row) => String(row.name))
    .filter((name) => !/^(?:users|storage_objects|payment_transactions)/.test(name))
}

describe('a table', () => {
  it('changes its slug with its name, and all derived names', async () => {
    const before = await objects()
    const { status, data } = await schema.call('PATCH', '/tables/albums', {
      name: 'Records',
      description: 'Vinyl',
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Records', slug: 'records', description: 'Vinyl' })
    const renamed = before.map((name) => name.replace(/^albums(?=\$|$)/, 'records'))
    expect((await objects()).toSorted()).toEqual(renamed.toSorted())
    expect((await schema.call('GET', '/tables/albums')).status).toBe(404)
    expect((await schema.create('Albums', [{ name: 'title', data_type: 'text', unique: true }])).slug).toBe(
      'albums',
    )
  })

  it('keeps its slug if only the name changes', async () => {
    const { data } = await schema.call('PATCH', '/tables/albums', { name: 'All albums', slug: 'albums' })
    expect(data).toMatchObject({ name: 'All albums', slug: 'albums' })
    const { data: described } = await schema.call('PATCH', '/tables/albums', { description: 'x' })
    expect(described).toMatchObject({ name: 'All albums', slug: 'albums', description: 'x' })
  })

  it('refuses a name that is taken or invalid', async () => {
    expect((await schema.call('PATCH', '/tables/albums', { name: 'Tracks' })).status).toBe(409)
    expect((await schema.call('PATCH', '/tables/albums', { name: 'Users' })).status).toBe(400)
    const { status, body } = await schema.call('PATCH', '/tables/albums', { slug: '!' })
    expect([status, body.details.fields]).toEqual([400, ['slug']])
    expect((await schema.call('PATCH', '/tables/albums', { nom: 'x' })).status).toBe(400)
  })

  it.each(['albums', 'tracks'])('keeps the relationship when %s is renamed', async (slug) => {
    await schema.call('PATCH', `/tables/${slug}`, { name: 'Things' })
    const [albums, tracks] = slug === 'albums' ? ['things', 'tracks'] : ['albums', 'things']
    const { data: links } = await schema.call('GET', '/schema/relationships')
    expect(links).toMatchObject([{ from_table: tracks, to_table: albums }])
    await cascades(albums, tracks, 'album_id')
    expect((await schema.call('DELETE', `/tables/${albums}?cascade=true`)).status).toBe(204)
    expect((await schema.call('DELETE', `/tables/${tracks}`)).status).toBe(204)
    expect(await objects()).toEqual([])
  })
})

it('a table that refers to itself is renamed and dropped like any other', async () => {
  const before = await objects()
  await schema.create('Comments', [{ name: 'parent_id', data_type: 'uuid' }])
  await schema.link('comments.parent_id', 'comments.id', 'cascade')
  await schema.call('PATCH', '/tables/comments', { name: 'Replies' })
  await schema.call('PATCH', '/tables/replies/columns/parent_id', { name: 'up' })
  await cascades('replies', 'replies', 'up')
  expect((await schema.call('DELETE', '/tables/replies')).status).toBe(204)
  expect(await objects()).toEqual(before)
})

describe('a column', () => {
  it('renames its indexes, checks and types', async () => {
    const before = await objects()
    for (const [from, to] of [
      ['title', 'Heading'],
      ['kind', 'sort'],
      ['number', 'no'],
    ]) {
      const { status, data } = await schema.call('PATCH', `/tables/albums/columns/${from}`, { name: to })
      expect([status, data.name]).toEqual([200, to?.toLowerCase()])
    }
    const names: Record<string, string> = { title: 'heading', kind: 'sort', number: 'no' }
    const renamed = before.map((name) =>
      name.replace(/(?<=^albums\$)[a-z]+(?=\$)/, (old) => names[old] ?? old),
    )
    expect((await objects()).toSorted()).toEqual(renamed.toSorted())
    const { data } = await schema.call('PATCH', '/tables/albums/columns/sort', {
      enum_values: ['ep', 'lp', 'cd'],
    })
    expect(data).toMatchObject({ enum_values: ['ep', 'lp', 'cd'], default_value: 'lp' })
  })

  it('keeps its relationship', async () => {
    const { status } = await schema.call('PATCH', '/tables/tracks/columns/album_id', { name: 'record' })
    expect(status).toBe(200)
    expect((await schema.call('GET', '/schema/relationships')).data).toMatchObject([
      { from_column: 'record' },
    ])
    await cascades('albums', 'tracks', 'record')
  })

  it('refuses a name that is taken or invalid', async () => {
    const rename = (name: string) => schema.call('PATCH', '/tables/tracks/columns/name', { name })
    expect((await rename('album id')).status).toBe(409)
    expect((await rename('order')).status).toBe(400)
    expect((await rename('created_at')).status).toBe(400)
    expect((await rename('NAME')).status).toBe(200)
  })
})

describe('policies', () => {
  async function policy(table: string, subject: string, condition: string | null): Promise<string> {
    const body = { action: 'select', subject, effect: 'allow', ...(condition === null ? {} : { condition }) }
    const { data, text } = await schema.call('POST', `/tables/${table}/rls`, body)
    expect(data, text).toMatchObject({ subject, condition })
    return data.id
  }

  const conditionOf = async (id: string) =>
    (await schema.sql('select condition from msingi.policies where id = $1', [id])).rows[0]?.condition

  it('follow the new names in their text', async () => {
    const id = await policy(
      'tracks',
      'public',
      `exists (select 1 from albums a join albums on albums.id = a.id
        where a.title = 'é albums.title' and albums . "title" is not null and albums.id = tracks.album_id)`,
    )
    await schema.call('PATCH', '/tables/albums/columns/title', { name: 'heading' })
    await schema.call('PATCH', '/tables/albums', { name: 'Records' })
    await schema.call('PATCH', '/tables/tracks', { name: 'Songs' })
    await schema.call('PATCH', '/tables/songs/columns/album_id', { name: 'record_id' })
    expect(await conditionOf(id)).toBe(
      `exists (select 1 from "records" a join "records" on "records".id = a.id
        where a."heading" = 'é albums.title' and "records" . "heading" is not null and "records".id = "songs"."record_id")`,
    )
    // An update of a policy compiles its text again.
    expect((await schema.call('PATCH', `/tables/songs/rls/${id}`, { effect: 'deny' })).status).toBe(200)
  })

  it('stop a rename that would change their meaning', async () => {
    await policy('tracks', 'public', `exists (select 1 from albums where kind = 'lp' and name = 'x')`)
    const { status } = await schema.call('PATCH', '/tables/albums/columns/title', { name: 'name' })
    expect(status).toBe(409)
    expect((await schema.call('PATCH', '/tables/albums/columns/title', { name: 'heading' })).status).toBe(200)
  })

  it('stop the deletion and the change of type of what they read', async () => {
    await policy('tracks', 'public', `exists (select 1 from albums where albums.title = name)`)
    const type = await schema.call('PATCH', '/tables/tracks/columns/name', { data_type: 'string' })
    expect([type.status, type.body.details]).toEqual([
      409,
      { policies: [{ table: 'tracks', action: 'select' }] },
    ])
    const column = await schema.call('DELETE', '/tables/albums/columns/title?cascade=true')
    expect([column.status, column.body.message]).toEqual([409, expect.stringContaining('tracks (select)')])
    const table = await schema.call('DELETE', '/tables/albums?cascade=true')
    expect([table.status, table.body.message]).toEqual([409, expect.stringContaining('tracks (select)')])
    expect((await schema.call('DELETE', '/tables/tracks')).status).toBe(204)
    expect((await schema.call('DELETE', '/tables/albums')).status).toBe(204)
  })

  it('with the subject owner keep their owner column', async () => {
    await schema.create('Notes', [{ name: 'owner_id', data_type: 'uuid' }])
    const add = { name: 'user_id', data_type: 'uuid' }
    const id = await policy('notes', 'owner', null)
    expect((await schema.call('DELETE', '/tables/notes/columns/owner_id')).status).toBe(409)
    expect((await schema.call('PATCH', '/tables/notes/columns/owner_id', { name: 'o' })).status).toBe(409)
    expect((await schema.call('POST', '/tables/notes/columns', add)).status).toBe(409)
    await schema.call('DELETE', `/tables/notes/rls/${id}`)
    expect((await schema.call('POST', '/tables/notes/columns', add)).status).toBe(201)
    expect((await schema.call('DELETE', '/tables/notes/columns/owner_id')).status).toBe(204)
  })
})

// A soft-deleted parent row deletes its child, and then accepts no new one.
async function cascades(parent: string, child: string, column: string): Promise<void> {
  await schema.sql(`with p as (insert into ${parent} default values returning id)
    select from p`)
  await schema.sql(`insert into ${child} (${column}) select id from ${parent}`)
  await schema.sql(`update ${parent} set deleted_at = now()`)
  expect((await schema.sql(`select from ${child} where deleted_at is null`)).rowCount).toBe(0)
  const insert = schema.sql(`insert into ${child} (${column}) select id from ${parent}`)
  await expect(insert).rejects.toMatchObject({ status: 409, details: { column } })
}

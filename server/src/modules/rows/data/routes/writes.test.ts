// Writes of the data API: server-filled fields, soft deletes, bulk inserts, owners and policies.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData, insertAs, recordOf, userActor } from './data.fixture.ts'

let app: TestApp
let project: TestProject
let record: ProjectRecord
let data: DataDriver
let schema: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  record = await recordOf(app, project.id)
  data = driveData(app, project)
  schema = `p_${project.id.replaceAll('-', '')}`
  await data.table('notes', {
    title: { data_type: 'string', required: true },
    stars: { data_type: 'integer', default_value: 3 },
    label: { data_type: 'string', default_value: 'none' },
    slug: { data_type: 'string', unique: true },
  })
  await data.table('diary', { user_id: 'uuid', text: 'text' })
  await data.table('drafts', { created_by: 'string', text: 'text' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await data.admin(`truncate ${schema}.notes, ${schema}.diary, ${schema}.drafts`)
})

const count = async (table: string) => (await data.call('GET', `/data/${table}?count=exact`)).data.count

describe('server-filled fields', () => {
  test('are filled in on insert, and updated_at on every change', async () => {
    const row = await data.insert('notes', { title: 'a' })
    expect(row).toMatchObject({ title: 'a', stars: 3, label: 'none', slug: null, deleted_at: null })
    expect(row.updated_at).toBe(row.created_at)
    const { data: changed } = await data.call('PATCH', `/data/notes/${row.id}`, { body: { stars: 4 } })
    expect(changed).toEqual({ ...row, stars: 4, updated_at: changed.updated_at })
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(row.updated_at))
    expect((await data.call('GET', `/data/notes/${row.id}`)).data).toEqual(changed)
  })

  test('an id may be chosen, once', async () => {
    const id = randomUUID()
    expect((await data.insert('notes', { id, title: 'a' })).id).toBe(id)
    const again = await data.call('POST', '/data/notes', { body: { id, title: 'b' } })
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('same id')
    const moved = await data.call('PATCH', `/data/notes/${id}`, { body: { id: randomUUID() } })
    expect(moved.status).toBe(400)
    expect(moved.body.message).toContain('id: cannot be changed')
  })

  test('what is required must be there; null is no value', async () => {
    for (const body of [{}, { title: null }]) {
      const answer = await data.call('POST', '/data/notes', { body })
      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain('title is required')
    }
    const { id } = await data.insert('notes', { title: 'a' })
    expect((await data.call('PATCH', `/data/notes/${id}`, { body: { title: null } })).status).toBe(400)
    expect((await data.insert('notes', { title: 'a', stars: null })).stars).toBeNull()
  })
})

describe('a deleted row', () => {
  test('is still stored, and nowhere to be seen', async () => {
    const [gone, kept] = await data.insert('notes', [{ title: 'gone' }, { title: 'kept' }])
    const answer = await data.call('DELETE', `/data/notes/${gone.id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    const rows = await data.admin(
      `select title, deleted_at is not null as deleted from ${schema}.notes order by 1`,
    )
    expect(rows).toEqual([
      { title: 'gone', deleted: true },
      { title: 'kept', deleted: false },
    ])
    for (const query of ['', `id=eq.${gone.id}`, 'deleted_at=is.not.null', 'order=title']) {
      expect(await data.list('notes', query)).not.toContain(gone.id)
    }
    expect(await count('notes')).toBe(1)
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { title: 'x' }]] as const) {
      const options = body === undefined ? {} : { body }
      expect((await data.call(method, `/data/notes/${gone.id}`, options)).status, method).toBe(404)
    }
    expect((await data.call('GET', `/data/notes/${kept.id}`)).status).toBe(200)
    expect(await data.admin(`select title from ${schema}.notes where title = 'x'`)).toEqual([])
  })

  test('leaves its unique values to others, but not its id', async () => {
    const first = await data.insert('notes', { title: 'a', slug: 'same' })
    expect((await data.call('POST', '/data/notes', { body: { title: 'b', slug: 'same' } })).status).toBe(409)
    await data.call('DELETE', `/data/notes/${first.id}`)
    await data.insert('notes', { title: 'b', slug: 'same' })
    expect((await data.call('POST', '/data/notes', { body: { id: first.id, title: 'c' } })).status).toBe(409)
  })

  test.each(['GET', 'PATCH', 'DELETE'])('%s of a row that never was is 404', async (method) => {
    const options = method === 'PATCH' ? { body: { title: 'x' } } : {}
    for (const id of [randomUUID(), '1', 'null', "' or 1=1"]) {
      const answer = await data.call(method, `/data/notes/${encodeURIComponent(id)}`, options)
      expect(answer.status, id).toBe(404)
      expect(answer.body.message).toContain('of notes was not found')
    }
  })
})

describe('bulk inserts', () => {
  test('rows of different shapes get their own defaults and keep their order', async () => {
    const given = [
      { title: 'a' },
      { title: 'b', stars: 5 },
      { label: 'x', title: 'c' },
      { title: 'd' },
      { stars: null, title: 'e' },
      { title: 'f', label: 'y', stars: 1 },
    ]
    const rows = await data.insert('notes', given)
    expect(rows.map(({ title, stars, label }: Record<string, unknown>) => [title, stars, label])).toEqual([
      ['a', 3, 'none'],
      ['b', 5, 'none'],
      ['c', 3, 'x'],
      ['d', 3, 'none'],
      ['e', null, 'none'],
      ['f', 1, 'y'],
    ])
    expect(await count('notes')).toBe(given.length)
  })

  test('of nothing, and of rows that name no column', async () => {
    expect(await data.insert('notes', [])).toEqual([])
    expect(await data.insert('diary', [{}, {}])).toHaveLength(2)
    expect(await count('diary')).toBe(2)
  })

  test.each<[string, unknown[], number, string]>([
    ['a value of the wrong type', [{ title: 'a' }, { title: 5 }], 400, '[1].title'],
    ['an unknown field', [{ title: 'a' }, { title: 'b', colour: 'red' }], 400, '[1].colour'],
    ['a required field left out', [{ title: 'a' }, { stars: 1 }], 400, '[1].title is required'],
    [
      'a unique value twice',
      [
        { title: 'a', slug: 's' },
        { title: 'b', slug: 's' },
      ],
      409,
      'same slug',
    ],
    ['something that is no row', [{ title: 'a' }, 'b', null, [{}]], 400, '[3]: must be a JSON object'],
  ])('with %s insert nothing', async (_what, body, status, problem) => {
    const answer = await data.call('POST', '/data/notes', { body })
    expect(answer.status).toBe(status)
    expect(answer.body.errors.join(' ')).toContain(problem)
    expect(await count('notes')).toBe(0)
  })

  test('take 5,000 rows at most', async () => {
    const rows = Array.from({ length: 5001 }, (_, n) => ({ title: `t${n}` }))
    expect((await data.call('POST', '/data/notes', { body: rows })).status).toBe(400)
    expect(await count('notes')).toBe(0)
    const made = await data.insert('notes', rows.slice(1))
    expect(made.map(({ title }: { title: string }) => title)).toEqual(rows.slice(1).map(({ title }) => title))
  })
})

describe('owners', () => {
  const amina = randomUUID()

  test('a user becomes the owner of a row unless the row says otherwise', async () => {
    await data.policy('diary', { action: 'insert', subject: 'authenticated' })
    await data.policy('diary', { action: 'select', subject: 'authenticated' })
    await data.policy('drafts', { action: 'insert', subject: 'authenticated' })
    await data.policy('drafts', { action: 'select', subject: 'owner' })
    const actor = userActor(project.id, amina)
    const rowOf = async (table: string, body: unknown) =>
      JSON.parse(String((await insertAs(app, record, actor, table, body)).data?.text))
    expect(await rowOf('diary', { text: 'a' })).toMatchObject({ user_id: amina, text: 'a' })
    expect(await rowOf('drafts', { text: 'a' })).toMatchObject({ created_by: amina })
    expect(await rowOf('diary', [{ text: 'a' }, {}])).toMatchObject([{ user_id: amina }, { user_id: amina }])
    const other = randomUUID()
    expect(await rowOf('diary', { user_id: other })).toMatchObject({ user_id: other })
    expect(await rowOf('diary', { user_id: null })).toMatchObject({ user_id: null })
    expect((await data.insert('diary', {})).user_id).toBeNull()
  })
})

describe('policies', () => {
  beforeAll(async () => {
    await data.table('inbox', { text: 'text', open: { data_type: 'boolean', default_value: true } })
    await data.policy('inbox', { action: 'insert', subject: 'public' })
    await data.table('board', { text: 'text' })
    await data.policy('board', { action: 'select', subject: 'public' })
    await data.policy('board', { action: 'update', subject: 'public', condition: "text <> 'fixed'" })
  })

  test('who may insert but not read gets the id of what was inserted, and nothing else', async () => {
    const key = project.publishable
    const one = await data.call('POST', '/data/inbox', { key, body: { text: 'a' } })
    expect([one.status, Object.keys(one.data)]).toEqual([201, ['id']])
    const chosen = randomUUID()
    const two = await data.call('POST', '/data/inbox', {
      key,
      body: [{ text: 'b' }, { id: chosen, open: false }],
    })
    expect(two.status).toBe(201)
    expect(two.data).toEqual([{ id: expect.any(String) }, { id: chosen }])
    expect((await data.call('GET', '/data/inbox', { key })).data).toEqual([])
    const { data: row } = await data.call('GET', `/data/inbox/${one.data.id}`)
    expect(row).toMatchObject({ text: 'a', open: true })
    expect(await count('inbox')).toBe(3)
    const batch = { operations: [{ method: 'POST', table: 'inbox', body: { text: 'c' } }] }
    const three = await data.call('POST', '/batch', { key, body: batch })
    expect(three.data, three.text).toEqual([{ status: 201, data: { id: expect.any(String) } }])
  })

  test('a row that may be read but not written is 403; one that may not be read is 404', async () => {
    const key = project.publishable
    const [open, fixed] = await data.insert('board', [{ text: 'open' }, { text: 'fixed' }])
    const [hidden] = await data.insert('inbox', [{ text: 'x' }])
    const patch = (table: string, id: string, text: string) =>
      data.call('PATCH', `/data/${table}/${id}`, { key, body: { text } })
    expect((await patch('board', open.id, 'still open')).status).toBe(200)
    expect((await patch('board', fixed.id, 'changed')).status).toBe(403)
    expect((await patch('board', open.id, 'fixed')).status).toBe(403)
    expect((await patch('inbox', hidden.id, 'changed')).status).toBe(404)
    expect((await data.call('DELETE', `/data/board/${open.id}`, { key })).status).toBe(403)
    expect((await data.call('DELETE', `/data/inbox/${hidden.id}`, { key })).status).toBe(404)
    expect((await data.call('POST', '/data/board', { key, body: { text: 'new' } })).status).toBe(403)
    expect(await data.list('board', 'order=text', 'text')).toEqual(['fixed', 'still open'])
  })
})

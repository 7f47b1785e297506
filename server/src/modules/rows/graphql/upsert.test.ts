// Upserts in GraphQL: `on_conflict` does what it does in the data API, and the rows come back in any shape.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Library, makeLibrary } from './graphql.fixture.ts'

let app: TestApp
let project: TestProject
let library: Library

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  library = await makeLibrary(app, project)
})
afterAll(() => app.stop())

const MERGE = '{columns: [isbn], resolution: merge_duplicates}'
const IGNORE = '{columns: [isbn], resolution: ignore_duplicates}'
const one = (object: string, conflict: string, shape = 'id title isbn copies') =>
  `mutation { row: insert_books_one(object: ${object}, on_conflict: ${conflict}) { ${shape} } }`
const upsert = async (object: string, conflict: string, shape?: string) =>
  (await library.ask(one(object, conflict, shape))).row
const many = async (objects: object[], conflict: string) =>
  (
    await library.ask(
      `mutation ($rows: [booksInsert!]!) { rows: insert_books(objects: $rows, on_conflict: ${conflict}) { id title isbn } }`,
      { rows: objects },
    )
  ).rows
const stored = async (isbn: string) =>
  (await library.ask(`{ books(where: {isbn: {_eq: "${isbn}"}}) { id title copies } }`)).books

describe('merge', () => {
  test('changes the row that exists, which keeps its id, and shows it with what is related to it', async () => {
    const first = await upsert('{title: "a", isbn: "m1", copies: 1}', MERGE)
    const author = `author_id: "${library.ids.Ngugi}"`
    const shape = 'id title copies author { name }'
    const again = await upsert(`{title: "b", isbn: "m1", ${author}}`, MERGE, shape)
    expect(again).toEqual({ id: first.id, title: 'b', copies: 1, author: { name: 'Ngugi' } })
    expect(await stored('m1')).toHaveLength(1)
  })

  test('by the id where no column is said', async () => {
    const { id } = await upsert('{title: "a", isbn: "m2"}', '{resolution: merge_duplicates}')
    const again = await upsert(`{id: "${id.toUpperCase()}", title: "b"}`, '{resolution: merge_duplicates}')
    expect(again).toMatchObject({ id, title: 'b', isbn: 'm2' })
  })

  test('of many rows, some new and some without the value, in their order', async () => {
    const [known] = await many([{ title: 'x', isbn: 'm3' }], MERGE)
    const rows = await many(
      [
        { title: 'none' },
        { title: 'new', isbn: 'm4' },
        { title: 'changed', isbn: 'm3' },
        { title: 'null', isbn: null },
      ],
      MERGE,
    )
    expect(rows.map(({ title }: { title: string }) => title)).toEqual(['none', 'new', 'changed', 'null'])
    expect(rows[2]).toEqual({ id: known.id, title: 'changed', isbn: 'm3' })
  })

  test('past a deleted row', async () => {
    const gone = await upsert('{title: "a", isbn: "m5"}', MERGE)
    await library.ask(`mutation { delete_books_by_pk(id: "${gone.id}") { id } }`)
    const made = await upsert('{title: "b", isbn: "m5"}', MERGE)
    expect(made.id).not.toBe(gone.id)
    expect(made.title).toBe('b')
    const { errors } = await library.run(
      one(`{id: "${gone.id}", title: "c"}`, '{resolution: merge_duplicates}'),
    )
    expect(errors?.[0]).toMatchObject({ path: ['row'], extensions: { code: 'already_exists' } })
  })

  test('shows what a later field of the mutation sees', async () => {
    const { a, b } = await library.ask(`mutation {
      a: insert_books_one(object: {title: "1", isbn: "m6"}, on_conflict: ${MERGE}) { id }
      b: insert_books_one(object: {title: "2", isbn: "m6"}, on_conflict: ${MERGE}) { id title }
    }`)
    expect(b).toEqual({ id: a.id, title: '2' })
  })
})

describe('ignore', () => {
  test('of two rows with one id makes the first, and gives null for the second', async () => {
    const id = crypto.randomUUID()
    const rows = ['first', 'second'].map((title) => ({ id, title }))
    const made = await many(rows, '{resolution: ignore_duplicates}')
    expect(made).toEqual([{ id, title: 'first', isbn: null }, null])
  })

  test('leaves the row that exists, and gives null for it', async () => {
    const { id } = await upsert('{title: "a", isbn: "i1"}', IGNORE)
    expect(await upsert('{title: "b", isbn: "i1"}', IGNORE)).toBeNull()
    const byId = `{id: "${id}", title: "b"}`
    expect(await upsert(byId, '{resolution: ignore_duplicates}')).toBeNull()
    expect(await stored('i1')).toEqual([{ id, title: 'a', copies: null }])
  })

  test('of many rows gives those that are new', async () => {
    await upsert('{title: "a", isbn: "i2"}', IGNORE)
    const rows = await many(
      ['i2', 'i3', 'i3'].map((isbn, i) => ({ title: `t${i}`, isbn })),
      IGNORE,
    )
    expect(rows).toEqual([null, { id: expect.any(String), title: 't1', isbn: 'i3' }, null])
  })
})

describe('what cannot be', () => {
  test.each([
    ['{columns: [price], resolution: merge_duplicates}', 'unique constraint'],
    ['{columns: [isbn, price], resolution: ignore_duplicates}', 'unique constraint'],
    ['{columns: [], resolution: merge_duplicates}', 'on_conflict'],
  ])('%s', async (conflict, reason) => {
    const { status, data, errors } = await library.run(one('{title: "x", isbn: "w1"}', conflict))
    expect([status, data]).toEqual([200, null])
    expect(errors?.[0].message).toContain(reason)
    expect(errors?.[0].extensions.code).toBe('invalid_input')
    expect(await stored('w1')).toEqual([])
  })

  test.each([
    '{columns: [colour], resolution: merge_duplicates}',
    '{columns: ["isbn"], resolution: merge_duplicates}',
    '{columns: [isbn]}',
    '{columns: [isbn], resolution: overwrite}',
  ])('%s is not valid', async (conflict) => {
    expect((await library.run(one('{title: "x"}', conflict))).status).toBe(400)
  })

  test('a row that leaves the value to a default, by which nobody could find it', async () => {
    const { id, token } = project
    const code = { name: 'code', data_type: 'text', unique: true, default_value: 'std' }
    const body = { name: 'codes', columns: [code, { name: 'n', data_type: 'integer' }] }
    const table = await app.api('POST', `/projects/${id}/tables`, { token, body })
    expect(table.status, table.text).toBe(201)
    const upsertCode = (object: string) =>
      library.run(
        `mutation { row: insert_codes_one(object: ${object}, on_conflict: {columns: [code], resolution: merge_duplicates}) { code n } }`,
      )
    expect((await upsertCode('{n: 1}')).errors?.[0]).toMatchObject({
      message: 'on_conflict: every row must have a value for code.',
      path: ['row'],
    })
    expect((await upsertCode('{n: 1, code: "std"}')).data.row).toEqual({ code: 'std', n: 1 })
    expect((await upsertCode('{n: 2, code: "std"}')).data.row).toEqual({ code: 'std', n: 2 })
  })

  test('the same row twice', async () => {
    const query = `mutation { insert_books(objects: [{title: "a", isbn: "w2"}, {title: "b", isbn: "w2"}], on_conflict: ${MERGE}) { id } }`
    const { errors } = await library.run(query)
    expect(errors?.[0].message).toContain('same row twice')
    expect(await stored('w2')).toEqual([])
  })
})

describe('policies', () => {
  test("another user's row is neither changed nor shown, one's own is, also by the owner who is filled in", async () => {
    const token = project.token
    const columns = [
      { name: 'user_id', data_type: 'uuid', unique: true },
      { name: 'note', data_type: 'text' },
      { name: 'handle', data_type: 'text', unique: true },
    ]
    await app.api('POST', `/projects/${project.id}/tables`, { token, body: { name: 'profiles', columns } })
    for (const action of ['select', 'insert', 'update'])
      await app.api('POST', `/projects/${project.id}/tables/profiles/rls`, {
        ...{ token, body: { action, subject: 'owner' } },
      })
    const [amina, juma] = [await signUp(app, project), await signUp(app, project)]
    const write = (values: string, column: string, token: string, resolution = 'merge_duplicates') =>
      library.run(
        `mutation { row: insert_profiles_one(object: {${values}}, on_conflict: {columns: [${column}], resolution: ${resolution}}) { id note user_id } }`,
        undefined,
        { token },
      )
    const made = await write('note: "a", handle: "h"', 'user_id', amina.token)
    expect(made.data.row).toMatchObject({ note: 'a', user_id: amina.user.id })
    const again = await write('note: "b"', 'user_id', amina.token)
    expect(again.data.row).toEqual({ ...made.data.row, note: 'b' })
    const stolen = await write('note: "mine", handle: "h"', 'handle', juma.token)
    expect(stolen.data).toBeNull()
    expect(stolen.errors?.[0].extensions.code).toBe('policy_denied')
    const left = await write('note: "mine", handle: "h"', 'handle', juma.token, 'ignore_duplicates')
    expect(left.data).toEqual({ row: null })
    expect((await library.ask('{ profiles { note } }')).profiles).toEqual([{ note: 'b' }])
  })
})

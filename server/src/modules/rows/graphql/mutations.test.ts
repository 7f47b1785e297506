// Mutations in GraphQL: through the same engine and policies as the data API, all fields or none.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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

const ask = (query: string, variables?: object, credential?: object) =>
  library.ask(query, variables, credential)
const count = async (table: string) =>
  (await ask(`{ ${table}_aggregate { count } }`))[`${table}_aggregate`].count

test('insert, update and delete give rows back in any shape', async () => {
  const { one } = await ask(
    `mutation ($book: booksInsert!) { one: insert_books_one(object: $book) { id title author { name } __typename } }`,
    { book: { title: 'New', author_id: library.ids.Ngugi, meta: { a: [1, { b: null }] } } },
  )
  expect(one).toMatchObject({ title: 'New', author: { name: 'Ngugi' }, __typename: 'books' })
  const id = `"${one.id}"`
  const changed = await ask(`mutation {
    update_books_by_pk(id: ${id}, _set: {copies: 9007199254740993, kind: "it\\"s (odd)", price: 0.1, meta: {x: 1.50}}) {
      kind author { books_by_author(where: {id: {_eq: ${id}}}) { copies } } meta
    }
  }`)
  expect(changed.update_books_by_pk).toMatchObject({ kind: 'it"s (odd)', meta: { x: 1.5 } })
  const { text } = await library.run(`{ books_by_pk(id: ${id}) { copies price meta } }`)
  expect(text).toBe('{"data":{"books_by_pk":{"copies":9007199254740993,"price":0.1,"meta":{"x": 1.50}}}}')
  const gone = await ask(`mutation { delete_books_by_pk(id: ${id}) { title author { name } } }`)
  expect(gone).toEqual({ delete_books_by_pk: { title: 'New', author: { name: 'Ngugi' } } })
  expect(await ask(`{ books_by_pk(id: ${id}) { id } }`)).toEqual({ books_by_pk: null })
})

test('many rows come back in the order in which they were given', async () => {
  const objects = Array.from({ length: 300 }, (_, i) => ({ title: `m${i}`, ...(i % 3 ? { copies: i } : {}) }))
  const { rows, __typename } = await ask(
    'mutation ($objects: [booksInsert!]!) { __typename rows: insert_books(objects: $objects) { title } }',
    { objects },
  )
  expect(rows).toEqual(objects.map(({ title }) => ({ title })))
  expect(__typename).toBe('Mutation')
  expect(await ask('mutation { insert_books(objects: []) { id } }')).toEqual({ insert_books: [] })
})

test('all fields or none, in one round trip but for the commit', async () => {
  const before = await count('books')
  const execute = vi.spyOn(app.platform.clusters.main.executor, 'execute')
  const { status, data, errors } = await library.run(`mutation {
    a: insert_books_one(object: {title: "a"}) { id }
    b: update_books_by_pk(id: "${crypto.randomUUID()}", _set: {title: "b"}) { id }
  }`)
  expect(execute).toHaveBeenCalledTimes(1)
  execute.mockRestore()
  expect([status, data]).toEqual([200, null])
  expect(errors).toEqual([expect.objectContaining({ path: ['b'], extensions: { code: 'not_found' } })])
  expect(await count('books')).toBe(before)
})

test('a field sees what the fields before it have done', async () => {
  const id = crypto.randomUUID()
  const { b, c } = await ask(`mutation {
    a: insert_books_one(object: {id: "${id}", title: "seen"}) { id }
    b: update_books_by_pk(id: "${id}", _set: {title: "changed"}) { title }
    c: delete_books_by_pk(id: "${id}") { title }
  }`)
  expect([b, c]).toEqual([{ title: 'changed' }, { title: 'changed' }])
  const again = await library.run(`mutation { delete_books_by_pk(id: "${id}") { id } }`)
  expect(again.errors?.[0].extensions.code).toBe('not_found')
})

describe('what is wrong is said of its field', () => {
  test.each([
    ['insert_books_one(object: {title: "x", copies: "many"}) { id }', 'copies: must be a whole number'],
    ['insert_books_one(object: {title: "x", kind: "poem"}) { id }', 'kind: must be one of novel'],
    ['insert_books_one(object: {title: "x", published: "2026-02-30"}) { id }', 'published'],
    ['insert_books_one(object: {id: "x", title: "x"}) { id }', 'id: must be a UUID'],
    ['insert_books(objects: [{title: "x"}, {title: "\\u0000"}]) { id }', '[1].title: must not contain NUL'],
    ['update_books_by_pk(id: "x", _set: {title: "x"}) { id }', 'id: must be a UUID'],
    ['update_books_by_pk(id: "ID", _set: {}) { id }', 'no column to change'],
    ['update_books_by_pk(id: "ID", _set: {title: null}) { id }', 'title is required'],
    [
      'insert_reviews_one(object: {book_id: "00000000-0000-4000-8000-000000000000"}) { id }',
      'does not exist',
    ],
  ])('%s', async (field, reason) => {
    const { status, data, errors } = await library.run(
      `mutation { fine: insert_authors_one(object: {name: "fine"}) { id } wrong: ${field.replace('ID', library.ids.Utubora ?? '')} }`,
    )
    expect([status, data]).toEqual([200, null])
    expect(errors?.[0].message).toContain(reason)
    // PostgreSQL names the field of a value that it refuses, not the statement.
    if (!reason.startsWith('published')) expect(errors?.[0].path).toEqual(['wrong'])
    expect(await ask('{ authors(where: {name: {_eq: "fine"}}) { id } }')).toEqual({ authors: [] })
  })

  test.each([
    'mutation { insert_books_one(object: {}) { id } }',
    'mutation { insert_books_one(object: {title: "x", created_at: "2026-01-01T00:00:00Z"}) { id } }',
    'mutation { update_books_by_pk(id: "x", _set: {id: "y"}) { id } }',
    'mutation { insert_users_one(object: {email: "a@example.com"}) { id } }',
    'mutation { books { id } }',
    'subscription { books { id } }',
  ])('%s is not valid', async (document) => {
    const { status, data, errors } = await library.run(document)
    expect([status, data]).toEqual([400, undefined])
    expect(errors?.length).toBeGreaterThan(0)
  })
})

describe('policies', () => {
  const make = (stars: number) =>
    `mutation { insert_reviews_one(object: {stars: ${stars}}) { id stars user_id } }`

  test('decide over writes, and rows that a user makes are theirs', async () => {
    const [amina, juma] = [await signUp(app, project), await signUp(app, project)]
    const { insert_reviews_one: made } = await ask(make(4), undefined, { token: amina.token })
    expect(made).toMatchObject({ stars: 4, user_id: amina.user.id })
    for (const field of [
      `update_reviews_by_pk(id: "${made.id}", _set: {stars: 1}) { id }`,
      `delete_reviews_by_pk(id: "${made.id}") { id }`,
    ]) {
      const { errors } = await library.run(`mutation { ${field} }`, undefined, { token: juma.token })
      expect(errors?.[0].extensions.code).toBe('not_found')
    }
    const forged = `mutation { insert_reviews_one(object: {stars: 1, user_id: "${amina.user.id}"}) { id } }`
    const refused = await library.run(forged, undefined, { token: juma.token })
    expect(refused.errors?.[0].extensions.code).toBe('policy_denied')
    const seen = `{ reviews_by_pk(id: "${made.id}") { stars } }`
    expect(await ask(seen, undefined, { token: amina.token })).toEqual({ reviews_by_pk: { stars: 4 } })
    const visible = await library.run(
      `mutation { delete_books_by_pk(id: "${library.ids.Utubora}") { id } }`,
      undefined,
      {
        token: juma.token,
      },
    )
    expect(visible.errors?.[0].extensions.code).toBe('policy_denied')
  })

  test('who may insert but not read gets null for the row', async () => {
    const rls = `/projects/${project.id}/tables/authors/rls`
    await app.api('POST', rls, { token: project.token, body: { action: 'insert', subject: 'public' } })
    const withoutReturning = 'mutation { insert_authors_one(object: {name: "withoutReturning"}) { id name } }'
    expect(await ask(withoutReturning, undefined, { key: project.publishable })).toEqual({
      insert_authors_one: null,
    })
    expect(
      (await ask('{ authors(where: {name: {_eq: "withoutReturning"}}) { name } }')).authors,
    ).toHaveLength(1)
  })

  test('a key that may only read cannot write, nor can a viewer', async () => {
    const body = { name: 'reader', scopes: ['data:read'] }
    const key = (await app.api('POST', `/projects/${project.id}/api-keys`, { token: project.token, body }))
      .data.key
    const viewer = await app.register()
    const { data } = await app.api('GET', `/projects/${project.id}`, { token: project.token })
    await app.api('POST', `/organisations/${data.organisation_id}/members`, {
      token: project.token,
      body: { email: viewer.user.email, role: 'viewer' },
    })
    for (const [credential, reason, code] of [
      [{ key }, 'lacks the scope data:write', 'scope_missing'],
      [{ token: viewer.token }, 'data:write', 'permission_missing'],
    ] as const) {
      expect((await library.run('{ books { id } }', undefined, credential)).status).toBe(200)
      const { status, errors } = await library.run(make(1), undefined, credential)
      expect([status, errors?.[0]]).toEqual([
        403,
        { message: expect.stringContaining(reason), extensions: { code } },
      ])
    }
    const none = { name: 'none', scopes: ['storage:read'] }
    const other = (
      await app.api('POST', `/projects/${project.id}/api-keys`, { token: project.token, body: none })
    ).data.key
    expect((await library.run('{ books { id } }', undefined, { key: other })).status).toBe(403)
  })
})

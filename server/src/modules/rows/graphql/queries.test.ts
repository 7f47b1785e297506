// Queries in GraphQL: fields, relationships, arguments, fragments and directives, each field in one statement.
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
const titles = async (args: string) =>
  (await ask(`{ books(${args}) { title } }`)).books.map((row: { title: string }) => row.title)

describe('rows', () => {
  test('with columns, aliases, relationships in both directions and type names', async () => {
    const data = await ask(`{
      works: books(order_by: [{title: asc}]) {
        __typename name: title price
        author { name books_by_author(order_by: [{title: desc}], limit: 1) { title } }
        reviews(where: {stars: {_gt: 2}}) { stars book { title } }
      }
    }`)
    expect(data).toEqual({
      works: [
        {
          ...{ __typename: 'books', name: 'Kusadikika', price: 99.5 },
          author: { name: 'Shaaban', books_by_author: [{ title: 'Utubora' }] },
          reviews: [],
        },
        {
          ...{ __typename: 'books', name: 'Matigari', price: null },
          author: { name: 'Ngugi', books_by_author: [{ title: 'Matigari' }] },
          reviews: [],
        },
        {
          ...{ __typename: 'books', name: 'Utubora', price: 10.1 },
          author: { name: 'Shaaban', books_by_author: [{ title: 'Utubora' }] },
          reviews: [{ stars: 5, book: { title: 'Utubora' } }],
        },
      ],
    })
  })

  test('through a link table, from both ends, as any other list', async () => {
    const data = await ask(`{
      books(where: {shelves_through_placings: {name: {_eq: "classics"}}}, order_by: [{title: asc}]) {
        title
        shelves_through_placings(where: {name: {_like: "%s"}}, order_by: [{name: desc}], limit: 1) {
          name books_through_placings(order_by: [{title: asc}], offset: 1) { title }
        }
      }
      authors(where: {authors_through_books_by_editor_id: {name: {_eq: "Ngugi"}}}) {
        name authors_through_books_by_editor_id { name } authors_through_books_by_author_id { name }
      }
    }`)
    expect(data).toEqual({
      books: [
        {
          title: 'Matigari',
          shelves_through_placings: [{ name: 'classics', books_through_placings: [{ title: 'Utubora' }] }],
        },
        { title: 'Utubora', shelves_through_placings: [{ name: 'novels', books_through_placings: [] }] },
      ],
      authors: [
        {
          name: 'Shaaban',
          authors_through_books_by_editor_id: [{ name: 'Ngugi' }],
          authors_through_books_by_author_id: [],
        },
      ],
    })
  })

  test('one by its id, and null where there is none', async () => {
    const query = 'query ($id: UUID!) { books_by_pk(id: $id) { title editor { name } } }'
    const found = await ask(query, { id: library.ids.Utubora?.toUpperCase() })
    expect(found).toEqual({ books_by_pk: { title: 'Utubora', editor: { name: 'Ngugi' } } })
    expect(await ask(query, { id: crypto.randomUUID() })).toEqual({ books_by_pk: null })
  })

  test('counted', async () => {
    const query =
      '{ books_aggregate(where: {author: {name: {_eq: "Shaaban"}}}) { n: count count __typename } }'
    expect(await ask(query)).toEqual({ books_aggregate: { n: 2, count: 2, __typename: 'booksAggregate' } })
  })

  test('numbers keep all their digits', async () => {
    const { text } = await library.run('{ books(where: {title: {_eq: "Utubora"}}) { copies price } }')
    expect(text).toBe('{"data":{"books":[{"copies":9007199254740993,"price":10.10}]}}')
    const query = 'query ($n: BigInt!) { books(where: {copies: {_eq: $n}}) { title } }'
    const raw = `{"query":${JSON.stringify(query)},"variables":{"n":9007199254740993}}`
    const options = { key: project.secret, raw }
    const { text: exact } = await app.api('POST', `/projects/${project.id}/graphql`, options)
    expect(exact).toBe('{"data":{"books":[{"title":"Utubora"}]}}')
    expect(await titles('where: {copies: {_eq: 9007199254740993}}')).toEqual(['Utubora'])
    expect(await titles('where: {copies: {_eq: 9007199254740992}}')).toEqual([])
  })
})

describe('arguments', () => {
  test.each([
    ['where: {title: {_in: ["Utubora", "x"]}}', ['Utubora']],
    ['where: {title: {_nin: ["Utubora", "x"]}}', ['Kusadikika', 'Matigari']],
    ['where: {title: {_ilike: "%A%", _neq: "Matigari"}}', ['Kusadikika', 'Utubora']],
    ['where: {price: {_is_null: true}}', ['Matigari']],
    ['where: {price: {_is_null: false}}', ['Kusadikika', 'Utubora']],
    ['where: {price: {_gte: 10.10, _lt: "99"}}', ['Utubora']],
    ['where: {_or: [{title: {_eq: "Utubora"}}, {copies: {_eq: 3}}]}', ['Matigari', 'Utubora']],
    ['where: {_not: {title: {_eq: "Utubora"}}, _and: [{copies: {_lt: 3}}]}', ['Kusadikika']],
    ['where: {_or: []}', []],
    ['where: {_and: []}', ['Kusadikika', 'Matigari', 'Utubora']],
    ['where: null', ['Kusadikika', 'Matigari', 'Utubora']],
    ['where: {author: {books_by_editor: {title: {_eq: "Utubora"}}}}', ['Matigari']],
    ['where: {_not: {reviews: {}}}', ['Kusadikika', 'Matigari']],
    ['where: {reviews: {stars: {_eq: 2}}}', ['Utubora']],
    ['where: {kind: {_eq: "novel"}}', ['Kusadikika']],
    ['limit: 2', ['Kusadikika', 'Matigari']],
    ['limit: 2, offset: 1', ['Matigari', 'Utubora']],
    ['limit: 0', []],
  ])('%s', async (args, expected) => {
    expect(await titles(`order_by: [{title: asc}], ${args}`)).toEqual(expected)
  })

  test('a cursor goes on behind a row', async () => {
    const all = (await ask('{ books { id } }')).books.map(({ id }: { id: string }) => id)
    const query = 'query ($c: UUID) { books(cursor: $c, limit: 9) { id } }'
    const rest = (await ask(query, { c: all[0] })).books.map(({ id }: { id: string }) => id)
    expect([all[0], ...rest]).toEqual(all)
  })
})

test('fragments, variables and directives', async () => {
  const query = `
    query ($with: Boolean!, $title: String = "Utubora") {
      ...Root
      books(where: {title: {_eq: $title}}) { ...Short ... on books { id @skip(if: true) copies @include(if: $with) } }
    }
    fragment Root on Query { books { author { ...Name } } }
    fragment Short on books { title author { id @skip(if: $with) } }
    fragment Name on authors { name }`
  const wrong = await library.run(query, { with: false })
  expect([wrong.status, wrong.errors?.[0].message]).toEqual([400, expect.stringContaining('conflict')])
  const right = query.replace(
    'fragment Root on Query { books {',
    'fragment Root on Query { books(where: {title: {_eq: $title}}) {',
  )
  expect(await ask(right, { with: true })).toEqual({
    books: [{ author: { name: 'Shaaban' }, title: 'Utubora', copies: expect.any(Number) }],
  })
  expect(Object.keys((await ask(right, { with: false })).books[0].author)).toEqual(['name', 'id'])
})

test('each field is one statement, and all of them one round trip', async () => {
  const execute = vi.spyOn(app.platform.clusters.main.executor, 'execute')
  await ask(
    '{ a: books { title author { name } reviews { stars } } b: authors { name } books_aggregate { count } }',
  )
  expect(execute).toHaveBeenCalledTimes(1)
  expect(execute.mock.calls[0]?.[2]).toHaveLength(3)
  execute.mockRestore()
})

describe('policies', () => {
  test('hold for every table in a query', async () => {
    const { token } = await signUp(app, project)
    const query =
      '{ books(order_by: [{title: asc}]) { title author { name } reviews { stars } } reviews_aggregate { count } }'
    const none = { author: null, reviews: [] }
    expect(await ask(query, undefined, { token })).toEqual({
      books: ['Kusadikika', 'Matigari', 'Utubora'].map((title) => ({ title, ...none })),
      reviews_aggregate: { count: 0 },
    })
    const filter = '{ books(where: {author: {name: {_like: "%"}}}) { title } }'
    expect(await ask(filter, undefined, { token })).toEqual({ books: [] })
    expect(await ask(query, undefined, { token: project.token })).toMatchObject({
      reviews_aggregate: { count: 2 },
    })
  })

  test('of a link table and of both its ends decide who is related', async () => {
    const { token } = await signUp(app, project)
    const query = '{ books(where: {title: {_eq: "Utubora"}}) { shelves_through_placings { name } } }'
    const shelves = async (credential: object) =>
      (await ask(query, undefined, credential)).books[0].shelves_through_placings
    const allow = (table: string) =>
      app.api('POST', `/projects/${project.id}/tables/${table}/rls`, {
        ...{ token: project.token, body: { action: 'select', subject: 'public' } },
      })
    expect(await shelves({ token })).toEqual([])
    await allow('shelves')
    expect(await shelves({ token })).toEqual([])
    await allow('placings')
    expect(await shelves({ token })).toHaveLength(2)
    expect(await shelves({ key: project.secret })).toHaveLength(2)
  })

  test('the schema is told to keys of servers and to dashboard users, not to strangers', async () => {
    const { token } = await signUp(app, project)
    const query = '{ __schema { queryType { name } } }'
    for (const credential of [{ key: project.secret }, { token: project.token }])
      expect(await ask(query, undefined, credential)).toEqual({ __schema: { queryType: { name: 'Query' } } })
    for (const credential of [{ key: project.publishable }, { token }]) {
      const { data, errors } = await library.run(
        `{ __typename s: __schema { types { name } } }`,
        undefined,
        credential,
      )
      expect(data).toEqual({ __typename: 'Query', s: null })
      expect(errors?.[0]).toMatchObject({ path: ['s'], extensions: { code: 'wrong_credentials' } })
      const guess = await library.run('{ book { title } }', undefined, credential)
      expect(guess.errors?.[0].message).not.toContain('books')
    }
    const hint = await library.run('{ book { title } }')
    expect(hint.errors?.[0].message).toContain('Did you mean "books"')
  })
})

describe('a query that is sent again', () => {
  const query =
    'query ($min: BigInt) { books(where: {copies: {_gte: $min}}, order_by: [{title: asc}]) { title } }'
  const titles = async (variables: object, credential?: object) =>
    (await library.ask(query, variables, credential)).books.map((row: { title: string }) => row.title)

  test('goes by the variables and the rows of the moment', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await titles({ min: 3 })).toEqual(['Matigari', 'Utubora'])
      expect(await titles({ min: 4 })).toEqual(['Utubora'])
    }
    const body = { copies: 5 }
    const path = `/data/books/${library.ids.Matigari}`
    expect((await app.api('PATCH', path, { key: project.secret, body })).status).toBe(200)
    expect(await titles({ min: 4 })).toEqual(['Matigari', 'Utubora'])
  })

  test('goes by who sends it', async () => {
    const reviews = '{ reviews { stars } }'
    expect((await library.ask(reviews)).reviews).toHaveLength(2)
    expect((await library.ask(reviews, {}, { key: project.publishable })).reviews).toEqual([])
  })

  test('goes by the project and its tables as they are', async () => {
    const ask = (id: string, key: string) =>
      app.api('POST', `/projects/${id}/graphql`, { key, body: { query: '{ books { title } }' } })
    expect((await ask(project.id, project.secret)).body.data.books).toHaveLength(3)
    const other = await app.createProject()
    expect((await ask(other.id, other.secret)).status).toBe(400)
    const make = {
      token: other.token,
      body: { name: 'books', columns: [{ name: 'title', data_type: 'text' }] },
    }
    expect((await app.api('POST', `/projects/${other.id}/tables`, make)).status).toBe(201)
    expect((await ask(other.id, other.secret)).body.data).toEqual({ books: [] })
    const column = `/projects/${other.id}/tables/books/columns/title`
    expect((await app.api('DELETE', column, { token: other.token })).status).toBeLessThan(300)
    expect((await ask(other.id, other.secret)).status).toBe(400)
  })
})

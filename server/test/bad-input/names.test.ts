// Names that do not exist, wherever one can be given: the nearest ones, or all where they are few.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Case, tryCase, type Words } from './refusals.ts'

let app: TestApp
let project: TestProject
let words: Words
let user: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { id, token } = project
  const columns = [
    { name: 'title', data_type: 'text' },
    { name: 'author_id', data_type: 'uuid' },
  ]
  const board = [...columns]
  columns.push({ name: 'board_id', data_type: 'uuid' })
  const make = async (path: string, body: object) => {
    const made = await app.api('POST', `/projects/${id}${path}`, { token, body })
    expect(made.status, made.text).toBe(201)
  }
  await make('/tables', { name: 'authors' })
  await make('/tables', { name: 'books', columns })
  await make('/tables', { name: 'board', columns: board })
  const link = (from_table: string, from_column: string, to_table: string) =>
    make('/schema/relationships', {
      from_table,
      from_column,
      to_table,
      to_column: 'id',
      on_delete: 'restrict',
    })
  await link('books', 'author_id', 'authors')
  await link('board', 'author_id', 'authors')
  await link('books', 'board_id', 'board')
  await make('/tables/board/rls', { action: 'select', subject: 'public' })
  words = { PROJECT: id, TOKEN: token, SECRET: project.secret }
  user = (await signUp(app, project)).token
})
afterAll(() => app.stop())

const key = { key: 'SECRET' }
const P = '/projects/PROJECT'
const by = (body: object) => ({ token: 'TOKEN', body })
const query = (config: object, table_slug = 'books') => by({ table_slug, config })
const columns = ['titel']

const CASES: readonly Case[] = [
  ['a table', 'GET', '/data/boks', key, 404, 'Did you mean books?'],
  ['a table of records', 'GET', `${P}/tables/boks/records`, by({}), 404, 'Did you mean books?'],
  [
    'a table of a batch',
    'POST',
    '/batch',
    { ...key, body: { operations: [{ method: 'POST', table: 'boks', body: {} }] } },
    400,
    'Did you mean books?',
  ],
  [
    'a table that is written',
    'PATCH',
    '/data/boks?id=is.not.null',
    { ...key, body: {} },
    404,
    'Did you mean books?',
  ],
  ['a table of the schema', 'GET', `${P}/tables/boks`, by({}), 404, 'Did you mean books?'],
  ['a table with policies', 'GET', `${P}/tables/boks/rls`, by({}), 404, 'Did you mean books?'],
  [
    'a table that gets a column',
    'POST',
    `${P}/tables/boks/columns`,
    by({ name: 'a', data_type: 'text' }),
    404,
    'Did you mean books?',
  ],
  ['a table of a query', 'POST', `${P}/query/run`, query({}, 'boks'), 400, 'Did you mean books?'],
  [
    'a table of a join',
    'POST',
    `${P}/query/run`,
    query({ joins: [{ type: 'LEFT JOIN', table: 'autors' }] }),
    400,
    'Did you mean authors?',
  ],
  [
    'a table of SQL',
    'POST',
    `${P}/query/exec`,
    by({ sql: 'select * from boks' }),
    400,
    'Did you mean books?',
  ],
  ['a table to watch', 'POST', `${P}/realtime/connect?table=boks`, key, 404, 'Did you mean books?'],
  [
    'a table of a condition',
    'POST',
    `${P}/tables/books/rls`,
    by({ action: 'select', subject: 'public', condition: 'exists (select 1 from autors)' }),
    400,
    'Did you mean authors?',
  ],
  [
    'a table that is named in a condition',
    'POST',
    `${P}/tables/books/rls`,
    by({ action: 'select', subject: 'public', condition: 'boks.title is null' }),
    400,
    'Did you mean books?',
  ],
  [
    'a table of a relationship',
    'POST',
    `${P}/schema/relationships`,
    by({ from_table: 'boks', from_column: 'author_id', to_table: 'authors', to_column: 'id' }),
    400,
    'from_table: there is no table boks. Did you mean books?',
  ],
  [
    'a column of a relationship',
    'POST',
    `${P}/schema/relationships`,
    by({ from_table: 'books', from_column: 'autor_id', to_table: 'authors', to_column: 'id' }),
    400,
    'Did you mean author_id?',
  ],
  [
    'a column of the schema',
    'PATCH',
    `${P}/tables/books/columns/titel`,
    by({ description: 'x' }),
    404,
    'Did you mean title?',
  ],
  ['a column of a filter', 'GET', '/data/books?titel=eq.a', key, 400, 'Did you mean title?'],
  ['a column of an order', 'GET', '/data/books?order=titel.asc', key, 400, 'Did you mean title?'],
  [
    'a column that looks like one of a relation',
    'GET',
    '/data/books?titel.x=eq.a',
    key,
    400,
    'Did you mean title?',
  ],
  ['a relation', 'GET', '/data/books?select=autor(id)', key, 400, 'Did you mean author?'],
  [
    'a column of a relation',
    'GET',
    '/data/books?select=author(id)&author.creatd_at=is.null',
    key,
    400,
    'Did you mean created_at or',
  ],
  ['a column of a write by filter', 'DELETE', '/data/books?titel=eq.a', key, 400, 'Did you mean title?'],
  ['a column of a row', 'POST', '/data/books', { ...key, body: { titel: 'a' } }, 400, 'Did you mean title?'],
  [
    'a column of an upsert',
    'POST',
    '/data/books?on_conflict=titel',
    { ...key, body: {}, headers: { prefer: 'resolution=merge-duplicates' } },
    400,
    'Did you mean title?',
  ],
  ['a column of a query', 'POST', `${P}/query/run`, query({ columns }), 400, 'Did you mean title?'],
  [
    "a column of a query's filter",
    'POST',
    `${P}/query/run`,
    query({ filters: [{ column: 'titel', operator: 'eq', value: 'a' }] }),
    400,
    'Did you mean title?',
  ],
  [
    'a table of a name in a query',
    'POST',
    `${P}/query/preview`,
    query({ columns: ['boks.title'] }),
    400,
    'Did you mean books?',
  ],
  [
    'a column of SQL',
    'POST',
    `${P}/query/exec`,
    by({ sql: 'select titel from books' }),
    400,
    'Did you mean title?',
  ],
  [
    'a column of a condition',
    'POST',
    `${P}/tables/books/rls`,
    by({ action: 'select', subject: 'public', condition: 'titel is null' }),
    400,
    'Did you mean title?',
  ],
  [
    'a name that is near no other',
    'GET',
    '/data/books?publisher=eq.a',
    key,
    400,
    'There are id, title, author_id, board_id, created_at, updated_at, deleted_at.',
  ],
]

test.each(CASES)('%s: %s %s', async (...one) => {
  await tryCase(app, words, one)
})

test.each([
  ['{ boks { id } }', 'Did you mean \\"books\\"'],
  ['{ books { titel } }', 'Did you mean \\"title\\"'],
  ['{ books(where: {titel: {_eq: "a"}}) { id } }', 'Did you mean \\"title\\"'],
  ['{ books(order_by: {titel: asc}) { id } }', 'Did you mean \\"title\\"'],
])('GraphQL: %s', async (query, near) => {
  const { text } = await app.api('POST', `/projects/${project.id}/graphql`, {
    key: project.secret,
    body: { query },
  })
  expect(text).toContain(near)
})

describe('names of tables that no policy opens to the caller', () => {
  const callers = () => [{ key: project.publishable }, { token: user }]

  test.each([
    ['GET', '/data/boks', undefined],
    ['POST', '/data/boks', {}],
    ['DELETE', '/data/boks?id=is.not.null', undefined],
    ['GET', '/projects/PROJECT/tables/boks/records', undefined],
    ['POST', '/batch', { operations: [{ method: 'POST', table: 'boks', body: {} }] }],
    ['POST', '/projects/PROJECT/query/run', { table_slug: 'boks', config: {} }],
    ['POST', '/projects/PROJECT/query/exec', { sql: 'select * from boks' }],
    ['POST', '/projects/PROJECT/realtime/connect?table=boks', {}],
  ])('are in no answer of %s %s', async (method, path, body) => {
    for (const caller of callers()) {
      const answer = await app.api(method, path.replace('PROJECT', project.id), { ...caller, body })
      expect([400, 404], answer.text).toContain(answer.status)
      expect(answer.text).toContain('boks')
      expect(answer.text).not.toMatch(/books|authors/)
    }
  })

  test('are in no answer about relationships', async () => {
    const policies = `/projects/${project.id}/tables/board/rls`
    const ids = ['insert', 'delete'].map(async (action) => {
      const body = { action, subject: 'public' }
      return (await app.api('POST', policies, { token: project.token, body })).data.id
    })
    const made = await Promise.all(ids)
    const title = 'pinned'
    const [pinned] = (await app.api('POST', '/data/board', { key: project.secret, body: [{ title }] })).data
    await app.api('POST', '/data/books', { key: project.secret, body: { board_id: pinned.id } })
    const lost = { author_id: crypto.randomUUID() }
    for (const caller of callers()) {
      const answers = [
        await app.api('GET', '/data/board?select=title,writer(name)', caller),
        await app.api('POST', '/data/board', { ...caller, body: lost }),
        await app.api('DELETE', `/data/board/${pinned.id}`, caller),
      ]
      expect(answers.map(({ status }) => status)).toEqual([400, 409, 409])
      expect(answers.map(({ body }) => body.message)).toEqual([
        'select: board has no relationship writer. It has none.',
        'author_id refers to a row that does not exist.',
        'The row is still referred to by other rows.',
      ])
      expect(answers.map(({ text }) => text).join()).not.toMatch(/books|authors/)
    }
    const named = await app.api('POST', '/data/board', { key: project.secret, body: lost })
    expect(named.body.message).toBe('author_id refers to a row of authors that does not exist.')
    for (const id of made) await app.api('DELETE', `${policies}/${id}`, { token: project.token })
  })

  test('are, once a policy does', async () => {
    for (const caller of callers()) {
      const { status, body } = await app.api('GET', '/data/bord', caller)
      expect([status, body.message]).toEqual([404, 'The table bord was not found. Did you mean board?'])
      expect((await app.api('GET', '/data/books', caller)).data).toEqual([])
    }
    const path = `/projects/${project.id}/tables/books/rls`
    const body = { action: 'insert', subject: 'authenticated' }
    const made = await app.api('POST', path, { token: project.token, body })
    const near = async (caller: object) => (await app.api('GET', '/data/boks', caller)).body.message
    expect(await near({ token: user })).toContain('Did you mean books?')
    expect(await near({ key: project.publishable })).not.toContain('books')
    await app.api('DELETE', `${path}/${made.data.id}`, { token: project.token })
    expect(await near({ token: user })).not.toContain('books')
  })
})

// GraphQL under attack: documents that are wrong, deep, wide or repeat themselves, and names that are no names.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const nest = (levels: number): string =>
  levels === 0
    ? 'id'
    : levels % 2
      ? `author { ${nest(levels - 1)} }`
      : `books_by_author(limit: 1) { ${nest(levels - 1)} }`
const times = (count: number, item: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join(' ')

describe('documents that cannot run', () => {
  test.each([
    ['nothing', '', 'Syntax Error'],
    ['half a document', '{ books', 'Syntax Error'],
    ['no operation', 'fragment F on books { id }', ''],
    ['an unknown field', '{ books { nothing } }', 'Cannot query field "nothing"'],
    ['an unknown argument', '{ books(first: 1) { id } }', 'Unknown argument "first"'],
    [
      'a fragment in a circle',
      '{ books { ...F } } fragment F on books { author { books_by_author { ...F } } }',
      'itself',
    ],
    ['an unknown directive', '{ books @defer { id } }', 'Unknown directive'],
    ['a variable that is missing', 'query ($id: UUID!) { books_by_pk(id: $id) { id } }', '$id'],
    ['several operations', 'query A { books { id } } query B { books { id } }', 'operationName'],
    ['a name as SQL', '{ books(order_by: [{title: "asc; drop table books"}]) { id } }', 'Direction'],
    ['an alias as SQL', '{ "x\\"": books { id } }', 'Syntax Error'],
    ['the inside', '{ pg_class { id } }', 'Cannot query field'],
    ['too many tokens', `{ ${times(5000, (i) => `a${i}`)} }`, 'tokens'],
    ['brackets without end', `{ books(where: ${'{_not: '.repeat(900)}`, ''],
    ['lists without end', `{ books(where: {meta: ${'['.repeat(1900)}`, ''],
    ['selections without end', '{ a '.repeat(900), ''],
  ])('%s', async (_what, query, reason) => {
    const { status, data, errors, headers } = await library.run(query)
    expect([status, data]).toEqual([400, undefined])
    expect(errors?.[0].message).toContain(reason)
    expect(errors?.[0].extensions.code).toBe('invalid_input')
    expect(String(headers['content-type'])).toContain('application/json')
  })

  test.each([
    [{}, 'query is required'],
    [{ query: 1 }, 'query'],
    [{ query: '{ books { id } }', variables: [] }, 'variables'],
    [{ query: ' '.repeat(50_001) }, 'at most 50000 characters'],
  ])('a body such as %j', async (body, reason) => {
    const answer = await app.api('POST', `/projects/${project.id}/graphql`, { key: project.secret, body })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(reason)])
  })
})

describe('requests that would cost too much', () => {
  test.each([
    ['depth', `{ books(limit: 1) { ${nest(9)} } }`, 'at most 8 levels deep'],
    ['width', `{ books { ${times(31, (i) => `a${i}: author { id }`)} } }`, 'at most 30 relationships'],
    [
      'rows',
      '{ books(limit: 200) { reviews(limit: 200) { book { reviews(limit: 200) { id } } } } }',
      'more than 1000000 rows',
    ],
    [
      'filters',
      `{ books(where: {_or: [${times(51, () => '{copies: {_eq: 1}}')}]}) { id } }`,
      'at most 50 filters',
    ],
    [
      'a long list',
      `{ books(where: {copies: {_in: [${times(1001, String)}]}}) { id } }`,
      'at most 1000 values',
    ],
    ['a large page', '{ books(limit: 201) { id } }', 'limit'],
    ['a page before the first', '{ books(offset: -1) { id } }', 'offset'],
    ['a long alias', `{ books { ${'a'.repeat(64)}: id } }`, 'at most 63 characters'],
    ['a cursor with another order', '{ books(cursor: "x", order_by: [{title: asc}]) { id } }', 'cursor'],
    ['null compared', '{ books(where: {title: {_eq: null}}) { id } }', '_is_null'],
  ])('%s', async (_what, query, reason) => {
    const { status, errors } = await library.run(query)
    expect(status).toBe(200)
    expect(errors?.[0].message).toContain(reason)
    expect(errors?.[0].extensions.code).toBe('invalid_input')
  })

  test('fragments that double themselves at each level', async () => {
    const levels = times(
      7,
      (i) => `fragment F${i} on authors { a: books_by_author(limit: 1) { author { ...F${i + 1} } }
      b: books_by_author(limit: 1) { author { ...F${i + 1} } } }`,
    )
    const { errors } = await library.run(`{ authors { ...F0 } } ${levels} fragment F7 on authors { id }`)
    expect(errors?.[0].message).toContain('at most')
  })

  test('fields that are named again and again are one field, and too many are refused', async () => {
    const repeated = (count: number) =>
      library.run(`{ books(limit: 1) { ${times(count, () => 'kind: title')} } }`)
    expect((await repeated(100)).data.books).toEqual([{ kind: expect.any(String) }])
    const wide = await repeated(201)
    expect([wide.status, wide.errors?.[0].message]).toEqual([400, 'A selection has at most 200 entries.'])
  })

  test('many root fields: what fails alone fails alone', async () => {
    const query = `{ ${times(20, (i) => `a${i}: books(where: {published: {_eq: "${i === 7 ? 'x' : '2026-01-01'}"}}) { id }`)} }`
    const { data, errors } = await library.run(query)
    expect(errors).toHaveLength(1)
    expect(errors?.[0].path).toEqual(['a7'])
    expect(errors?.[0].message).toContain('published')
    expect(data.a6).toEqual([])
    expect(data.a7).toBeNull()
    const more = await library.run(`{ ${times(21, (i) => `a${i}: books { id }`)} }`)
    expect([more.status, more.errors?.[0].message]).toEqual([
      200,
      expect.stringContaining('at most 20 fields'),
    ])
  })
})

test('introspection in circles is refused', async () => {
  const around = (levels: number): string =>
    levels === 0 ? 'name' : `fields { type { ${around(levels - 1)} } }`
  const { status } = await library.run(`{ __schema { types { ${around(9)} } } }`)
  expect(status).toBe(400)
})

test('introspection that repeats itself by aliases and fragments is refused before it is made', async () => {
  const fields = times(50, (i) => `a${i}: fields { ...F }`)
  const fragment = 'fragment F on __Field { name args { name type { name } } type { name ofType { name } } }'
  const { errors, text } = await library.run(`{ __schema { types { ${fields} } } } ${fragment}`)
  expect(errors?.[0].message).toContain('too much of the schema')
  expect(text.length).toBeLessThan(1_000)
  const twice = await library.run('{ a: __schema { types { name } } b: __schema { types { name } } }')
  expect(twice.errors?.[0].message).toContain('at most once')
  const doubled = times(
    20,
    (i) => `fragment F${i} on books { author { ...F${i + 1} } a: author { ...F${i + 1} } }`,
  )
  const refused = await library.run(`{ books { ...F0 } } ${doubled} fragment F20 on books { id }`)
  expect([refused.status, refused.errors?.[0].message]).toEqual([
    400,
    expect.stringContaining('at most 5000 fields'),
  ])
})

test("another project's tables do not exist, and its address is closed", async () => {
  const other = await app.createProject()
  const table = { name: 'theirs' }
  await app.api('POST', `/projects/${other.id}/tables`, { token: other.token, body: table })
  expect((await library.run('{ theirs { id } }')).status).toBe(400)
  const body = { query: '{ theirs { id } }' }
  const path = `/projects/${other.id}/graphql`
  expect((await app.api('POST', path, { key: project.secret, body })).status).toBe(403)
  expect((await app.api('POST', path, { token: project.token, body })).status).toBe(403)
  expect((await app.api('POST', path, { body })).status).toBe(401)
  expect((await app.api('POST', path, { token: other.token, body })).body).toEqual({ data: { theirs: [] } })
})

test('the answer is of the type that was asked for', async () => {
  const type = 'application/graphql-response+json'
  const options = { key: project.secret, body: { query: '{ __typename }' }, headers: { accept: type } }
  const answer = await app.api('POST', `/projects/${project.id}/graphql`, options)
  expect([answer.text, answer.headers['content-type']]).toEqual([
    '{"data":{"__typename":"Query"}}',
    `${type}; charset=utf-8`,
  ])
})

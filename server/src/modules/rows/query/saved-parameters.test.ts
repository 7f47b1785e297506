// Parameters of saved SQL: named in its text, bound as values of PostgreSQL, never part of the SQL.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { type CallOptions, startTestApp, type TestApp } from '#test/harness.ts'
import { type Library, openLibrary } from '#test/library.ts'

let app: TestApp
let library: Library
let base: string
let secret: CallOptions
let names = 0

beforeAll(async () => {
  app = await startTestApp()
  library = await openLibrary(app)
  base = `/projects/${library.project.id}/query/saved`
  secret = { key: library.project.secret }
})
afterAll(() => app.stop())

const save = (sql: string) => {
  names += 1
  return app.api('POST', base, { ...secret, body: { name: `q${names}`, sql } })
}
const run = (id: string, params?: object, caller = secret) =>
  app.api('POST', `${base}/${id}/run`, { ...caller, ...(params && { body: { params } }) })

async function result(sql: string, params?: object) {
  const saved = await save(sql)
  expect(saved.status, saved.text).toBe(201)
  const answer = await run(saved.data.id, params)
  expect(answer.status, answer.text).toBe(200)
  return answer.data.rows.map((row: object) => Object.values(row)[0])
}

const TITLES = 'select title from books where n >= :min and n < :max order by title'

test('a query says which parameters it takes, and runs with their values', async () => {
  const saved = await save(TITLES)
  expect(saved.data).toMatchObject({ sql: TITLES, params: ['min', 'max'] })
  const answer = await run(saved.data.id, { min: 1, max: 3 })
  expect(answer.data).toMatchObject({
    rows: [{ title: 'Afterlives' }, { title: 'Anonymous' }, { title: 'Petals of Blood' }],
    sql: TITLES,
  })
  expect((await run(saved.data.id, { max: 2, min: 1 })).data.rows).toHaveLength(1)
  const listed = (await app.api('GET', base, secret)).data
  expect(listed.find(({ id }: { id: string }) => id === saved.data.id).params).toEqual(['min', 'max'])
  await app.api('DELETE', `${base}/${saved.data.id}`, secret)
})

describe('what is a parameter', () => {
  test.each([
    ['select :a', { a: "x'; drop table books; --" }, "x'; drop table books; --"],
    ['select :a || :b || :a', { a: 'x', b: 'y' }, 'xyx'],
    ["select ':a' || :a -- :b\n/* :c */", { a: 'x' }, ':ax'],
    ['select :n::integer + 1', { n: '41' }, 42],
    ['select cast(:n as bigint)', { n: 7 }, 7],
    ['select :a::text is null', { a: null }, true],
    ['select 2 = any(:list::integer[])', { list: [1, 2] }, true],
    ['select (array[1, 2, 3])[2:3]', {}, [2, 3]],
    ['select (array[1, 2, 3])[1:n] from books where title = $$Afterlives$$', {}, [1]],
    ['select (array[1, 2, 3])[1:(:n)]', { n: 2 }, [1, 2]],
    ['select array[:a, :b::text]', { a: 'x', b: 'y' }, ['x', 'y']],
    ['select :limit', { limit: 'a word of SQL' }, 'a word of SQL'],
    ["select 'é' || :a", { a: 'ü' }, 'éü'],
    ['select title from books where title ~ :pattern and n = 1', { pattern: '^A' }, 'Afterlives'],
    ["select repeat('x', :n)", { n: 3 }, 'xxx'],
    ['select $$:a$$ || :a', { a: 1 }, ':a1'],
    ['select n from books where n = 1 limit:n', { n: 1 }, 1],
    ['select case when false then 0 else:n::integer end', { n: 1 }, 1],
    ["select (array['ab' like :a, 1 between :n and :n])[1:2]", { a: 'a%', n: 1 }, [true, true]],
    ['select (array[1, 2, 3])[1::int:n] from books where n = 1', {}, [1]],
  ])('%s', async (sql, params, expected) => {
    expect(await result(sql, params)).toEqual([expected])
  })

  test('ten and more of them', async () => {
    const letters = [...'abcdefghijklm']
    const sql = `select ${letters.map((letter) => `:${letter}`).join(' || ')}`
    const params = Object.fromEntries(letters.map((letter) => [letter, letter]))
    expect(await result(sql, params)).toEqual([letters.join('')])
  })
})

describe('what is refused says why', () => {
  test('values that are missing, unknown or of another type', async () => {
    const { id } = (await save('select title from books where n = :n and title <> :title')).data
    const refused = async (params?: object) => {
      const { status, body } = await run(id, params)
      expect(status).toBe(400)
      return body.errors?.join(' ')
    }
    expect(await refused()).toBe('params.n: is missing. params.title: is missing.')
    expect(await refused({ n: 1 })).toBe('params.title: is missing.')
    const untyped = (await save('select :a is null')).data.id
    expect((await run(untyped, { a: 1 })).body.message).toBe('Could not determine data type of parameter :a.')
    const both = await refused({ n: 1, titel: 'x' })
    expect(both).toContain('params.title: is missing.')
    expect(both).toContain('params.titel: is no parameter of the query. The query takes n, title.')
    expect(await refused({ n: 'many', title: 'x' })).toContain(
      'params.n: Invalid input syntax for type integer',
    )
    expect(await refused({ n: 1, title: '\0' })).toContain('params.title: must not contain NUL')
    expect(await refused({ n: 1, title: 'x'.repeat(100_001) })).toContain('params.title: must have at most')
    expect(await refused({ n: 1, title: [['x']] })).toContain('params.title: arrays in arrays')
    const own = { n: 1, title: 'x', constructor: 1, __proto__: 1 }
    expect(await refused(own)).toContain('params.constructor')
  })

  test('a body of another shape', async () => {
    const { id } = (await save('select 1')).data
    for (const body of [{ params: [1] }, { params: 1 }, { parameters: {} }, []])
      expect((await app.api('POST', `${base}/${id}/run`, { ...secret, body })).status).toBe(400)
    expect((await run(id)).status).toBe(200)
    expect((await run(id, { a: 1 })).body.message).toContain('The query takes none.')
  })

  test.each([
    ['select $1', 'has no name'],
    ['select :a, $2', 'has no name'],
    ['delete from books where n = :n', 'Only SELECT'],
    ['select * from :table', 'Syntax error at or near \\":table\\"'],
    ['select title from books order by title :direction', 'not allowed'],
    ['select :a.b', ''],
    ['select : a', 'Syntax error'],
    ['select title from books where colour = :colour', 'colour'],
    [`select ${Array.from({ length: 101 }, (_, i) => `:p${i}`).join()}`, 'at most 100 parameters'],
    ['select pg_sleep(:n)', 'pg_sleep'],
  ])('%s cannot be saved', async (sql, reason) => {
    const { status, text } = await save(sql)
    expect(status, text).toBe(400)
    expect(text).toContain(reason)
  })

  test('an error points at its place in the SQL as it was written', async () => {
    const sql = 'select :first_name || colour from books'
    const { body } = await save(sql)
    expect(body.details.position).toBe(sql.indexOf('colour'))
    expect(body.details.excerpt).toContain(':first_name')
  })

  test('guards hold for values as they hold for constants', async () => {
    const { id } = (await save('select title from books where title ~ :pattern')).data
    const { status, text } = await run(id, { pattern: '(a)\\1' })
    expect([status, text]).toEqual([400, expect.stringContaining('must not refer back')])
    const wide = (await save("select repeat('x', :n)")).data.id
    expect((await run(wide, { n: 1_000_000_000 })).status).toBe(400)
  })

  test('a structured query takes none', async () => {
    const body = { name: 'structured', table_slug: 'books', config: {} }
    const { data } = await app.api('POST', base, { ...secret, body })
    expect(data.params).toEqual([])
    expect((await run(data.id, { n: 1 })).status).toBe(400)
    expect((await run(data.id, {})).status).toBe(200)
  })
})

test('policies hold whatever the values are', async () => {
  const { token } = await signUp(app, library.project)
  const { id } = (await save('select title from books where title like :like or :all::boolean')).data
  expect((await run(id, { like: '%', all: true })).data.rows).toHaveLength(4)
  expect((await run(id, { like: '%', all: true }, { token })).data.rows).toEqual([])
})

test('query/exec takes names as well', async () => {
  const path = `/projects/${library.project.id}/query/exec`
  const exec = (sql: string, params?: unknown) => app.api('POST', path, { ...secret, body: { sql, params } })
  const sql = 'select title from books where n = :n'
  expect((await exec(sql, { n: 1 })).data).toMatchObject({ rows: [{ title: 'Afterlives' }], sql })
  expect((await exec(sql, {})).body.message).toContain('params.n: is missing')
  expect((await exec(sql)).body.message).toContain('Syntax error')
  expect((await exec('select $1::integer', ['x'])).body.message).toContain('params[0]: Invalid input syntax')
})

// Saved queries: whose they are, who may run them, and as whom.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { deleteClusterRows } from '#modules/projects/delete-rows.ts'
import { type Answer, type CallOptions, startTestApp, type TestApp } from '#test/harness.ts'
import { type Library, openLibrary } from '#test/library.ts'

let app: TestApp
let library: Library
let base: string
let owner: CallOptions
let secret: CallOptions
let publishable: CallOptions
let amina: CallOptions
let juma: CallOptions

const TITLES = { table_slug: 'books', config: { columns: ['title'], sort: [{ column: 'title' }] } }
const save = (caller: CallOptions, body: object) => app.api('POST', base, { ...caller, body })
const run = (caller: CallOptions, id: string) => app.api('POST', `${base}/${id}/run`, caller)
const names = async (caller: CallOptions) =>
  (await app.api('GET', base, caller)).data.map(({ name }: { name: string }) => name)

beforeAll(async () => {
  app = await startTestApp()
  library = await openLibrary(app)
  const { project } = library
  base = `/projects/${project.id}/query/saved`
  owner = { token: project.token }
  secret = { key: project.secret }
  publishable = { key: project.publishable }
  amina = { token: (await signUp(app, project)).token }
  juma = { token: (await signUp(app, project)).token }
})
afterAll(() => app.stop())

test('a query is saved, listed, run and deleted', async () => {
  const saved = await save(secret, { name: 'titles', ...TITLES })
  expect(saved.status).toBe(201)
  expect(saved.data).toMatchObject({ name: 'titles', user_id: null, ...TITLES })
  expect((await app.api('GET', base, owner)).data).toEqual([saved.data])
  const { status, data } = await run(owner, saved.data.id)
  expect([status, data.rows.length, data.total]).toEqual([200, 4, 4])
  expect((await save(owner, { name: 'titles', ...TITLES })).status).toBe(409)
  expect((await app.api('DELETE', `${base}/${saved.data.id}`, owner)).status).toBe(204)
  expect((await run(owner, saved.data.id)).status).toBe(404)
  expect((await app.api('DELETE', `${base}/${saved.data.id}`, owner)).status).toBe(404)
})

test("an end user's queries are theirs, and the project's run as who runs them", async () => {
  const project = (await save(secret, { name: 'shared', ...TITLES })).data.id
  const own = (await save(amina, { name: 'shared', ...TITLES })).data
  expect(own.user_id).toEqual(expect.any(String))
  expect((await save(amina, { name: 'shared', ...TITLES })).status).toBe(409)
  expect(await names(amina)).toEqual(['shared'])
  expect(await names(juma)).toEqual([])
  expect(await names(owner)).toEqual(['shared', 'shared'])
  const statuses = async (id: string) =>
    Promise.all([owner, secret, publishable, amina, juma].map(async (one) => (await run(one, id)).status))
  expect(await statuses(project)).toEqual([200, 200, 200, 200, 200])
  expect(await statuses(own.id)).toEqual([200, 200, 404, 200, 404])
  expect((await run(secret, project)).data.rows).toHaveLength(4)
  for (const caller of [publishable, amina, juma]) {
    expect((await run(caller, project)).data).toMatchObject({ rows: [], total: 0 })
  }
  expect((await app.api('DELETE', `${base}/${own.id}`, juma)).status).toBe(404)
  expect((await app.api('DELETE', `${base}/${project}`, amina)).status).toBe(404)
  expect((await app.api('DELETE', `${base}/${own.id}`, amina)).status).toBe(204)
  expect((await app.api('DELETE', `${base}/${project}`, secret)).status).toBe(204)
})

test('a publishable key may run, but neither see, save nor delete', async () => {
  expect((await app.api('GET', base, publishable)).status).toBe(403)
  expect((await save(publishable, { name: 'x', ...TITLES })).status).toBe(403)
  expect((await app.api('DELETE', `${base}/${crypto.randomUUID()}`, publishable)).status).toBe(403)
})

test('a key needs the scope', async () => {
  const make = async (scopes: string[]) => {
    const body = { name: 'scoped', scopes }
    return {
      key: (await app.api('POST', `/projects/${library.project.id}/api-keys`, { ...owner, body })).data.key,
    }
  }
  const [reader, stranger] = [await make(['query:read']), await make(['data:write'])]
  const body = TITLES
  const ask = async (caller: CallOptions, route: string) =>
    (await app.api('POST', `/projects/${library.project.id}/query/${route}`, { ...caller, body })).status
  expect([await ask(reader, 'run'), await ask(reader, 'preview')]).toEqual([200, 200])
  expect([await ask(stranger, 'run'), await ask(stranger, 'preview')]).toEqual([403, 403])
  expect((await app.api('GET', base, reader)).status).toBe(200)
  expect((await save(reader, { name: 'x', ...TITLES })).status).toBe(403)
  expect((await app.api('GET', base, stranger)).status).toBe(403)
})

test('a query is renamed, moved and changed, and is checked as when it was saved', async () => {
  const saved = (await save(secret, { name: 'first', folder: 'Sales', ...TITLES })).data
  expect([saved.folder, saved.updated_at]).toEqual(['Sales', saved.created_at])
  const one = `${base}/${saved.id}`
  const change = (body: object, caller = secret) => app.api('PATCH', one, { ...caller, body })
  app.clock.advance(60)
  const moved = await change({ name: 'second', folder: 'Sales/Monthly' }, owner)
  expect(moved.status, moved.text).toBe(200)
  const updated_at = app.clock.now().toISOString()
  expect(moved.data).toEqual({ ...saved, name: 'second', folder: 'Sales/Monthly', updated_at })
  const config = { columns: ['title'], limit: 2 }
  expect((await change({ config })).data).toMatchObject({ name: 'second', config })
  expect((await run(secret, saved.id)).data.rows).toHaveLength(2)
  expect((await change({ table_slug: 'authors', config: { columns: ['name'] } })).status).toBe(200)
  expect((await change({ folder: null })).data.folder).toBeNull()

  await save(secret, { name: 'taken', sql: 'select 1 as one' })
  const bad = [
    [{ name: 'taken' }, 409, 'taken'],
    [{ sql: 'select 1' }, 400, 'structured'],
    [{ table_slug: 'nothing' }, 400, 'nothing'],
    [{ config: { columns: ['colour'] } }, 400, 'colour'],
    [{ folder: 'a//b' }, 400, 'folder'],
    [{ folder: '/a' }, 400, 'folder'],
    [{ user_id: null }, 400, 'user_id'],
  ] as const
  for (const [body, status, words] of bad) {
    const answer = await change(body)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
  }
})

test('SQL stays SQL, and must still be what may run', async () => {
  const saved = (await save(owner, { name: 'sql to change', sql: 'select 1 as one' })).data
  const change = (body: object) => app.api('PATCH', `${base}/${saved.id}`, { ...owner, body })
  const changed = await change({ sql: 'select title from books where title = :title' })
  expect(changed.data).toMatchObject({ params: ['title'], table_slug: null })
  expect((await change({ sql: 'drop table books' })).status).toBe(400)
  expect((await change({ table_slug: 'books' })).status).toBe(400)
})

test('queries are searched by name, folder and SQL, page by page', async () => {
  const project = await app.createProject()
  const caller = { token: project.token }
  const saved = `/projects/${project.id}/query/saved`
  for (const [name, folder, sql] of [
    ['Best customers', 'Sales', 'select 1 as n'],
    ['best_titles', null, 'select 2 as n'],
    ['Revenue', 'Sales/BESTSELLERS', 'select 3 as n'],
    ['Stock', null, "select 'the best' as text"],
    ['Staff', null, 'select 4 as n'],
  ])
    expect((await app.api('POST', saved, { ...caller, body: { name, folder, sql } })).status).toBe(201)
  const find = async (search: string) => {
    const { data } = await app.api('GET', `${saved}?${new URLSearchParams({ search })}`, caller)
    return data.map(({ name }: { name: string }) => name)
  }
  expect((await find('best')).toSorted()).toEqual(['Best customers', 'Revenue', 'Stock', 'best_titles'])
  expect(await find('t_t')).toEqual(['best_titles'])
  expect(await find('%')).toEqual([])
  expect(await find('\\')).toEqual([])
  const first = await app.api('GET', `${saved}?search=best&limit=3`, caller)
  const next = String(first.headers.link).match(/<([^>]+)>/)?.[1]
  expect(next).toContain('search=best')
  const second = await app.api('GET', String(next).replace(/^.*\/api\/v1/, ''), caller)
  expect([first.data.length, second.data.length]).toEqual([3, 1])
  expect((await app.api('GET', `${saved}?search=${'x'.repeat(300)}`, caller)).status).toBe(400)
})

test('folders are those of the queries that a caller may change', async () => {
  const folders = async (caller: CallOptions) =>
    (await app.api('GET', base.replace('saved', 'folders'), caller)).data
  await save(secret, { name: 'in a', folder: 'A', ...TITLES })
  await save(secret, { name: 'also in a', folder: 'A', ...TITLES })
  const own = (await save(juma, { name: 'mine', folder: 'B', ...TITLES })).data
  const mine = { folder: 'B', queries: 1 }
  expect(await folders(juma)).toEqual([mine])
  expect(await folders(owner)).toEqual([{ folder: 'A', queries: 2 }, mine])
  const listed = await app.api('GET', `${base}?folder=A`, owner)
  expect(listed.data.map(({ name }: { name: string }) => name)).toEqual(['also in a', 'in a'])
  const patch = (caller: CallOptions) =>
    app.api('PATCH', `${base}/${own.id}`, { ...caller, body: { folder: 'C' } })
  expect((await patch(amina)).status).toBe(404)
  expect((await patch(publishable)).status).toBe(403)
  expect((await patch(juma)).status).toBe(200)
  expect((await app.api('GET', base.replace('saved', 'folders'), publishable)).status).toBe(403)
})

test('what cannot be run cannot be saved', async () => {
  const bad = [
    [{ name: 'x', table_slug: 'nothing' }, 'There are authors'],
    [{ name: 'x', table_slug: 'books', config: { columns: ['colour'] } }, 'colour'],
    [{ name: ' ', ...TITLES }, 'name'],
    [{ name: 'x\0', ...TITLES }, 'name'],
    [{ name: 'x', ...TITLES, user_id: crypto.randomUUID() }, 'user_id'],
    [{ ...TITLES }, 'name'],
  ] as const
  for (const [body, words] of bad) {
    const { status, text } = await save(secret, body)
    expect(status, text).toBe(400)
    expect(text).toContain(words)
  }
})

test('read-only SQL is saved and run as well, under the policies of who runs it', async () => {
  const sql = 'select title, n from books order by title limit 2'
  const saved = await save(secret, { name: 'by hand', sql })
  expect(saved.data).toMatchObject({ name: 'by hand', sql, table_slug: null, config: null })
  const { data } = await run(secret, saved.data.id)
  expect(data).toMatchObject({
    columns: ['title', 'n'],
    rows: [
      { title: 'Afterlives', n: 1 },
      { title: 'Anonymous', n: 2 },
    ],
    total: 2,
  })
  expect((await run(amina, saved.data.id)).data.rows).toEqual([])
  const bad = [
    { sql: 'delete from books' },
    { sql: 'select set_config($$role$$, $$postgres$$, true)' },
    { sql: 'select colour from books' },
    { sql: '' },
    { sql, table_slug: 'books' },
    { sql, config: {} },
    {},
  ]
  for (const body of bad) expect((await save(secret, { name: 'bad', ...body })).status).toBe(400)
})

test('what query/preview shows as SQL runs as such', async () => {
  const config = {
    columns: ['authors.name'],
    joins: [{ type: 'LEFT JOIN', table: 'authors', on: 'authors.id = books.author_id' }],
    filters: [{ column: 'n', operator: 'in', values: [1, 2] }],
    aggregates: [{ fn: 'SUM', column: 'price', alias: 'worth' }],
    group_by: ['authors.name'],
  }
  const body = { table_slug: 'books', config }
  const path = `/projects/${library.project.id}/query`
  const { sql } = (await app.api('POST', `${path}/preview`, { ...secret, body })).data
  const direct = await app.api('POST', `${path}/exec`, { ...secret, body: { sql } })
  expect(direct.status, direct.text).toBe(200)
  expect(direct.data.rows).toEqual(await library.rows('books', config))
})

test('long numbers stay exact', async () => {
  await library.data.table('ledger', { amount: 'bigint' })
  const json = { 'content-type': 'application/json' }
  const raw = (name: string) =>
    `{"name":"${name}","table_slug":"ledger","config":{"filters":[{"column":"amount","operator":"eq","value":9007199254740993}]}}`
  const { text } = await app.api('POST', base, { ...secret, raw: raw('exact'), headers: json })
  expect(text).toContain('"value":9007199254740993')
  expect((await app.api('GET', base, secret)).text).toContain('"value":9007199254740993')
})

test("a user's queries go with the user", async () => {
  const { project } = library
  const { user, token } = await signUp(app, project)
  await save({ token }, { name: 'mine', ...TITLES })
  const count = async () =>
    (
      await library.data.admin('select count(*)::int as n from msingi.saved_queries where user_id = $1', [
        user.id,
      ])
    )[0]
  expect(await count()).toEqual({ n: 1 })
  expect((await app.api('DELETE', `/projects/${project.id}/auth/users/${user.id}`, secret)).status).toBe(204)
  expect(await count()).toEqual({ n: 0 })
})

test("a project's queries go with the project", async () => {
  const other = await app.createProject()
  const body = { name: 'gone', table_slug: 'users' }
  const path = `/projects/${other.id}/query/saved`
  expect((await app.api('POST', path, { key: other.secret, body })).status).toBe(201)
  await deleteClusterRows(app.platform.clusters.main.jobs, other.id)
  const left = await library.data.admin('select name from msingi.saved_queries where project_id = $1', [
    other.id,
  ])
  expect(left).toEqual([])
})

test('saving the same name at once succeeds once', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => save(secret, { name: 'race', ...TITLES })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('the list has pages, of what the caller may see, and a cursor is one of these', async () => {
  const other = { token: (await signUp(app, library.project)).token }
  const made: string[] = []
  for (const caller of [secret, other])
    for (const name of ['é', 'a', 'a b', 'B', 'b'])
      made.push((await save(caller, { name, ...TITLES })).data.id)
  const pages = async (caller: CallOptions) => {
    const seen: string[][] = []
    for (let at: string | undefined = `${base}?limit=2`; at !== undefined; ) {
      const answer: Answer = await app.api('GET', at, caller)
      seen.push(answer.data.map(({ name }: { name: string }) => name))
      const cursor = answer.headers['x-next-cursor']
      at = cursor === undefined ? undefined : `${base}?limit=2&cursor=${cursor}`
      expect(answer.headers.link).toBe(at && `</api/v1${at}>; rel="next"`)
    }
    return seen
  }
  const all = await names(other)
  expect([...all].sort()).toEqual(['B', 'a', 'a b', 'b', 'é'])
  expect(await pages(other)).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)])
  expect((await pages(secret)).flat()).toEqual(await names(secret))
  expect((await app.api('GET', `${base}?limit=5`, other)).headers).not.toHaveProperty('link')
  const status = async (query: string, caller: CallOptions = other) =>
    (await app.api('GET', `${base}?${query}`, caller)).status
  expect(await status(`cursor=${made[0]}`, secret)).toBe(200)
  for (const query of [
    `cursor=${made[0]}`,
    `cursor=${crypto.randomUUID()}`,
    'cursor=x',
    'limit=0',
    'limit=201',
    'x=1',
  ])
    expect(await status(query), query).toBe(400)
  for (const id of made) await app.api('DELETE', `${base}/${id}`, secret)
})

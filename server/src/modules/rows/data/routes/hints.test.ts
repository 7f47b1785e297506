// What the policies did, said to developers: why a list is empty, and what refused a write.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let tableId: string
let userToken: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const body = { name: 'books', columns: [{ name: 'title', data_type: 'string' }] }
  const table = await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
  tableId = table.data.id
  userToken = (await signUp(app, project)).token
})
afterAll(() => app.stop())

const hint = async (credential: { key?: string; token?: string }) =>
  (await app.api('GET', '/data/books', credential)).headers['x-msingi-hint']
const allow = (subject: string) =>
  app.api('POST', `/projects/${project.id}/tables/${tableId}/rls`, {
    token: project.token,
    body: { action: 'select', subject },
  })

test('says that no policy lets this kind of caller read, until one does', async () => {
  expect(await hint({ key: project.secret })).toBeUndefined()
  expect(await hint({ key: project.publishable })).toBe(
    'No policy lets a publishable key select from books. ' +
      `Add one with POST /api/v1/projects/${project.id}/tables/${tableId}/rls, or ask /rls/explain there.`,
  )
  expect(await hint({ token: userToken })).toContain('a project user')
  expect((await allow('authenticated')).status).toBe(201)
  expect(await hint({ token: userToken })).toBeUndefined()
  expect(await hint({ key: project.publishable })).toContain('a publishable key')
  expect((await allow('api_key')).status).toBe(201)
  expect(await hint({ key: project.publishable })).toBeUndefined()
})

test('says which columns of a select are ignored, and which ones are near', async () => {
  const { data: row } = await app.api('POST', '/data/books', { key: project.secret, body: { title: 'a' } })
  const key = project.secret
  const told = 'select: books has no column titel, so it is ignored. Did you mean title?'
  for (const path of ['/data/books', `/data/books/${row.id}`]) {
    const { status, headers, body } = await app.api('GET', `${path}?select=titel,id`, { key })
    expect([status, headers['x-msingi-hint'], body.details]).toEqual([200, told, { hints: [told] }])
  }
  const foreign = await app.api('GET', '/data/books?select=id,tìtle', { key })
  expect(foreign.headers['x-msingi-hint']).toContain('no column t?tle')
  expect(foreign.body.details.hints[0]).toContain('no column tìtle')
  const right = await app.api('GET', '/data/books?select=*,name:title', { key })
  expect([right.headers['x-msingi-hint'], right.body.details]).toEqual([undefined, undefined])
  await app.api('DELETE', `/data/books/${row.id}`, { key })
})

test('says nothing in production, nor where there are rows', async () => {
  const other = await startTestApp({ production: true })
  try {
    const { id, token, publishable } = await other.createProject()
    const body = { name: 'books', columns: [{ name: 'title', data_type: 'string' }] }
    await other.api('POST', `/projects/${id}/tables`, { token, body })
    const answer = await other.api('GET', '/data/books?select=titel', { key: publishable })
    expect([answer.status, answer.text.includes('[]')]).toEqual([200, true])
    expect([answer.headers['x-msingi-hint'], answer.body.details]).toEqual([undefined, undefined])
  } finally {
    await other.stop()
  }
  await app.api('POST', '/data/books', { key: project.secret, body: { title: 'Kusadikika' } })
  expect(await hint({ key: project.publishable })).toBeUndefined()
})

test('in production, only developers are told which policies refuse', async () => {
  const other = await startTestApp({ production: true })
  try {
    const { id, token, publishable } = await other.createProject()
    const body = { name: 'books', columns: [{ name: 'title', data_type: 'string' }] }
    await other.api('POST', `/projects/${id}/tables`, { token, body })
    const refused = await other.api('POST', '/data/books', { key: publishable, body: { title: 'x' } })
    expect(refused.body).toMatchObject({
      code: 'policy_denied',
      message: 'You are not allowed to add this row.',
    })
    expect(refused.body.details).toEqual({ table: 'books', action: 'insert', sqlstate: '42501' })
  } finally {
    await other.stop()
  }
})

test('a write that policies refuse names the table, the action, and where to ask why', async () => {
  const explain = `/api/v1/projects/${project.id}/tables/books/rls/explain`
  const refusal = (action: string, verb = action) => ({
    code: 'policy_denied',
    message: `You are not allowed to ${verb} this row.`,
    details: {
      ...{ table: 'books', action, explain, sqlstate: '42501' },
      hint:
        `The policies of books do not let a publishable key ${action} this row. ` +
        `Which of them decide is the answer of POST ${explain}.`,
    },
  })
  const { data: row } = await app.api('POST', '/data/books', {
    key: project.secret,
    body: { title: 'Utengano' },
  })
  const key = project.publishable
  const call = async (method: string, path: string, body?: unknown, headers = {}) =>
    (await app.api(method, path, { key, body, headers })).body
  const body = { title: 'x' }
  expect(await call('POST', '/data/books', body)).toMatchObject(refusal('insert', 'add'))
  expect(await call('POST', '/data/books', [body, body])).toMatchObject(refusal('insert', 'add'))
  expect(await call('PATCH', `/data/books/${row.id}`, body)).toMatchObject(refusal('update', 'change'))
  expect(await call('DELETE', `/data/books/${row.id}`)).toMatchObject(refusal('delete'))
  expect(await call('PATCH', `/data/books?id=eq.${row.id}`, body)).toMatchObject(refusal('update', 'change'))
  const merge = { prefer: 'resolution=merge-duplicates' }
  expect(await call('POST', '/data/books', body, merge)).toMatchObject(
    refusal('insert or update', 'add or change'),
  )
  const operations = [{ method: 'DELETE', table: 'books', id: row.id }]
  const { message, details } = await call('POST', '/batch', { operations })
  expect(message).toBe(`operations[0]: ${refusal('delete').message}`)
  expect(details).toEqual({ ...refusal('delete').details, operation: 0 })
  const query = 'mutation { insert_books_one(object: {title: "x"}) { id } }'
  const graphql = await app.api('POST', `/projects/${project.id}/graphql`, { key, body: { query } })
  expect(graphql.text).toContain('You are not allowed to add this row.')
})

// X-Msingi-Hint: why a list is empty, in development (spec 2.15, 4.2).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#auth/auth.fixture.ts'
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

test('says nothing in production, nor where there are rows', async () => {
  const other = await startTestApp({ production: true })
  try {
    const { id, token, publishable } = await other.createProject()
    const body = { name: 'books', columns: [{ name: 'title', data_type: 'string' }] }
    await other.api('POST', `/projects/${id}/tables`, { token, body })
    const answer = await other.api('GET', '/data/books', { key: publishable })
    expect([answer.status, answer.text.includes('[]')]).toEqual([200, true])
    expect(answer.headers['x-msingi-hint']).toBeUndefined()
  } finally {
    await other.stop()
  }
  await app.api('POST', '/data/books', { key: project.secret, body: { title: 'Kusadikika' } })
  expect(await hint({ key: project.publishable })).toBeUndefined()
})

// Row-level security for signed-in users, through the data API with real tokens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type SignedUp, signUp, waitForInvalidations } from './auth.fixture.ts'

let app: TestApp
let project: TestProject
let amina: SignedUp
let juma: SignedUp
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  amina = await signUp(app, project, { email: 'Amina@example.com' })
  juma = await signUp(app, project, {
    email: 'juma@example.com',
    metadata: { tier: 'gold', role_ids: ['x'] },
  })
})
afterAll(() => app.stop())

const column = (name: string, data_type: string) => ({
  ...{ name, data_type },
  ...{ required: false, unique: false, indexed: false },
})

let counter = 0

/** tableWith creates a table with policies and returns its slug. */
async function tableWith(...policies: object[]): Promise<string> {
  const name = `notes_${++counter}`
  const columns = [
    column('user_id', 'uuid'),
    column('text', 'text'),
    column('email', 'text'),
    column('tier', 'text'),
  ]
  const { token, id } = project
  const table = await app.api('POST', `/projects/${id}/tables`, { token, body: { name, columns } })
  expect(table.status, table.text).toBe(201)
  for (const body of policies) {
    const answer = await app.api('POST', `/projects/${id}/tables/${table.data.id}/rls`, { token, body })
    expect(answer.status, answer.text).toBe(201)
  }
  return name
}

const insert = (table: string, body: object, options: object = { key: project.secret }) =>
  app.api('POST', `/data/${table}`, { ...options, body })
const texts = async (table: string, { token }: { token: string }) => {
  const answer = await app.api('GET', `/data/${table}?order=text.asc`, { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.map(({ text }: { text: string }) => text)
}

describe('subject owner', () => {
  test('can read and change its own rows, and is the owner of new rows', async () => {
    const actions = ['select', 'insert', 'update', 'delete']
    const table = await tableWith(...actions.map((action) => ({ action, subject: 'owner' })))
    const own = await insert(table, { text: 'mine' }, { token: amina.token })
    expect(own.status).toBe(201)
    expect(own.data.user_id).toBe(amina.user.id)
    await insert(table, { text: 'yours', user_id: juma.user.id })
    expect(await texts(table, amina)).toEqual(['mine'])
    expect(await texts(table, juma)).toEqual(['yours'])
    const path = `/data/${table}/${own.data.id}`
    expect((await app.api('PATCH', path, { token: juma.token, body: { text: 'x' } })).status).toBe(404)
    expect((await app.api('PATCH', path, { token: amina.token, body: { text: 'x' } })).status).toBe(200)
    expect((await insert(table, { text: 'x', user_id: juma.user.id }, { token: amina.token })).status).toBe(
      403,
    )
    expect((await app.api('DELETE', path, { token: juma.token })).status).toBe(404)
    expect((await app.api('DELETE', path, { token: amina.token })).status).toBe(204)
  })
})

describe('subject authenticated', () => {
  test('is every signed-in user, and no API key', async () => {
    const table = await tableWith({ action: 'select', subject: 'authenticated' })
    await insert(table, { text: 'a' })
    expect(await texts(table, amina)).toEqual(['a'])
    expect((await app.api('GET', `/data/${table}`, { key: project.publishable })).data).toEqual([])
  })

  test('has no access without a policy', async () => {
    const table = await tableWith()
    await insert(table, { text: 'a' })
    expect(await texts(table, amina)).toEqual([])
  })
})

describe('a condition', () => {
  test('on auth.email() follows a change of the address at once', async () => {
    const condition = 'email = auth.email()'
    const table = await tableWith({ action: 'select', subject: 'authenticated', condition })
    const person = await signUp(app, project, { email: 'first@example.com' })
    await insert(table, { text: 'first', email: 'first@example.com' })
    await insert(table, { text: 'second', email: 'second@example.com' })
    await waitForInvalidations(app)
    expect(await texts(table, person)).toEqual(['first'])
    const path = `/projects/${project.id}/auth/users/${person.user.id}`
    await app.api('PATCH', path, { key: project.secret, body: { email: 'second@example.com' } })
    expect(await texts(table, person)).toEqual(['second'])
  })

  test('on auth.uid() matches the user', async () => {
    const table = await tableWith({
      action: 'select',
      subject: 'authenticated',
      condition: 'user_id = auth.uid()',
    })
    await insert(table, { text: 'mine', user_id: amina.user.id })
    expect(await texts(table, amina)).toEqual(['mine'])
    expect(await texts(table, juma)).toEqual([])
  })

  test("on auth.claim() reads the project's claims, never the user's metadata", async () => {
    const condition = "tier = auth.claim('tier')"
    const table = await tableWith({ action: 'select', subject: 'authenticated', condition })
    await insert(table, { text: 'gold', tier: 'gold' })
    // First in the metadata of the sign-up, then by an update.
    expect(await texts(table, juma)).toEqual([])
    const path = `/projects/${project.id}/auth/users/${juma.user.id}`
    await app.api('PATCH', path, {
      token: juma.token,
      body: { metadata: { tier: 'gold', claims: { tier: 'gold' } } },
    })
    expect(await texts(table, juma)).toEqual([])
    expect(
      (await app.api('PATCH', path, { token: juma.token, body: { claims: { tier: 'gold' } } })).status,
    ).toBe(403)
    await app.api('PATCH', path, { key: project.secret, body: { claims: { tier: 'gold' } } })
    expect(await texts(table, juma)).toEqual(['gold'])
  })

  test("on the server's own claims cannot be overridden by a project's claims", async () => {
    const condition = 'email = auth.email()'
    const table = await tableWith({ action: 'select', subject: 'authenticated', condition })
    await insert(table, { text: 'other', email: juma.user.email })
    const path = `/projects/${project.id}/auth/users/${amina.user.id}`
    const claims = { email: juma.user.email, sub: juma.user.id, role_ids: ['x'] }
    expect((await app.api('PATCH', path, { key: project.secret, body: { claims } })).status).toBe(200)
    expect(await texts(table, amina)).toEqual([])
  })
})

describe('subject role', () => {
  test('applies from the moment a user gets the role until they lose it', async () => {
    const { token, id } = project
    const role = (await app.api('POST', `/projects/${id}/roles`, { token, body: { name: 'Reader' } })).data
    const table = await tableWith({ action: 'select', subject: 'role', role_ids: [role.id] })
    await insert(table, { text: 'a' })
    expect(await texts(table, amina)).toEqual([])
    const path = `/projects/${id}/users/${amina.user.id}/roles`
    await app.api('POST', path, { token, body: { role_id: role.id } })
    await waitForInvalidations(app)
    expect(await texts(table, amina)).toEqual(['a'])
    expect(await texts(table, juma)).toEqual([])
    await app.api('PUT', path, { token, body: { role_ids: [] } })
    expect(await texts(table, amina)).toEqual([])
    await app.api('POST', path, { token, body: { role_id: role.id } })
    await waitForInvalidations(app)
    expect(await texts(table, amina)).toEqual(['a'])
    await app.api('DELETE', `${path}/${role.id}`, { token })
    expect(await texts(table, amina)).toEqual([])
  })
})

test('users can read their own row of `users` with a policy, and cannot write it', async () => {
  const { token, id } = project
  const answer = await app.api('POST', `/projects/${id}/tables/users/rls`, {
    token,
    body: { action: 'select', subject: 'owner' },
  })
  expect(answer.status, answer.text).toBe(201)
  const { data } = await app.api('GET', '/data/users', { token: amina.token })
  expect(data.map((row: { id: string }) => row.id)).toEqual([amina.user.id])
  const path = `/data/users/${amina.user.id}`
  const write = await app.api('PATCH', path, { token: amina.token, body: { is_active: false } })
  expect(write.status).toBe(400)
  // The server's own reads do not depend on the project's policies.
  const twin = await app.api('POST', `/projects/${id}/auth/signin`, {
    key: project.publishable,
    body: { email: juma.user.email, password: 'correct horse 1' },
  })
  expect(twin.status).toBe(200)
})

// POST /realtime/explain: every reason why an event can be missing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#modules/auth/auth.fixture.ts'
import {
  connectSocket,
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
} from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let amina: SignedUp
let base: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  amina = await signUp(app, project)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const realtime = () => `/projects/${project.id}/realtime`

async function explain(body: object) {
  const answer = await app.api('POST', `${realtime()}/explain`, {
    token: project.token,
    body: { table: 'notes', ...body },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}

test('lists every reason why an event is not delivered', async () => {
  const { data: role } = await app.api('POST', `/projects/${project.id}/roles`, {
    token: project.token,
    body: { name: 'editor' },
  })
  await notes.allow({ subject: 'role', role_ids: [role.id] })
  const asked = { user_id: amina.user.id, row: { text: 'x' } }
  const all = await explain(asked)
  expect(all).toMatchObject({ delivered: false, connections: 0, last_disconnects: [] })
  expect(all.reasons).toEqual([
    'This subscriber has no connection on this node that is subscribed to the table.',
    'The subscriber is not allowed to see the row: No allow policy matches.',
  ])
  expect(all.policies).toMatchObject([{ subject: 'role', subject_matches: false }])
  await app.api('POST', `/projects/${project.id}/users/${amina.user.id}/roles`, {
    token: project.token,
    body: { role_id: role.id },
  })
  const query = 'table=notes&filter=text.eq.x'
  const client = await connectSocket(
    base,
    (await connectToken(app, project, { token: amina.token }, query)).token,
  )
  expect(await explain(asked)).toMatchObject({
    delivered: true,
    reasons: [],
    connections: 1,
    filters: ['text.eq.x'],
  })
  const set = (body: object) => app.api('PUT', `${realtime()}/settings`, { token: project.token, body })
  await set({ broadcast_updates: false })
  expect((await explain({ ...asked, type: 'UPDATE' })).reasons).toEqual([
    'UPDATE events are turned off (settings.broadcast_updates).',
  ])
  await set({ enabled: false })
  expect((await explain(asked)).reasons).toEqual([
    'Live changes are turned off for this project (settings.enabled).',
  ])
  await set({ enabled: true })
  client.close()
  await client.closed
  await expect
    .poll(async () => (await explain(asked)).last_disconnects)
    .toMatchObject([{ reason: 'closed by the client' }])
})

test('refuses invalid questions', async () => {
  const status = async (body: object) =>
    (await app.api('POST', `${realtime()}/explain`, { token: project.token, body })).status
  const row = { row: {} }
  expect(await status({ table: 'nothing', key: 'secret', ...row })).toBe(404)
  expect(await status({ table: 'notes', user_id: crypto.randomUUID(), ...row })).toBe(404)
  expect(await status({ table: 'notes', key: 'secret', row_id: crypto.randomUUID() })).toBe(404)
  expect(await status({ table: 'notes', ...row })).toBe(400)
  expect(await status({ table: 'notes', key: 'secret' })).toBe(400)
  expect(await status({ table: 'notes', key: 'secret', type: 'UPSERT', ...row })).toBe(400)
})

// A table is captured only while it has subscribers; a client that missed uncaptured changes is told so when it resumes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ClusterFeed } from '#platform/changes/cluster-feed.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { connectSocket, connectToken, type SocketClient, textsOf } from './realtime.fixture.ts'

let app: TestApp
let project: TestProject
let base: string
let feed: ClusterFeed
let channel: string

beforeAll(async () => {
  app = await startTestApp()
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  feed = app.platform.changes.of({ cluster: 'main' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  project = await app.createProject()
  await manage('POST', '/tables', { name: 'notes', columns: [{ name: 'text', data_type: 'text' }] })
  channel = `project:${project.id}:notes`
})

const manage = (method: string, path: string, body: unknown) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
const write = (text: string) => app.api('POST', '/data/notes', { key: project.secret, body: { text } })
const sql = (text: string) => app.platform.clusters.main.admin.query(text)
const listen = async (more: object = {}) =>
  connectSocket(base, (await connectToken(app, project, { key: project.secret })).token, more)

async function hears(client: SocketClient, text: string): Promise<void> {
  await write(text)
  await client.next(({ push }) => push?.pub?.data.record.text === text)
}

/** Moves the clock past the retention. */
async function later(): Promise<void> {
  await sql(`update msingi.watch_leases set wanted_at = '-infinity'`)
  await feed.tend()
}

async function isCaptured(): Promise<boolean> {
  const { rows } = await sql(
    `select active from msingi.watched_tables where project_id = '${project.id}' and active`,
  )
  return rows.length > 0
}

test('a table is captured from the first token for it until its last subscriber has left', async () => {
  expect(await isCaptured()).toBe(false)
  const [one, two] = [await listen(), await listen()]
  await later()
  expect(await isCaptured()).toBe(true)
  one.close()
  await one.closed
  await later()
  await hears(two, 'still')
  two.close()
  await expect.poll(() => later().then(isCaptured), { timeout: 45_000 }).toBe(false)
})

test('a client resumes within the retention, and has to read the table again after it', async () => {
  const client = await listen()
  const { offset, epoch } = client.frames[0].connect.subs[channel]
  client.close()
  await write('missed')
  const subs = { [channel]: { recover: true, offset, epoch } }
  const soon = await listen({ subs })
  const back = soon.frames[0].connect.subs[channel]
  expect([back.recovered, back.publications.map(({ data }: any) => data.record.text)]).toEqual([
    true,
    ['missed'],
  ])
  soon.close()
  await expect.poll(() => later().then(isCaptured), { timeout: 45_000 }).toBe(false)
  const late = await listen({ subs })
  expect(late.frames[0].connect.subs[channel]).toMatchObject({ recovered: false })
  await hears(late, 'from here on')
  late.close()
})

test.each([
  ['the project', 'PUT', '/realtime/settings', { enabled: false }, { enabled: true }],
  ['the table', 'POST', '/realtime/channels', { name: 'board', enabled: false }, undefined],
])('what is turned off for %s is not captured, though somebody listens', async (_, method, path, off, on) => {
  const client = await listen()
  await hears(client, 'before')
  const table = (await app.api('GET', `/projects/${project.id}/tables/notes`, { token: project.token })).data
  const { data } = await manage(method, path, { ...off, ...(method === 'POST' && { table_id: table.id }) })
  await expect.poll(() => later().then(isCaptured), { timeout: 45_000 }).toBe(false)
  // Missed changes are unknown, so that no client continues as if there were none.
  expect(await client.closed).toEqual({ code: 3010, reason: 'insufficient state' })
  await write('unheard')
  if (on === undefined) await manage('PATCH', `${path}/${data.id}`, { enabled: true })
  else await manage(method, path, on)
  const again = await listen()
  await hears(again, 'after')
  expect(textsOf(client)).toEqual(['before'])
  expect(textsOf(again)).toEqual(['after'])
  again.close()
})

test('subscribers connected while a table is turned off are disconnected when it is turned on again', async () => {
  const { token } = await connectToken(app, project, { key: project.secret })
  await manage('PUT', '/realtime/settings', { enabled: false })
  await later()
  const patient = await connectSocket(base, token)
  const { offset, epoch } = patient.frames[0].connect.subs[channel]
  expect(await isCaptured()).toBe(false)
  await manage('PUT', '/realtime/settings', { enabled: true })
  expect(await patient.closed).toEqual({ code: 3010, reason: 'insufficient state' })
  const again = await connectSocket(base, token, { subs: { [channel]: { recover: true, offset, epoch } } })
  expect(again.frames[0].connect.subs[channel]).toMatchObject({ recovered: false })
  await hears(again, 'on again')
  again.close()
})

// Settings and channels take effect at once, for open connections too.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  connectSocket,
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
  openSocket,
  type SocketClient,
} from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let base: string
let client: SocketClient

const TYPES = ['INSERT', 'UPDATE', 'DELETE'] as const

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  const { token } = await connectToken(app, project, { key: project.secret })
  client = await connectSocket(base, token)
})
afterAll(() => app.stop())

const call = (method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${project.id}/realtime${path}`, {
    token: project.token,
    ...(body === undefined ? {} : { body }),
  })

/** The events of one change of each type that arrive. A reply after them shows that all have been delivered. */
async function arriving(): Promise<string[]> {
  const from = client.frames.length
  for (const type of TYPES) notes.commit({ type, record: { text: type } })
  const id = client.frames.length + 1000
  client.send({ id, history: { channel: notes.channel } })
  await client.next((frame) => frame.id === id)
  return client.frames.slice(from).flatMap(({ push }) => (push?.pub ? [push.pub.data.type] : []))
}

describe('settings', () => {
  test('are all on until they are changed, and keep what is left out', async () => {
    const all = { enabled: true, broadcast_inserts: true, broadcast_updates: true, broadcast_deletes: true }
    expect((await call('GET', '/settings')).data).toEqual(all)
    expect((await call('PUT', '/settings', { broadcast_updates: false })).data).toEqual({
      ...all,
      broadcast_updates: false,
    })
    expect((await call('PUT', '/settings', { enabled: false })).data).toEqual({
      ...all,
      enabled: false,
      broadcast_updates: false,
    })
    expect((await call('GET', '/settings')).data).toEqual({
      ...all,
      enabled: false,
      broadcast_updates: false,
    })
  })

  test('refuse unknown settings', async () => {
    for (const body of [{ enabled: 'yes' }, { enabled: null }, { other: true }, [], 'x'])
      expect((await call('PUT', '/settings', body)).status).toBe(400)
  })

  test('concurrent updates are both kept', async () => {
    await Promise.all([
      call('PUT', '/settings', { broadcast_inserts: false }),
      call('PUT', '/settings', { broadcast_updates: false }),
      call('PUT', '/settings', { broadcast_deletes: false }),
    ])
    expect(Object.values((await call('GET', '/settings')).data)).toEqual([true, false, false, false])
  })

  test.each(TYPES)('turn %s off and on at once', async (type) => {
    const flag = `broadcast_${type.toLowerCase()}s`
    expect(await arriving()).toEqual([...TYPES])
    await call('PUT', '/settings', { [flag]: false })
    expect(await arriving()).toEqual(TYPES.filter((each) => each !== type))
    await call('PUT', '/settings', { [flag]: true })
    expect(await arriving()).toEqual([...TYPES])
  })

  test('turn everything off: nothing is sent, and new clients are refused', async () => {
    await call('PUT', '/settings', { enabled: false })
    expect(await arriving()).toEqual([])
    const refused = await app.api('POST', `/projects/${project.id}/realtime/connect?table=notes`, {
      key: project.secret,
    })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Live changes are turned off for this project. Turn them on with PUT /realtime/settings.',
    ])
    await call('PUT', '/settings', { enabled: true })
    expect(await arriving()).toEqual([...TYPES])
  })

  test('of one project do not affect another', async () => {
    const other = await app.createProject()
    await app.api('PUT', `/projects/${other.id}/realtime/settings`, {
      token: other.token,
      body: { enabled: false },
    })
    expect(await arriving()).toEqual([...TYPES])
  })
})

describe('channels', () => {
  test('are created, listed, updated and removed', async () => {
    const made = await call('POST', '/channels', { name: 'lobby' })
    expect([made.status, made.data]).toMatchObject([
      201,
      { name: 'lobby', table_id: null, enabled: true, channel: `channel:${project.id}:lobby` },
    ])
    const ofTable = await call('POST', '/channels', { name: 'board', table_id: notes.id, enabled: false })
    expect(ofTable.data).toMatchObject({ table_id: notes.id, channel: notes.channel })
    expect((await call('GET', '/channels')).data.map(({ name }: any) => name)).toEqual(['board', 'lobby'])
    const path = `/channels/${made.data.id}`
    expect((await call('PATCH', path, { name: 'hall', enabled: false })).data).toMatchObject({
      name: 'hall',
      enabled: false,
    })
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('DELETE', path)).status).toBe(404)
    expect((await call('PATCH', path, { enabled: true })).status).toBe(404)
  })

  test('have valid, unique names and tables', async () => {
    const other = await app.createProject()
    const foreign = await createTable(app, feed, other)
    const status = async (body: unknown) => (await call('POST', '/channels', body)).status
    expect(await status({ name: 'a:b' })).toBe(400)
    expect(await status({ name: '' })).toBe(400)
    expect(await status({ name: 'x'.repeat(101) })).toBe(400)
    expect(await status({ name: 'a\0' })).toBe(400)
    expect(await status({ table_id: notes.id })).toBe(400)
    expect(await status({ name: 'a', table_id: foreign.id })).toBe(400)
    expect(await status({ name: 'a', table_id: 'notes' })).toBe(400)
    expect(await status({ name: 'a', more: 1 })).toBe(400)
    expect(await status({ name: 'a', table_id: notes.id })).toBe(201)
    expect(await status({ name: 'a' })).toBe(409)
    expect(await status({ name: 'b', table_id: notes.id })).toBe(409)
  })

  test('of a table turn its changes off and on', async () => {
    const { data } = await call('POST', '/channels', { name: 'board', table_id: notes.id, enabled: false })
    expect(await arriving()).toEqual([])
    const { status } = await app.api('POST', `/projects/${project.id}/realtime/connect?table=notes`, {
      key: project.secret,
    })
    expect(status).toBe(403)
    await call('PATCH', `/channels/${data.id}`, { enabled: true })
    expect(await arriving()).toEqual([...TYPES])
    await call('PATCH', `/channels/${data.id}`, { enabled: false })
    await call('DELETE', `/channels/${data.id}`)
    expect(await arriving()).toEqual([...TYPES])
  })

  test('withheld events are not replayed after the table is turned on again', async () => {
    const { top: offset, epoch } = feed
    const { data } = await call('POST', '/channels', { name: 'board', table_id: notes.id, enabled: false })
    expect(await arriving()).toEqual([])
    await call('DELETE', `/channels/${data.id}`)
    const { token } = await connectToken(app, project, { key: project.secret })
    const subs = { [notes.channel]: { recover: true, offset, epoch } }
    const again = await connectSocket(base, token, { subs })
    expect(again.frames[0].connect.subs[notes.channel]).toMatchObject({ recovered: false })
  })
})

test('the live connections of a project are limited', async () => {
  const feeds = fillableFeed()
  const small = await startTestApp({ liveConnections: 2 }, { changes: feeds.changes })
  const own = await small.createProject()
  await createTable(small, feeds.feed, own)
  const at = await small.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await connectToken(small, own, { key: own.secret })
  const first = await connectSocket(at, token)
  const second = await connectSocket(at, token)
  const third = await openSocket(at)
  third.send({ id: 1, connect: { token } })
  expect(await third.closed).toEqual({ code: 3504, reason: 'connection limit' })
  const stream = await fetch(`${at}/api/v1/projects/${own.id}/realtime/events?token=${token}`)
  expect(stream.status).toBe(429)
  first.close()
  await first.closed
  await expect
    .poll(async () => {
      const again = await openSocket(at)
      again.send({ id: 1, connect: { token } })
      return again
        .next(({ id }) => id === 1)
        .then(
          () => true,
          () => false,
        )
    })
    .toBe(true)
  second.close()
  await small.stop()
})

test('a table that is renamed or dropped ends its channel', async () => {
  await app.api('PATCH', `/projects/${project.id}/tables/${notes.id}`, {
    token: project.token,
    body: { slug: 'renamed' },
  })
  const { push } = await client.next((frame) => frame.push?.unsubscribe !== undefined)
  expect(push).toEqual({ channel: notes.channel, unsubscribe: { code: 2000, reason: 'the channel is gone' } })
  notes.commit({ record: { text: 'unheard' } })
  const { token, channel } = await connectToken(app, project, { key: project.secret }, 'table=renamed')
  const other = await connectSocket(base, token)
  await app.api('DELETE', `/projects/${project.id}/tables/${notes.id}`, { token: project.token })
  await other.next((frame) => frame.push?.unsubscribe !== undefined && frame.push.channel === channel)
  expect(client.frames.some(({ push: { pub } = {} as any }) => pub !== undefined)).toBe(false)
})

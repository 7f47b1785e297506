// Coming back: what was missed is replayed, under the policies and settings of the present, or said to be unknown.
import { Centrifuge } from 'centrifuge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import {
  connectSocket,
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
  textsOf,
} from './realtime.fixture.ts'

const { feed, changes, repeat } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let base: string
let token: string
let channel: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ token, channel } = await connectToken(app, project, { key: project.secret }))
})
afterAll(() => app.stop())

async function recover(position: { offset?: number; epoch?: string }) {
  const client = await connectSocket(base, token, { subs: { [channel]: { recover: true, ...position } } })
  const sub = client.frames[0].connect.subs[channel]
  client.close()
  return { ...sub, publications: sub.publications?.map((one: any) => one.data.record.text) }
}

test('a position is replayed from', async () => {
  const { top: offset, epoch } = feed
  notes.commit({ record: { text: 'a' } }, { record: { text: 'b' } })
  const common = { recoverable: true, positioned: true, epoch, was_recovering: true }
  expect(await recover({ offset, epoch })).toEqual({
    ...common,
    recovered: true,
    offset,
    publications: ['a', 'b'],
  })
  expect(await recover({ offset: offset + 1, epoch })).toMatchObject({ recovered: true, publications: ['b'] })
  expect(await recover({ offset: offset + 2, epoch })).toEqual({
    ...common,
    recovered: true,
    offset: offset + 2,
  })
  expect(await recover({ offset: offset + 3, epoch })).toEqual({
    ...common,
    recovered: false,
    offset: offset + 2,
  })
  expect(await recover({ offset, epoch: 'another' })).toEqual({
    ...common,
    recovered: false,
    offset: offset + 2,
  })
  expect(await recover({})).toMatchObject({ recovered: false, offset: offset + 2 })
})

test('what was written before the settings last changed counts as unknown', async () => {
  const { top: offset, epoch } = feed
  notes.commit({ record: { text: 'withheld?' } })
  const settings = `/projects/${project.id}/realtime/settings`
  await app.api('PUT', settings, { token: project.token, body: { broadcast_deletes: true } })
  expect(await recover({ offset, epoch })).toMatchObject({ recovered: false, offset: offset + 1 })
  const since = feed.top
  // A commit of the very same moment would count as withheld as well.
  const { rows } = await app.platform.clusters.main.admin.query(
    'select changed_at from msingi_realtime.settings',
  )
  await expect.poll(() => Date.now()).toBeGreaterThan(rows[0].changed_at.getTime())
  notes.commit({ record: { text: 'later' } })
  expect(await recover({ offset: since, epoch })).toMatchObject({ recovered: true, publications: ['later'] })
})

test('a burst while a client joins is neither lost nor doubled', async () => {
  const { top: offset, epoch } = feed
  let written = 0
  const write = () => notes.commit({ record: { text: String(written++) } })
  for (let n = 0; n < 50; n++) write()
  const writing = setInterval(write, 0)
  const clients = await Promise.all(
    Array.from({ length: 5 }, () =>
      connectSocket(base, token, { subs: { [channel]: { recover: true, offset, epoch } } }),
    ),
  )
  clearInterval(writing)
  for (let n = 0; n < 50; n++) write()
  const expected = Array.from({ length: written }, (_, n) => String(n))
  for (const client of clients) {
    await client.next(({ push }) => push?.pub?.data.record.text === expected.at(-1))
    const replayed = client.frames[0].connect.subs[channel].publications ?? []
    const pushed = client.frames.flatMap(({ push }) => (push?.pub ? [push.pub] : []))
    expect([...replayed, ...pushed].map((one: any) => one.data.record.text)).toEqual(expected)
    client.close()
  }
})

test('the official client recovers over a restart of its connection, and hears where it cannot', async () => {
  const client = new Centrifuge(`${base.replace('http', 'ws')}/connection/websocket`, {
    token,
    minReconnectDelay: 10,
    maxReconnectDelay: 50,
  })
  const heard: string[] = []
  const states: boolean[] = []
  client.on('publication', ({ data }) => heard.push(data.record.text))
  client.on('subscribed', ({ wasRecovering, recovered }) => wasRecovering && states.push(recovered))
  client.connect()
  await client.ready()
  notes.commit({ record: { text: 'first' } })
  await expect.poll(() => heard).toEqual(['first'])
  client.disconnect()
  notes.commit({ record: { text: 'missed' } })
  client.connect()
  await client.ready()
  notes.commit({ record: { text: 'third' } })
  await expect.poll(() => heard).toEqual(['first', 'missed', 'third'])
  feed.lose()
  await expect.poll(() => states).toEqual([true, false])
  notes.commit({ record: { text: 'anew' } })
  await expect.poll(() => heard.at(-1)).toBe('anew')
  client.disconnect()
})

test('changes that are read again after a break are told once', async () => {
  const client = await connectSocket(base, token)
  notes.commit({ record: { text: 'once' } }, { record: { text: 'twice' } })
  repeat(feed.known(notes.id).slice(-2))
  notes.commit({ record: { text: 'after' } })
  await client.next(({ push }) => push?.pub?.data.record.text === 'after')
  expect(textsOf(client)).toEqual(['once', 'twice', 'after'])
  client.close()
})

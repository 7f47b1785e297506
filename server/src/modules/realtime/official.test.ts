// Features of the official clients beyond subscribing: a state of their own, a position to begin from, messages without a
// reply, kinds of subscription that are not supported here.
import { Centrifuge, type Subscription } from 'centrifuge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { createTable, fillableFeed, type LiveTable, openSocket } from './realtime.fixture.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let lobby: string
let base: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  const made = await app.api('POST', `/projects/${project.id}/realtime/channels`, {
    token: project.token,
    body: { name: 'lobby' },
  })
  lobby = made.data.channel
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

/** dashboardToken returns a token for all of the project. */
async function dashboardToken(): Promise<string> {
  const path = `/projects/${project.id}/realtime/token`
  return (await app.api('POST', path, { token: project.token, body: {} })).data.token
}

async function connected(): Promise<Centrifuge> {
  const token = await dashboardToken()
  const client = new Centrifuge(`${base.replace('http', 'ws')}/connection/websocket`, {
    token,
    minReconnectDelay: 10,
    maxReconnectDelay: 50,
  })
  client.connect()
  await client.ready()
  return client
}

/** textsOf collects what a subscription receives. */
function textsOf(subscription: Subscription): string[] {
  const texts: string[] = []
  subscription.on('publication', ({ data }) => texts.push(data.record.text))
  return texts
}

test('a subscription begins at the position of its own state', async () => {
  const client = await connected()
  const since = await positionOf(notes.channel)
  notes.commit({ record: { text: 'since the state was read' } })
  const subscription = client.newSubscription(notes.channel, { since })
  const texts = textsOf(subscription)
  subscription.subscribe()
  await subscription.ready()
  await expect.poll(() => texts).toEqual(['since the state was read'])
  client.disconnect()
})

test('a client with a state of its own gets an error if it cannot recover, and loads the state again', async () => {
  for (const channel of [notes.channel, lobby]) {
    const client = await connected()
    let epoch = 'of another life'
    const states: string[] = []
    const subscription = client.newSubscription(channel, {
      minResubscribeDelay: 1,
      maxResubscribeDelay: 5,
      getState: async () => {
        states.push(epoch)
        const known = { offset: 0, epoch }
        const position = await positionOf(channel)
        epoch = position.epoch
        return states.length === 1 ? known : position
      },
    })
    subscription.subscribe()
    await subscription.ready()
    expect(states).toEqual(['of another life', epoch])
    client.disconnect()
  }
})

async function positionOf(channel: string): Promise<{ offset: number; epoch: string }> {
  const client = await connected()
  const subscription = client.newSubscription(channel)
  subscription.subscribe()
  await subscription.ready()
  const { offset, epoch } = await subscription.history({ limit: 0 })
  client.disconnect()
  return { offset, epoch }
}

test('a refused position leaves no subscription', async () => {
  const socket = await openSocket(base)
  socket.send({ id: 1, connect: { token: await dashboardToken() } })
  await socket.next(({ id }) => id === 1)
  const lost = { recover: true, offset: 1, epoch: 'another', flag: 2 }
  for (const [id, channel] of [notes.channel, lobby].entries()) {
    socket.send({ id: id + 2, subscribe: { channel, ...lost } })
    const { error } = await socket.next((frame) => frame.id === id + 2)
    expect(error).toEqual({ code: 112, message: 'unrecoverable position' })
  }
  notes.commit({ record: { text: 'not for whoever was refused' } })
  socket.send({ id: 9, presence: { channel: lobby } }, { id: 10, subscribe: { channel: notes.channel } })
  expect((await socket.next(({ id }) => id === 9)).error.code).toBe(103)
  expect((await socket.next(({ id }) => id === 10)).subscribe.recoverable).toBe(true)
  expect(socket.frames.filter(({ push }) => push !== undefined)).toEqual([])
  socket.close()
})

test('a message to the server gets no reply and is ignored', async () => {
  const client = await connected()
  await client.send({ hello: 'server' })
  await expect(client.rpc('sum', [1, 2])).rejects.toMatchObject({ code: 104 })
  client.disconnect()
  const socket = await openSocket(base)
  socket.send({ send: { data: 1 } }, { id: 1, connect: { token: await dashboardToken() } })
  socket.send({ id: 2, send: { data: 1 } }, { id: 3, ping: {} })
  await socket.next(({ id }) => id === 3)
  expect(socket.frames.map(({ id }) => id)).toEqual([1, 3])
  socket.close()
})

test('unsupported kinds of subscription are refused, not treated as plain ones', async () => {
  const client = await connected()
  const filtered = client.newSubscription(notes.channel, {
    tagsFilter: { op: '', key: 'city', cmp: 'eq', val: 'Mwanza', vals: [], nodes: [] } as never,
  })
  filtered.subscribe()
  await expect(filtered.ready()).rejects.toThrow()
  const latest = client.newMapSubscription(lobby)
  latest.subscribe()
  await expect(latest.ready()).rejects.toThrow()
  expect(client.state).toBe('connected')
  client.disconnect()
})

test('clients that ask for deltas get whole events', async () => {
  const client = await connected()
  const subscription = client.newSubscription(notes.channel, { delta: 'fossil' })
  const texts = textsOf(subscription)
  subscription.subscribe()
  await subscription.ready()
  notes.commit({ record: { text: 'whole' } }, { record: { text: 'whole again' } })
  await expect.poll(() => texts).toEqual(['whole', 'whole again'])
  client.disconnect()
})

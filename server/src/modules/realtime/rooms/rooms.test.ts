// Channels for the clients' own messages, by the official client and by hand.
import { Centrifuge } from 'centrifuge'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { connectSocket, connectToken } from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let base: string
let lobby: string
let lobbyId: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { data } = await app.api('POST', `/projects/${project.id}/realtime/channels`, {
    token: project.token,
    body: { name: 'lobby' },
  })
  lobby = data.channel
  lobbyId = data.id
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const tokenOf = async (credential: object) =>
  (await connectToken(app, project, credential, 'channel=lobby')).token

test('the official client publishes, receives, and reads presence and history', async () => {
  const user = await signUp(app, project)
  const token = await tokenOf({ token: user.token })
  const client = new Centrifuge(`${base.replace('http', 'ws')}/connection/websocket`, { token })
  const heard: unknown[] = []
  const went: string[] = []
  client.on('publication', ({ channel, data, info }) => heard.push([channel, data, info?.user]))
  client.on('join', ({ info }) => went.push(`join ${info.user}`))
  client.on('leave', ({ info }) => went.push(`leave ${info.user}`))
  client.connect()
  await client.ready()
  const other = await connectSocket(base, await tokenOf({ key: project.secret }))
  await client.publish(lobby, { text: 'hello' })
  await other.next(({ push }) => push?.pub !== undefined)
  other.send({ id: 2, publish: { channel: lobby, data: 'from a server' } })
  await other.next(({ id }) => id === 2)
  const me = `user:${user.user.id}`
  const them = `project:${project.id}`
  await expect
    .poll(() => heard)
    .toEqual([
      [lobby, { text: 'hello' }, me],
      [lobby, 'from a server', them],
    ])
  const { clients } = await client.presence(lobby)
  expect(
    Object.values(clients)
      .map((one) => one.user)
      .sort(),
  ).toEqual([me, them].sort())
  expect(await client.presenceStats(lobby)).toEqual({ numClients: 2, numUsers: 2 })
  const history = await client.history(lobby, { limit: 10 })
  expect(history.publications.map(({ data }) => data)).toEqual([{ text: 'hello' }, 'from a server'])
  other.close()
  await expect.poll(() => went).toEqual([`join ${them}`, `leave ${them}`])
  client.disconnect()
})

test('a client that reconnects recovers missed messages', async () => {
  const token = await tokenOf({ key: project.secret })
  const speaker = await connectSocket(base, token)
  const listener = await connectSocket(base, token)
  const { offset, epoch } = listener.frames[0].connect.subs[lobby]
  listener.close()
  await listener.closed
  for (let n = 0; n < 3; n++) speaker.send({ id: n + 2, publish: { channel: lobby, data: n } })
  await speaker.next(({ id }) => id === 4)
  const recover = async (position: object) => {
    const again = await connectSocket(base, token, { subs: { [lobby]: { recover: true, ...position } } })
    again.close()
    const { recovered, publications } = again.frames[0].connect.subs[lobby]
    return [recovered, publications?.map(({ data }: any) => data)]
  }
  expect(await recover({ offset, epoch })).toEqual([true, [0, 1, 2]])
  expect(await recover({ offset, epoch: 'x' })).toEqual([false, undefined])
  expect(await recover({ offset: offset + 9, epoch })).toEqual([false, undefined])
  app.clock.advance(301)
  expect(await recover({ offset, epoch })).toEqual([false, undefined])
  speaker.close()
})

test('a publishable key can only subscribe, and messages are limited in size', async () => {
  const publish = async (credential: object, data: unknown) => {
    const client = await connectSocket(base, await tokenOf(credential))
    client.send({ id: 2, publish: { channel: lobby, data } })
    const { error } = await client.next(({ id }) => id === 2)
    client.close()
    return error?.code
  }
  expect(await publish({ key: project.publishable }, 'x')).toBe(103)
  expect(await publish({ key: project.secret }, 'x'.repeat(33_000))).toBe(106)
  expect(await publish({ key: project.secret }, null)).toBeUndefined()
})

test.each([
  [101, '1'],
  [16_000, '1'],
  [16_000, '1e9'],
])('a message that is nested %i times is too much, and no fault to be logged (%s)', async (depth, number) => {
  const logged = vi.spyOn(app.platform.log, 'error')
  const client = await connectSocket(base, await tokenOf({ key: project.secret }))
  const publish = (id: number, times: number) =>
    client.raw(
      `{"id":${id},"publish":{"channel":"${lobby}","data":${'['.repeat(times)}${number}${']'.repeat(times)}}}`,
    )
  publish(2, depth)
  expect((await client.next(({ id }) => id === 2)).error).toMatchObject({ code: 106 })
  publish(3, 100)
  expect(await client.next(({ id }) => id === 3)).toEqual({ id: 3, publish: {} })
  expect(logged).not.toHaveBeenCalled()
  client.close()
})

test('clients are unsubscribed from a channel that is turned off or removed', async () => {
  const credential = { key: project.secret }
  const path = `/projects/${project.id}/realtime/channels/${lobbyId}`
  const token = await tokenOf(credential)
  const client = await connectSocket(base, token)
  await app.api('PATCH', path, { token: project.token, body: { enabled: false } })
  await client.next(({ push }) => push?.unsubscribe !== undefined)
  client.send({ id: 2, publish: { channel: lobby, data: 'x' } })
  expect((await client.next(({ id }) => id === 2)).error.code).toBe(103)
  client.send({ id: 3, subscribe: { channel: lobby } })
  expect((await client.next(({ id }) => id === 3)).error.code).toBe(102)
  const late = await connectSocket(base, token)
  expect(late.frames[0].connect.subs).toEqual({})
  await app.api('PATCH', path, { token: project.token, body: { enabled: true } })
  client.send({ id: 4, subscribe: { channel: lobby } })
  await client.next(({ id, subscribe }) => id === 4 && subscribe !== undefined)
  await app.api('DELETE', path, { token: project.token })
  await expect.poll(() => client.frames.filter(({ push }) => push?.unsubscribe).length).toBe(2)
})

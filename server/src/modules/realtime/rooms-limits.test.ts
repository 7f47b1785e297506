// Channels of messages are limited by project: memory, deliveries, commands.
import { expect, test, vi } from 'vitest'
import { Shares } from '#platform/fairness/shares.ts'
import type { Platform } from '#platform/platform.ts'
import { startTestApp } from '#test/harness.ts'
import { connectSocket, connectToken } from './realtime.fixture.ts'
import { MAX_PRESENCE, Room, type RoomMember } from './rooms/room.ts'
import { Rooms } from './rooms/rooms.ts'
import type { LiveConfigs } from './settings/live-config.ts'
import { Allowance } from './tables/allowance.ts'

const clock = { now: () => new Date(0) }
const sender = { client: 'c', user: 'u' }

function memberOf(client: string, user = client) {
  let pushes = 0
  const member: RoomMember = { info: { client, user }, push: () => void pushes++, end: () => {} }
  return { member, count: () => pushes }
}

test('the histories of a project are bounded in bytes, and do not push out those of others', () => {
  const shares = new Shares({ total: 100_000, each: 10_000 })
  const roomOf = (project: string, name: string) =>
    new Room(name, clock, {
      take: (bytes) => shares.take(project, bytes) === undefined,
      release: (bytes) => shares.give(project, bytes),
    })
  const neighbour = roomOf('b', 'quiet')
  neighbour.publish('"hello"', sender)
  const rooms = Array.from({ length: 50 }, (_, n) => roomOf('a', `room ${n}`))
  for (const room of rooms) for (let n = 0; n < 50; n++) room.publish(`"${'x'.repeat(1000)}"`, sender)
  expect(shares.heldBy('a')).toBeLessThanOrEqual(10_000)
  const [first, last] = [rooms[0], rooms.at(-1)]
  expect(first?.history().length).toBeGreaterThan(0)
  expect(first?.history().at(-1)?.offset).toBe(50)
  expect(last?.history()).toEqual([])
  // Dropped messages are reported as unavailable.
  expect(last?.since(49, last.epoch)).toBeUndefined()
  expect(neighbour.history()).toHaveLength(1)
  for (const room of rooms) room.close()
  expect(shares.heldBy('a')).toBe(0)
})

test('expired messages are dropped also from rooms that are not read', async () => {
  vi.useFakeTimers({ now: 0 })
  try {
    const platform = { clock: { now: () => new Date() }, invalidations: { on: () => {} } }
    const configs = { find: async () => ({ findMessages: () => ({}) }) }
    const rooms = new Rooms(platform as unknown as Platform, configs as unknown as LiveConfigs)
    const room = await rooms.find('a', 'lobby')
    room?.publish('1', sender)
    const forgets = vi.spyOn(room as Room, 'history')
    vi.advanceTimersByTime(400_000)
    expect(forgets.mock.results.at(-1)?.value).toEqual([])
    rooms.stop()
  } finally {
    vi.useRealTimers()
  }
})

test('a large channel sends no joins and leaves', () => {
  const room = new Room('group', clock, { take: () => true, release: () => {} })
  const members = Array.from({ length: 2 * MAX_PRESENCE }, (_, n) => memberOf(`c${n}`, `u${n >> 1}`))
  for (const { member } of members) room.join(member)
  const told = members.reduce((sum, { count }) => sum + count(), 0)
  expect(told).toBeLessThanOrEqual((MAX_PRESENCE * (MAX_PRESENCE + 1)) / 2)
  expect([room.presence, room.clients, room.users]).toEqual([undefined, 2 * MAX_PRESENCE, MAX_PRESENCE])
  for (const { member } of members.slice(10)) room.leave(member)
  expect([room.presence?.length, room.clients, room.users]).toEqual([10, 10, 5])
})

test('each project has its own quota of deliveries', () => {
  let now = 0
  const allowance = new Allowance({ now: () => new Date(now) }, { amount: 100, seconds: 60 })
  expect([90, 20, 10].map((amount) => allowance.take('a', amount))).toEqual([true, false, true])
  expect(allowance.take('b', 100)).toBe(true)
  now = 60_000
  expect(allowance.take('a', 100)).toBe(true)
})

test('the commands of a client are rate limited', async () => {
  const app = await startTestApp({ rateLimits: true })
  try {
    const project = await app.createProject()
    const { token: account } = project
    const body = { name: 'lobby' }
    const { data } = await app.api('POST', `/projects/${project.id}/realtime/channels`, {
      token: account,
      body,
    })
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { token } = await connectToken(app, project, { key: project.secret }, 'channel=lobby')
    const [busy, other] = [await connectSocket(base, token), await connectSocket(base, token)]
    const ask = async (client: typeof busy, id: number) => {
      client.send({ id, presence: { channel: data.channel } })
      return (await client.next((frame) => frame.id === id)).error?.code
    }
    let id = 2
    while (id < 2000 && (await ask(busy, id)) === undefined) id += 1
    expect(id).toBe(1202)
    expect(await ask(busy, id + 1)).toBe(111)
    expect(await ask(other, 2)).toBeUndefined()
    app.clock.advance(61)
    expect(await ask(busy, id + 2)).toBeUndefined()
    busy.close()
    other.close()
  } finally {
    await app.stop()
  }
})

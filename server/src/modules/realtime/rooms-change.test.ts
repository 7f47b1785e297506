// Rooms while a project's settings change: no client stays in a closed room, and no room is missed.
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import type { RoomMember } from './rooms/room.ts'
import { Rooms } from './rooms/rooms.ts'
import type { LiveConfigs } from './settings/live-config.ts'

const PROJECT = 'a'

function open() {
  let enabled = true
  const handlers: ((id: string | undefined) => void)[] = []
  const platform = {
    clock: { now: () => new Date(0) },
    invalidations: { on: (_topic: string, handler: (typeof handlers)[0]) => handlers.push(handler) },
  } as unknown as Platform
  const configs = {
    find: async () => ({ findMessages: () => (enabled ? {} : undefined) }),
  } as unknown as LiveConfigs
  const rooms = new Rooms(platform, configs)
  const turn = async (on: boolean, id: string | undefined = PROJECT) => {
    enabled = on
    for (const handler of handlers) handler(id)
    await setImmediate()
  }
  const enter = async (client: string) => {
    const room = await rooms.find(PROJECT, 'lobby')
    if (room === undefined) throw new Error('there is no such room')
    const ends: string[] = []
    const member: RoomMember = {
      info: { client, user: client },
      push: () => {},
      end: (why) => ends.push(why),
    }
    rooms.join(room, member)
    return { room, member, ends }
  }
  return { rooms, turn, enter }
}

test.each([[PROJECT], [undefined]])(
  'who was sent away and leaves late takes nobody along, news of %s',
  async (id) => {
    const { rooms, turn, enter } = open()
    const first = await enter('first')
    await turn(false, id)
    expect(first.ends).toEqual(['removed'])
    await turn(true, id)
    const second = await enter('second')
    expect(second.room).not.toBe(first.room)
    rooms.leave(first.room, first.member)
    expect(await rooms.find(PROJECT, 'lobby')).toBe(second.room)
    await turn(false, id)
    expect(second.ends).toEqual(['removed'])
  },
)

test('the history from before a channel was turned off is not available after it is on again', async () => {
  const { rooms, turn, enter } = open()
  const { room, member } = await enter('speaker')
  room.publish('"secret"', member.info)
  rooms.leave(room, member)
  await turn(false)
  await turn(true)
  expect((await rooms.find(PROJECT, 'lobby'))?.history()).toEqual([])
})

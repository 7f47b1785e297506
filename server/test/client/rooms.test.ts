// The TypeScript client sends messages over channels, sees who is there, and misses nothing when its connection breaks.
import type { Client, Room, RoomEvent, Status } from '@msingi/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { type Book, type Library, openLibrary } from './client.fixture.ts'
import { openBehindProxy } from './proxy.fixture.ts'

interface Said {
  readonly text: string
}

let library: Library

beforeAll(async () => {
  library = await openLibrary()
  const { id, token } = library.project
  const made = await library.app.api('POST', `/projects/${id}/realtime/channels`, {
    token,
    body: { name: 'lobby' },
  })
  expect(made.status).toBe(201)
})
afterAll(() => library.app.stop())

/** enter subscribes, and resolves when it is live. */
async function enter(client: Client<{ books: Book }>) {
  const room: Room<Said> = client.channel('lobby')
  const [events, statuses]: [RoomEvent<Said>[], Status[]] = [[], []]
  const { unsubscribe } = room.subscribe((event) => events.push(event), {
    onStatus: (status) => statuses.push(status),
  })
  await expect.poll(() => statuses.at(-1)).toBe('live')
  const texts = () => events.flatMap((event) => (event.type === 'message' ? [event.data.text] : []))
  return { room, events, statuses, texts, leave: unsubscribe }
}

test('messages, presence and history', async () => {
  const { user } = await signUp(library.app, library.project)
  const client = library.open()
  await client.auth.signIn({ email: user.email, password: 'correct horse 1' })
  const [server, person] = [await enter(library.open({ secret: true })), await enter(client)]
  const who = `user:${user.id}`
  await expect.poll(() => server.events).toMatchObject([{ type: 'join', user: who }])
  await person.room.publish({ text: 'one' })
  await server.room.publish({ text: 'two' })
  await expect
    .poll(() => [person.texts(), server.texts()])
    .toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ])
  expect((await person.room.presence()).map((member) => member.user).toSorted()).toEqual(
    [`project:${library.project.id}`, who].toSorted(),
  )
  expect(await person.room.history(1)).toMatchObject([{ type: 'message', data: { text: 'one' }, user: who }])
  person.leave()
  await expect.poll(() => server.events.at(-1)).toMatchObject({ type: 'leave', user: who })
  expect(person.statuses).toEqual(['connecting', 'live', 'closed'])
  // Whoever comes back hears what is said from then on.
  const again = await enter(client)
  await server.room.publish({ text: 'three' })
  await expect.poll(again.texts).toEqual(['three'])
  again.leave()
  await expect(person.room.publish({ text: 'nobody hears it' })).rejects.toMatchObject({ status: 0 })
  server.leave()
})

test('a publishable key alone only listens, and what is not there is refused', async () => {
  const { room, leave } = await enter(library.open())
  await expect(room.publish({ text: 'refused' })).rejects.toMatchObject({ status: 403 })
  leave()
  const refused = Promise.withResolvers<Error | undefined>()
  const onStatus = (status: Status, error?: Error) => status === 'closed' && refused.resolve(error)
  library
    .open()
    .channel('nowhere')
    .subscribe(() => {}, { onStatus })
  expect(await refused.promise).toMatchObject({ status: 404 })
})

test('a connection that breaks is made again, and messages come once', async () => {
  const { proxy, client } = await openBehindProxy(library)
  const [far, near] = [await enter(client), await enter(library.open({ secret: true }))]
  await near.room.publish({ text: 'before' })
  await expect.poll(far.texts).toEqual(['before'])
  proxy.cut()
  await near.room.publish({ text: 'meanwhile' })
  await expect.poll(far.texts, { timeout: 20_000 }).toEqual(['before', 'meanwhile'])
  await near.room.publish({ text: 'after' })
  await expect.poll(far.texts).toEqual(['before', 'meanwhile', 'after'])
  far.leave()
  near.leave()
  await proxy.stop()
})

// The TypeScript client says where to go on: behind changes that are handled, one after the other, however slowly.
import type { Change, Status } from '@msingi/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Book, type Library, openLibrary } from './client.fixture.ts'

const MANY = 2500
const AT_ONCE = 500

let library: Library

beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.app.stop())

/** write inserts books, and returns their titles. */
async function write(name: string, count: number): Promise<string[]> {
  const titles = Array.from({ length: count }, (_, number) => `${name} ${number}`)
  const books = library.open({ secret: true }).from('books')
  for (let first = 0; first < count; first += AT_ONCE)
    await books.insert(titles.slice(first, first + AT_ONCE).map((title) => ({ title })))
  return titles
}

describe.each(['websocket', 'sse'] as const)('over %s', (transport) => {
  const filterOf = (name: string) => `title.like.${name}*`

  test('a listener that takes its time gets each change once and in order, and nothing piles up', async () => {
    const name = `slow ${transport}`
    const [heard, statuses, positions]: [string[], Status[], string[]] = [[], [], []]
    const gate = Promise.withResolvers<void>()
    let running = 0
    const { unsubscribe } = library.open({ secret: true }).subscribe(
      'books',
      async ({ record }: Change<Book>) => {
        running += 1
        expect(running).toBe(1)
        await gate.promise
        heard.push(record.title)
        running -= 1
      },
      {
        transport,
        filter: filterOf(name),
        onStatus: (status) => statuses.push(status),
        onPosition: (position) => positions.push(position),
      },
    )
    await expect.poll(() => statuses.at(-1)).toBe('live')
    expect(positions).toHaveLength(1)
    const other: string[] = []
    const isLive = Promise.withResolvers<void>()
    const beside = library
      .open({ secret: true })
      .subscribe('books', ({ record }: Change<Book>) => other.push(record.title), {
        filter: filterOf(name),
        onStatus: (status) => status === 'live' && isLive.resolve(),
      })
    await isLive.promise
    const titles = await write(name, MANY)
    // What has come to another subscription has come to this one, as far as it takes it.
    await expect.poll(() => other.at(-1)).toBe(titles.at(-1))
    beside.unsubscribe()
    gate.resolve()
    await expect.poll(() => heard.length).toBe(MANY)
    await expect.poll(() => positions.length).toBeGreaterThan(MANY)
    expect(heard).toEqual(titles)
    // It was full, and connected again once all was handled.
    expect(statuses).toContain('reconnecting')
    unsubscribe()
    expect(statuses.at(-1)).toBe('closed')
  })

  test('a listener that rejects ends the subscription, and its change comes again behind the position', async () => {
    const name = `failing ${transport}`
    const client = library.open({ secret: true })
    let position = ''
    const failed = Promise.withResolvers<Error | undefined>()
    const isLive = Promise.withResolvers<void>()
    client.subscribe(
      'books',
      async ({ record }: Change<Book>) => {
        if (record.title.endsWith('1')) throw new Error('The disk is full.')
      },
      {
        transport,
        filter: filterOf(name),
        onPosition: (next) => {
          position = next
        },
        onStatus: (status, error) => {
          if (status === 'live') isLive.resolve()
          if (status === 'closed') failed.resolve(error)
        },
      },
    )
    await isLive.promise
    await write(name, 3)
    expect(await failed.promise).toMatchObject({ message: 'The disk is full.' })
    const heard: string[] = []
    const again = client.subscribe(
      'books',
      (change: Change<Book>) => {
        heard.push(change.record.title)
        position = change.position
      },
      { transport, filter: filterOf(name), after: position },
    )
    await expect.poll(() => heard).toEqual([`${name} 1`, `${name} 2`])
    again.unsubscribe()
  })
})

test('a position of server-sent events is refused by WebSocket', () => {
  const client = library.open({ secret: true })
  const after = '01a21b2d-625c-8000-8009-2c2f00000000'
  expect(() => client.subscribe('books', () => {}, { after, transport: 'websocket' })).toThrow(
    'server-sent events',
  )
})

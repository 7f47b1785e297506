// The TypeScript client hears of changes, over both transports, and loses none when its connection breaks.
import type { Change, Client, Status, SubscribeOptions } from '@msingi/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AMINA, type Book, type Library, openLibrary } from './client.fixture.ts'
import { openBehindProxy } from './proxy.fixture.ts'

let library: Library
let writer: Client<{ books: Book }>
let titles = 0

beforeAll(async () => {
  library = await openLibrary()
  writer = library.open({ secret: true })
  const { id, token } = library.project
  await library.app.api('PUT', `/projects/${id}/realtime/settings`, { token, body: { enabled: true } })
})
afterAll(() => library.app.stop())

interface Heard {
  readonly changes: Change<Book>[]
  readonly statuses: Status[]
  readonly errors: Error[]
  /** reads is how often the rows had to be read. */
  readonly reads: () => number
  /** until waits for what must come; the test's time limit is the only other end. */
  until(fits: () => boolean): Promise<void>
  stop(): void
}

function listen(client: Client<{ books: Book }>, options: SubscribeOptions, table: 'books' = 'books'): Heard {
  const [changes, statuses, errors]: [Change<Book>[], Status[], Error[]] = [[], [], []]
  const waiting = new Set<() => void>()
  let reads = 0
  const wake = () => {
    for (const look of [...waiting]) look()
  }
  // What was written just before may still be on its way; a test looks at what it wrote itself.
  const first = titles
  const { unsubscribe } = client.subscribe(
    table,
    (change) => {
      if (Number(change.record.title.slice('Book '.length)) >= first) changes.push(change)
      wake()
    },
    {
      ...options,
      onStatus: (status, error) => {
        statuses.push(status)
        if (error !== undefined) errors.push(error)
        wake()
      },
      onStale: () => {
        expect(statuses.at(-1)).toBe('live')
        reads += 1
      },
    },
  )
  return {
    changes,
    statuses,
    errors,
    reads: () => reads,
    until: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          if (!fits()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    stop: unsubscribe,
  }
}

const title = () => `Book ${titles++}`

describe.each(['websocket', 'sse'] as const)('over %s', (transport) => {
  test('inserts, updates and deletes arrive as they are committed, until nobody listens', async () => {
    const heard = listen(library.open({ secret: true }), { transport })
    await heard.until(() => heard.statuses.includes('live'))
    const row = await writer.from('books').insert({ title: title(), pages: 1 })
    const changed = await writer.from('books').update(row.id, { pages: 2 })
    await writer.from('books').delete(row.id)
    await heard.until(() => heard.changes.length === 3)
    expect(heard.changes).toMatchObject([
      { type: 'INSERT', table: 'books', project_id: library.project.id, record: row },
      { type: 'UPDATE', record: changed, old_record: row },
      { type: 'DELETE', record: changed },
    ])
    heard.stop()
    expect(heard.statuses).toEqual(['connecting', 'live', 'closed'])
  })

  test('two subscriptions share a connection, each with its own events', async () => {
    const client = library.open({ secret: true })
    const deletes = listen(client, { transport, events: ['DELETE'] })
    const all = listen(client, { transport })
    await all.until(() => all.statuses.includes('live'))
    const row = await writer.from('books').insert({ title: title() })
    await writer.from('books').delete(row.id)
    await all.until(() => all.changes.length === 2)
    expect(deletes.changes.map(({ type }) => type)).toEqual(['DELETE'])
    deletes.stop()
    await writer.from('books').insert({ title: title() })
    await all.until(() => all.changes.length === 3)
    const late = listen(client, { transport })
    expect([deletes.reads(), all.reads(), late.reads()]).toEqual([1, 1, 1])
    late.stop()
    all.stop()
  })

  test('a filter lets through what passes it, also beside a subscription without one', async () => {
    const client = library.open({ secret: true })
    const all = listen(client, { transport })
    const some = listen(client, { transport, filter: `title.eq.Book ${titles + 1}` })
    await Promise.all([all, some].map((heard) => heard.until(() => heard.statuses.includes('live'))))
    await writer.from('books').insert({ title: title() })
    const row = await writer.from('books').insert({ title: title() })
    await writer.from('books').delete(row.id)
    await all.until(() => all.changes.length === 3)
    await some.until(() => some.changes.length === 2)
    expect(some.changes.map(({ type, record }) => [type, record.id])).toEqual([
      ['INSERT', row.id],
      ['DELETE', row.id],
    ])
    for (const heard of [all, some]) heard.stop()
  })

  test('a connection that breaks is made again, and nothing is lost or comes twice', async () => {
    const { proxy, client } = await openBehindProxy(library)
    const heard = listen(client, { transport })
    await heard.until(() => heard.statuses.includes('live'))
    const written: string[] = []
    const write = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const row = await writer.from('books').insert({ title: title() })
        written.push(row.id)
      }
    }
    await write(5)
    await heard.until(() => heard.changes.length === 5)
    proxy.cut()
    await write(20)
    proxy.cut()
    await write(5)
    await heard.until(() => heard.changes.length >= written.length)
    expect(heard.changes.map(({ record }) => record.id)).toEqual(written)
    expect(heard.statuses).toContain('reconnecting')
    expect(heard.statuses).not.toContain('gap')
    expect(heard.reads()).toBe(1)
    heard.stop()
    await proxy.stop()
  })

  test('a connection that breaks before anything was heard loses nothing either', async () => {
    const { proxy, client } = await openBehindProxy(library)
    const heard = listen(client, { transport })
    await heard.until(() => heard.statuses.includes('live'))
    proxy.block()
    const row = await writer.from('books').insert({ title: title() })
    proxy.unblock()
    await heard.until(() => heard.changes.length > 0)
    expect(heard.changes).toMatchObject([{ type: 'INSERT', record: row }])
    expect(heard.statuses).not.toContain('gap')
    heard.stop()
    await proxy.stop()
  })

  test('where what was missed is not known any more, that is told, once', async () => {
    const { proxy, client } = await openBehindProxy(library)
    const heard = listen(client, { transport })
    await heard.until(() => heard.statuses.includes('live'))
    proxy.block()
    await writer.from('books').insert({ title: title() })
    // What was written before the settings last changed is not replayed.
    const { id, token } = library.project
    await library.app.api('PUT', `/projects/${id}/realtime/settings`, { token, body: { enabled: true } })
    proxy.unblock()
    await heard.until(() => heard.statuses.at(-2) === 'gap')
    proxy.cut()
    await heard.until(() => heard.statuses.filter((status) => status === 'live').length === 3)
    const row = await writer.from('books').insert({ title: title() })
    await heard.until(() => heard.changes.length > 0)
    expect(heard.changes).toMatchObject([{ type: 'INSERT', record: row }])
    expect(heard.statuses).toEqual([
      'connecting',
      'live',
      ...['reconnecting', 'gap', 'live'],
      'reconnecting',
      'live',
    ])
    expect(heard.reads()).toBe(2)
    heard.stop()
    await proxy.stop()
  })

  test('signing in and out changes who listens', async () => {
    const client = library.open()
    const phone = transport === 'sse' ? '+254700000001' : '+254700000002'
    const person = { ...AMINA, email: `${transport}@example.com`, phone }
    const { email, password } = person
    const { user } = await client.auth.signUp(person)
    await client.auth.signOut()
    const heard = listen(client, { transport })
    await heard.until(() => heard.statuses.includes('live'))
    await writer.from('books').insert({ title: title() })
    await client.auth.signIn({ email, password })
    await heard.until(() => heard.statuses.filter((status) => status === 'live').length === 2)
    const seen = await client.from('books').insert({ title: title() })
    await heard.until(() => heard.changes.some(({ record }) => record.id === seen.id))
    expect(seen.user_id).toBe(user?.id)
    expect(heard.reads()).toBe(2)
    heard.stop()
  })

  test('whoever signs in while the connection is broken connects as themselves', async () => {
    const asked: (string | null)[] = []
    const watching: typeof fetch = (input, init) => {
      if (String(input).includes('/realtime/')) asked.push(new Headers(init?.headers).get('authorization'))
      return fetch(input, init)
    }
    const { proxy, client } = await openBehindProxy(library, watching)
    const heard = listen(client, { transport })
    await heard.until(() => heard.statuses.includes('live'))
    proxy.cut()
    await heard.until(() => heard.statuses.includes('reconnecting'))
    const phone = transport === 'sse' ? '+254700000003' : '+254700000004'
    const { user } = await client.auth.signUp({ ...AMINA, email: `late-${transport}@example.com`, phone })
    await heard.until(() => heard.statuses.filter((status) => status === 'live').length === 2)
    const session = await client.auth.session()
    expect(session?.user.id).toBe(user?.id)
    expect(asked.at(-1)).toBe(`Bearer ${session?.tokens.access_token}`)
    heard.stop()
    await proxy.stop()
  })

  test('what the server refuses for good is told, and not tried again', async () => {
    const heard = listen(library.open({ secret: true }), { transport }, 'nothing' as 'books')
    await heard.until(() => heard.statuses.includes('closed'))
    expect(heard.statuses).toEqual(['connecting', 'closed'])
    expect(heard.errors).toMatchObject([{ name: 'MsingiError', status: 404 }])
    heard.stop()
  })

  test('a table that is deleted ends its subscriptions', async () => {
    const { id, token } = library.project
    const table = await library.app.api('POST', `/projects/${id}/tables`, {
      token,
      body: { name: `gone_${transport}` },
    })
    const heard = listen(library.open({ secret: true }), { transport }, table.data.slug)
    await heard.until(() => heard.statuses.includes('live'))
    await library.app.api('DELETE', `/projects/${id}/tables/${table.data.id}`, { token })
    await heard.until(() => heard.statuses.includes('closed'))
    expect(heard.statuses).toEqual(['connecting', 'live', 'reconnecting', 'closed'])
    expect(heard.errors).toMatchObject([{ status: 404 }])
    heard.stop()
  })

  test('whoever subscribes after a refusal is not given the old one', async () => {
    const client = library.open({ secret: true })
    const name = `late_${transport}`
    const early = listen(client, { transport }, name as 'books')
    await early.until(() => early.statuses.includes('closed'))
    const { id, token } = library.project
    await library.app.api('POST', `/projects/${id}/tables`, { token, body: { name } })
    const late = listen(client, { transport }, name as 'books')
    await late.until(() => late.statuses.includes('live'))
    expect(early.statuses).toEqual(['connecting', 'closed', 'connecting', 'live'])
    early.stop()
    late.stop()
  })
})

// Lists that are kept in step: what enters, changes, moves and leaves, by filter, order and limit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMINA, type Library, openLibrary } from './client.fixture.ts'
import { openBehindProxy } from './proxy.fixture.ts'

let library: Library

beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.app.stop())

test('a list is what reading it anew would return', async () => {
  const filters: (string | null)[] = []
  const client = library.open({
    secret: true,
    fetch: (url, init) => {
      const { pathname, searchParams } = new URL(String(url))
      if (pathname.endsWith('/realtime/connect')) filters.push(searchParams.get('filter'))
      return fetch(url, init)
    },
  })
  const books = client.from('books')
  let titles: string[] | undefined
  const list = books.gte('pages', 100).in('title', ['A, "1"', 'B', 'C', 'D']).order('pages').limit(3)
  const { unsubscribe } = list.live((rows) => {
    titles = rows.map(({ title }) => title)
  })
  await expect.poll(() => titles).toEqual([])
  const shows = (...wanted: string[]) => expect.poll(() => titles).toEqual(wanted)
  const b = await books.insert({ title: 'B', pages: 200 })
  await shows('B')
  const a = await books.insert({ title: 'A, "1"', pages: 50 })
  await books.insert({ title: 'C', pages: 300 })
  await shows('B', 'C')
  await books.update(a.id, { pages: 100 })
  await shows('A, "1"', 'B', 'C')
  await books.insert({ title: 'D', pages: 150 })
  await shows('A, "1"', 'D', 'B')
  await books.update(b.id, { pages: 400 })
  await shows('A, "1"', 'D', 'C')
  await books.update(a.id, { pages: 1 })
  await shows('D', 'C', 'B')
  await books.delete(b.id)
  await shows('D', 'C')
  // Only changes of such rows come at all.
  expect(filters).toEqual(['pages.gte."100",title.in.("A, \\"1\\"","B","C","D")'])
  unsubscribe()
})

test('a value with spaces around it is followed', async () => {
  const client = library.open({ secret: true })
  const row = await client.from('books').insert({ title: ' Pad ', pages: 1 })
  const pages: (number | null | undefined)[] = []
  const { unsubscribe } = client
    .from('books')
    .eq('title', ' Pad ')
    .live((rows) => pages.push(rows[0]?.pages))
  await expect.poll(() => pages.at(-1)).toBe(1)
  await client.from('books').update(row.id, { pages: 2 })
  await expect.poll(() => pages.at(-1)).toBe(2)
  unsubscribe()
})

test('a filter that the server cannot decide by the row alone is followed all the same', async () => {
  const client = library.open({ secret: true })
  const statuses: string[] = []
  let titles: string[] = []
  const { unsubscribe } = client
    .from('books')
    .gt('title', 'Y')
    .live(
      (rows) => {
        titles = rows.map(({ title }) => title)
      },
      { onStatus: (status) => statuses.push(status) },
    )
  await expect.poll(() => statuses.at(-1)).toBe('live')
  await client.from('books').insert({ title: 'Zawadi' })
  await expect.poll(() => titles).toEqual(['Zawadi'])
  unsubscribe()
})

test('rows that were read for a user are not shown once somebody else is signed in', async () => {
  const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  const client = library.open({
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (!isHeld && String(url).includes('/data/books')) {
        isHeld = true
        sent.resolve()
        await held.promise
      }
      return response
    },
  })
  await client.auth.signUp({ ...AMINA, email: 'list@example.com', phone: '+255712345699' })
  await library.open({ secret: true }).from('books').insert({ title: 'Hers' })
  const lists: string[][] = []
  const { unsubscribe } = client
    .from('books')
    .eq('title', 'Hers')
    .live((rows) => lists.push(rows.map(({ title }) => title)))
  await sent.promise
  await client.auth.signOut()
  held.resolve()
  await expect.poll(() => lists.at(-1)).toEqual([])
  expect(lists.flat()).toEqual([])
  unsubscribe()
})

test('a list that could not be read is read again, unless it is refused', async () => {
  const failing = { left: 0 }
  const { proxy, client } = await openBehindProxy(library, (url, init) => {
    if (!String(url).includes('/data/books') || failing.left === 0) return fetch(url, init)
    failing.left -= 1
    return Promise.reject(new Error('the network is down'))
  })
  failing.left = 1
  let counts: number[] = []
  const errors: unknown[] = []
  const { unsubscribe } = client
    .with({ retries: 0 })
    .from('books')
    .eq('title', 'Kiu')
    .live(
      (rows) => {
        counts = [...counts, rows.length]
      },
      { onError: (error) => errors.push(error) },
    )
  await expect.poll(() => counts.at(-1), { timeout: 20_000 }).toBe(0)
  expect(errors).toMatchObject([{ status: 0 }])
  await library.open({ secret: true }).from('books').insert({ title: 'Kiu' })
  await expect.poll(() => counts.at(-1)).toBe(1)
  unsubscribe()

  const refused = Promise.withResolvers<unknown>()
  const { unsubscribe: end } = client
    .from('books')
    .filter('missing', 'eq', 1)
    .live(() => {}, { onError: refused.resolve })
  expect(await refused.promise).toMatchObject({ status: 400 })
  end()
  await proxy.stop()
})

// The TypeScript client reads and writes rows.
import type { Client } from '@msingi/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Book, type Library, openLibrary } from './client.fixture.ts'

let library: Library
let client: Client<{ books: Book }>

beforeAll(async () => {
  library = await openLibrary()
  client = library.open({ secret: true })
})
afterAll(() => library.app.stop())

test('insert, get, update and delete', async () => {
  const row = await client.from('books').insert({ title: 'Mine Boy', pages: 250 })
  expect(row).toMatchObject({ title: 'Mine Boy', pages: 250 })
  expect(await client.from('books').get(row.id)).toEqual(row)
  expect(await client.from('books').update(row.id, { pages: 251 })).toMatchObject({ pages: 251 })
  await client.from('books').delete(row.id)
  await expect(client.from('books').get(row.id)).rejects.toMatchObject({ name: 'MsingiError', status: 404 })
})

test('every filter reaches the server as it is meant', async () => {
  const titles = ['A, "quoted"', 'B\\', 'C%20&x=y', 'd+e']
  await client.from('books').insert(titles.map((title, n) => ({ title, pages: n === 3 ? null : n * 100 })))
  const read = async (query: PromiseLike<Book[]>) => (await query).map(({ title }) => title).sort()
  const books = client.from('books')
  expect(await read(books.in('title', titles))).toEqual(titles)
  expect(await read(books.eq('title', 'C%20&x=y'))).toEqual(['C%20&x=y'])
  expect(await read(books.like('title', 'd+%'))).toEqual(['d+e'])
  expect(await read(books.ilike('title', 'D+_'))).toEqual(['d+e'])
  expect(await read(books.neq('pages', 100).gte('pages', 0).lt('pages', 201))).toEqual([
    'A, "quoted"',
    'C%20&x=y',
  ])
  expect(await read(books.gt('pages', 0).lte('pages', 100))).toEqual(['B\\'])
  expect(await read(books.isNull('pages'))).toEqual(['d+e'])
  expect(await read(books.isNotNull('pages').lt('created_at', new Date()))).toEqual(titles.slice(0, 3))
  expect(await books.isNotNull('pages').count()).toBe(3)
  expect(await books.select('title').order('pages', 'desc').order('title').limit(2).offset(1)).toEqual([
    { title: 'C%20&x=y' },
    { title: 'B\\' },
  ])
  expect(await books.eq('title', 'nobody wrote it').first()).toBeUndefined()
})

test('iterating gives every row once, over several pages', async () => {
  const titles = Array.from({ length: 120 }, (_, n) => `Volume ${n}`)
  await client.from('books').insert(titles.map((title) => ({ title })))
  const seen: string[] = []
  for await (const { title } of client.from('books').like('title', 'Volume %').limit(50)) seen.push(title)
  expect(seen.sort()).toEqual(titles.sort())
})

test('upserts, batches and repeats', async () => {
  const first = await client.from('books').insert({ title: 'Once' }, { idempotencyKey: 'order-7' })
  expect(await client.from('books').insert({ title: 'Once' }, { idempotencyKey: 'order-7' })).toEqual(first)
  const merged = await client.from('books').upsert({ title: 'Once', pages: 9 }, { onConflict: 'title' })
  expect(merged).toMatchObject({ id: first.id, pages: 9 })
  const results = await client.batch([
    { method: 'PATCH', table: 'books', id: first.id, body: { pages: 10 } },
    { method: 'DELETE', table: 'books', id: first.id },
  ])
  expect(results.map(({ status }) => status)).toEqual([200, 204])
})

test('writes by filter, and deleted rows', async () => {
  const books = client.from('books')
  await books.insert(['x1', 'x2', 'x3'].map((title) => ({ title, pages: 1 })))
  const found = books.like('title', 'x_')
  await expect(found.updateAll({ pages: 2 }, { maxAffected: 2 })).rejects.toMatchObject({ status: 400 })
  expect(await found.updateAll({ pages: 2 }, { maxAffected: 3 })).toBe(3)
  const changed = await found.select('pages').updateAll({ pages: 3 }, { returning: true })
  expect(changed).toEqual([{ pages: 3 }, { pages: 3 }, { pages: 3 }])
  expect(await found.neq('title', 'x1').deleteAll()).toBe(2)
  const [row] = await found.deleteAll({ returning: true })
  expect(await found.count()).toBe(0)
  expect(await found.onlyDeleted().count()).toBe(3)
  expect(await books.restore(row?.id ?? '')).toMatchObject({ title: 'x1', pages: 3 })
  expect(await found.withDeleted().order('title').select('title')).toHaveLength(3)
  await expect(books.deleteAll()).rejects.toMatchObject({ status: 400 })
})

test('what the server refuses is an error that says why', async () => {
  const wrong = client.from('books').insert({ titel: 'x' } as Partial<Book>)
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    errors: expect.arrayContaining([expect.stringContaining('titel')]),
  })
  const nowhere = library.open({ fetch: () => Promise.reject(new TypeError('fetch failed')) })
  await expect(nowhere.from('books')).rejects.toMatchObject({ status: 0 })
  const proxy = library.open({ fetch: async () => new Response('<html>', { status: 502 }) })
  await expect(proxy.from('books')).rejects.toMatchObject({ status: 502 })
})

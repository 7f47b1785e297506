// What the TypeScript client makes of servers that are not there, and of proxies that answer in their place.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Library, openLibrary } from './client.fixture.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.app.stop())

test('a server that cannot be reached has the status 0, and a proxy its own', async () => {
  const nowhere = library.open({ fetch: () => Promise.reject(new TypeError('fetch failed')) })
  await expect(nowhere.from('books')).rejects.toMatchObject({ status: 0 })
  const proxy = library.open({ fetch: async () => new Response('<html>', { status: 502 }) })
  await expect(proxy.from('books')).rejects.toMatchObject({ status: 502 })
})

test('what is probably not meant is said once, and why a subscription that nobody watches has ended', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const client = library.open({ secret: true })
  for (const _ of [1, 2]) await client.from('books').filter('pages', 'gt', 0).select<object>('id,titel')
  client.subscribe('nowhere' as 'books', () => {})
  await expect.poll(() => warn.mock.calls.length).toBe(2)
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringContaining('Did you mean title?'),
    expect.stringContaining('The table nowhere was not found.'),
  ])
  warn.mockRestore()
})

// What the TypeScript client makes of servers that are not there, and of proxies that answer in their place.
import { afterAll, beforeAll, expect, test } from 'vitest'
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

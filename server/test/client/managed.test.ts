// What secret keys manage by the TypeScript client: the project's users and buckets. Publishable keys and users are refused.
import type { Client, ManagedUser } from '@msingi/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMINA, type Library, openLibrary } from './client.fixture.ts'

let library: Library
let admin: Client
beforeAll(async () => {
  library = await openLibrary()
  admin = library.open({ secret: true })
})
afterAll(() => library.app.stop())

test('users are created, invited, listed, changed and deleted', async () => {
  const { users } = admin.auth
  const made: ManagedUser[] = []
  for (const n of [1, 2, 3, 4, 5])
    made.push(
      await users.create({
        email: `user-${n}@example.com`,
        full_name: `Mwanafunzi ${n}`,
        email_verified: true,
      }),
    )
  const [first] = made as [ManagedUser]
  const filters = { search: 'mwanafunzi', order: 'full_name.asc', limit: 2, count: true } as const
  const list = await users.list(filters)
  expect([list.length, list.more, list.count]).toEqual([2, true, 5])
  const ids: string[] = []
  for await (const { id } of list) ids.push(id)
  expect(ids).toEqual(made.map(({ id }) => id))
  expect((await users.list({ ...filters, page: 3 })).map(({ id }) => id)).toEqual(ids.slice(4))

  expect(await users.update(first.id, { claims: { shop: 7 }, is_active: false })).toMatchObject({
    is_active: false,
  })
  expect(await users.get(first.id)).toMatchObject({ claims: { shop: 7 }, email_verified: true })
  expect((await users.list({ state: 'deactivated' })).map(({ id }) => id)).toEqual([first.id])
  await users.delete(first.id)
  await expect(users.get(first.id)).rejects.toMatchObject({ status: 404 })
  expect(await users.invite({ email: 'guest@example.com' })).toMatchObject({ email: 'guest@example.com' })
})

test('buckets are created, listed and deleted', async () => {
  const { storage } = admin
  const options = { isPublic: true, fileSizeLimit: 10, allowedMimeTypes: ['text/plain'] }
  const bucket = await storage.createBucket('Open shelf', options)
  const shown = {
    slug: 'open-shelf',
    is_public: true,
    file_size_limit: 10,
    allowed_mime_types: ['text/plain'],
  }
  expect(bucket).toMatchObject(shown)
  expect(await storage.getBucket('open-shelf')).toEqual(bucket)
  expect(await storage.listBuckets()).toEqual([bucket])
  await storage.from('open-shelf').upload('a', 'habari')
  await expect(storage.deleteBucket('open-shelf')).rejects.toMatchObject({ status: 409 })
  await storage.deleteBucket(bucket.id, { force: true })
  const other = await storage.createBucket('Other', { slug: 'elsewhere' })
  await storage.deleteBucket(other.slug)
  await expect(storage.getBucket('elsewhere')).rejects.toMatchObject({ status: 404 })
})

test('a secret key manages whoever is signed in over its client, and others manage nothing', async () => {
  const server = library.open({ secret: true })
  const { user } = await server.auth.signUp(AMINA)
  expect(await server.auth.users.get(user.id)).toMatchObject({ id: user.id })
  const before = await server.auth.session()
  library.app.clock.advance(1)
  const renewed = await server.auth.refresh()
  expect(renewed?.user.id).toBe(user.id)
  expect(renewed?.tokens.refresh_token).not.toBe(before?.tokens.refresh_token)
  expect(await server.auth.session()).toEqual(renewed)
  const page = library.open()
  expect(await page.auth.refresh()).toBeUndefined()
  await expect(page.auth.users.list()).rejects.toMatchObject({ status: 403 })
  await expect(page.storage.listBuckets()).rejects.toMatchObject({ status: 403 })
})

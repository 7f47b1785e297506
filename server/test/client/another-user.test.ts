// What one user began with the TypeScript client is not finished as another user, nor as nobody.
import type { Client, Session } from '@msingi/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMINA, type Book, type Library, openLibrary } from './client.fixture.ts'

const OTHER = { ...AMINA, email: 'other@example.com', phone: '+255712345670' }
const MB = 1024 * 1024

let library: Library
let other: Session

beforeAll(async () => {
  library = await openLibrary()
  const { app, project } = library
  const { id, token } = project
  const manage = async (path: string, body: object) => {
    const answer = await app.api('POST', `/projects/${id}${path}`, { token, body })
    expect(answer.status, answer.text).toBe(201)
  }
  await manage('/storage/buckets', { name: 'docs' })
  const tables = await app.api('GET', `/projects/${id}/tables`, { token })
  const objects = tables.data.find(({ slug }: { slug: string }) => slug === 'storage_objects')
  for (const action of ['select', 'insert', 'update', 'delete'])
    await manage(`/tables/${objects.id}/rls`, { action, subject: 'authenticated' })
  await library.open().auth.signUp(AMINA)
  const second = library.open()
  await second.auth.signUp(OTHER)
  other = (await second.auth.session()) as Session
  const docs = library.open({ secret: true }).storage.from('docs')
  for (const name of ['a', 'b']) await docs.upload(name, name)
  const rows = Array.from({ length: 3 }, (_, at) => ({ title: `Row ${at}` }))
  await library.open({ secret: true }).from('books').insert(rows)
})
afterAll(() => library.app.stop())

type Books = Client<{ books: Book }>

const docs = (client: Books) => client.storage.from('docs')

async function readAll(client: Books): Promise<void> {
  for await (const _ of client.from('books').limit(1)) {
    // Only the pages count.
  }
}

async function readNext(client: Books): Promise<unknown> {
  const page = await client.from('books').limit(1)
  return page.next()
}

/** Each sends its first request, and then others. */
const OPERATIONS: Readonly<Record<string, (client: Books) => Promise<unknown>>> = {
  'rows of all pages': readAll,
  'the next page': readNext,
  'files that are removed': (client) => docs(client).remove('a', 'b'),
  'a file that is moved': (client) => docs(client).move('a', 'c'),
  'a file that is copied': (client) => docs(client).copy('a', 'c'),
  'a signed address': (client) => docs(client).createSignedUrl('a'),
  'signed addresses': (client) => docs(client).createSignedUrls(['a', 'b']),
  'an image': (client) => docs(client).image('a'),
  'a resumable upload': (client) =>
    docs(client).upload('large', new Blob([new Uint8Array(20 * MB)]), { retryDelays: [1, 1] }),
}
const CHANGES: Readonly<Record<string, (client: Books) => Promise<unknown>>> = {
  another: (client) => client.auth.signIn({ email: OTHER.email, password: OTHER.password }),
  nobody: (client) => client.auth.signOut(),
}

const cases = Object.keys(OPERATIONS).flatMap((what) => Object.keys(CHANGES).map((who) => [what, who]))

// Has `change` run behind the first answer of what `client` is asked for, and returns what it was asked as.
function openChanging(change: (client: Books) => Promise<unknown>) {
  const asked: (string | null)[] = []
  let isWatched = false
  const client = library.open({
    fetch: async (url, init) => {
      const isOther = String(url).includes('/auth/')
      if (isWatched && !isOther) asked.push(new Headers(init?.headers).get('authorization'))
      const response = await fetch(url, init)
      if (isWatched && !isOther && asked.length === 1) await change(client)
      return response
    },
  })
  const watch = () => {
    isWatched = true
  }
  return { client, asked, watch }
}

test.each(cases)('%s, where %s is signed in meanwhile, ends with an error', async (what, who) => {
  const { client, asked, watch } = openChanging((one) => CHANGES[who]?.(one) as Promise<unknown>)
  await client.auth.signIn({ email: AMINA.email, password: AMINA.password })
  const first = (await client.auth.session())?.tokens.access_token
  watch()
  const error = await OPERATIONS[what]?.(client).catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'MsingiError', status: 401, message: expect.stringContaining('began') })
  expect(asked).toEqual([`Bearer ${first}`])
})

test('a renewed session of the same user goes on', async () => {
  const { client, asked, watch } = openChanging((one) => one.auth.refresh())
  await client.auth.signIn({ email: AMINA.email, password: AMINA.password })
  watch()
  await readAll(client)
  expect(await docs(client).createSignedUrls(['a', 'b'])).toHaveLength(2)
  expect(new Set(asked).size).toBe(2)
  expect(asked).not.toContain(null)
})

test('an upload that ended so goes on for whoever began it', async () => {
  const kept = new Map<string, string>()
  const storage = {
    get: (name: string) => kept.get(name) ?? null,
    set: (name: string, value: string) => void kept.set(name, value),
    remove: (name: string) => void kept.delete(name),
  }
  const file = new File([new Uint8Array(20 * MB)], 'film.bin', { lastModified: 1 })
  const credentials = { email: AMINA.email, password: AMINA.password }
  let pieces = 0
  const client = library.open({
    storage,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (init?.method === 'PATCH' && pieces++ === 0) await client.auth.signOut()
      return response
    },
  })
  await client.auth.signIn(credentials)
  await expect(docs(client).upload('film', file)).rejects.toMatchObject({ status: 401 })
  await client.auth.signIn(credentials)
  const loaded: number[] = []
  await docs(client).upload('film', file, { onProgress: (progress) => loaded.push(progress.loaded) })
  expect(loaded[0]).toBe(16 * MB)
})

test('an account that is changed, or a session that is ended, is that of whoever began', async () => {
  for (const begin of [
    (client: Books) => client.auth.signOut(),
    (client: Books) => client.auth.account.delete(),
  ]) {
    const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const client = library.open({
      fetch: async (url, init) => {
        const isEnd = init?.method === 'DELETE' || String(url).endsWith('/logout')
        if (!isEnd) return fetch(url, init)
        reached.resolve()
        await left.promise
        return Response.json({ success: true, data: null })
      },
    })
    await client.auth.signIn({ email: AMINA.email, password: AMINA.password })
    const ended = begin(client)
    await reached.promise
    await client.auth.signIn({ email: OTHER.email, password: OTHER.password })
    left.resolve()
    await ended
    expect((await client.auth.session())?.user.id).toBe(other.user.id)
  }
})

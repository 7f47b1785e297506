// Files of the TypeScript client where connections break, uploads are stopped, and people have no credentials. All else is in calls/.
import { createHash, randomBytes } from 'node:crypto'
import { isMsingiError, type Progress, type StoredObject } from '@msingi/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Library, openLibrary } from './client.fixture.ts'

let library: Library
const MB = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const file = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'film.bin', { lastModified: 1 })

beforeAll(async () => {
  library = await openLibrary()
  const { app, project } = library
  const path = `/projects/${project.id}/storage/buckets`
  for (const body of [{ name: 'docs' }, { name: 'open', is_public: true }])
    await app.api('POST', path, { key: project.secret, body })
})
afterAll(() => library.app.stop())

const docs = () => library.open({ secret: true }).storage.from('docs')

test('whoever has the URL uploads without credentials, and others download under a name', async () => {
  const { url } = await docs().createSignedUploadUrl('three', { contentType: 'text/plain', size: 5 })
  const guest = library.open().storage.from('docs')
  const progress: Progress[] = []
  const onProgress = (one: Progress) => progress.push(one)
  const sent = await guest.uploadToSignedUrl(url, 'third', { contentType: 'text/plain', onProgress })
  expect([sent.name, progress.at(-1)]).toEqual(['three', { loaded: 5, total: 5 }])
  const signed = await docs().createSignedUrl('three', { expiresIn: 60, download: 'name.txt' })
  const answer = await fetch(signed.url)
  expect(await answer.text()).toBe('third')
  expect(answer.headers.get('content-disposition')).toContain('name.txt')
})

test('a large file goes resumably, also where connections break', async () => {
  const bytes = randomBytes(20 * MB)
  const calls: string[] = []
  let broken = 0
  const flaky: typeof fetch = async (input, init) => {
    calls.push(`${init?.method} ${new Headers(init?.headers).get('upload-offset') ?? ''}`.trim())
    // The first attempts at each part do not arrive, and the answer to the last part gets lost.
    if (init?.method === 'PATCH' && broken++ % 2 === 0) throw new TypeError('fetch failed')
    const response = await fetch(input, init)
    if (init?.method === 'PATCH' && broken === 4) throw new TypeError('fetch failed')
    return response
  }
  const bucket = library.open({ secret: true, fetch: flaky }).storage.from('docs')
  const progress: number[] = []
  const stored = await bucket.upload('film', file(bytes), {
    retryDelays: [1, 1, 1],
    overwrite: true,
    onProgress: ({ loaded, total }) => progress.push(loaded / total),
  })
  expect(stored).toMatchObject({ name: 'film', size: bytes.length, checksum: sha256(bytes) })
  expect(calls).toEqual([
    'POST',
    'PATCH 0',
    'HEAD',
    'PATCH 0',
    `PATCH ${16 * MB}`,
    'HEAD',
    `PATCH ${16 * MB}`,
    'HEAD',
    'GET',
  ])
  expect([progress.at(0), progress.at(-1)]).toEqual([0, 1])
  await bucket.remove('film')
})

test('a name that is taken is refused at once', async () => {
  await docs().upload('taken', 'first')
  const calls: string[] = []
  const counting: typeof fetch = (input, init) => {
    calls.push(String(init?.method))
    return fetch(input, init)
  }
  const bucket = library.open({ secret: true, fetch: counting }).storage.from('docs')
  const options = { resumable: true, retryDelays: [1, 1] }
  await expect(bucket.upload('taken', 'second', options)).rejects.toMatchObject({ code: 'already_exists' })
  expect(calls).toEqual(['POST'])
})

test('an upload that was stopped goes on with the next call for the same file', async () => {
  const bytes = randomBytes(20 * MB)
  const kept = new Map<string, string>()
  const storage = {
    get: (name: string) => kept.get(name) ?? null,
    set: (name: string, value: string) => void kept.set(name, value),
    remove: (name: string) => void kept.delete(name),
  }
  const stop = new AbortController()
  const onProgress = ({ loaded }: Progress) => {
    if (loaded > 0) stop.abort(new Error('enough'))
  }
  const bucket = () => library.open({ secret: true, storage }).storage.from('docs')
  const { signal } = stop
  await expect(bucket().upload('later', file(bytes), { signal, onProgress })).rejects.toThrow('enough')
  expect([...kept.keys()]).toEqual([expect.stringContaining('.docs.later.film.bin.')])
  // As after a reload of the page.
  const begun: number[] = []
  const stored: StoredObject = await bucket().upload('later', file(bytes), {
    onProgress: ({ loaded }) => begun.push(loaded),
  })
  expect([begun[0], stored.checksum]).toEqual([16 * MB, sha256(bytes)])
  expect(kept.size).toBe(0)
  await bucket().remove('later')
})

test('an upload that is begun again as something else becomes that', async () => {
  const kept = new Map<string, string>()
  const storage = {
    get: (name: string) => kept.get(name) ?? null,
    set: (name: string, value: string) => void kept.set(name, value),
    remove: (name: string) => void kept.delete(name),
  }
  const bytes = randomBytes(20 * MB)
  const bucket = library.open({ secret: true, storage }).storage.from('docs')
  for (const [from, other] of [
    [{ contentType: 'text/plain' }, { contentType: 'text/csv', metadata: { draft: false } }],
    [{ overwrite: true }, { cacheControl: 'no-store' }],
  ] as const) {
    const stop = new AbortController()
    const onProgress = ({ loaded }: Progress) => loaded > 0 && stop.abort(new Error('enough'))
    const first = bucket.upload('other', file(bytes), { ...from, signal: stop.signal, onProgress })
    await expect(first).rejects.toThrow('enough')
    const begun: number[] = []
    const stored = await bucket.upload('other', file(bytes), {
      ...other,
      onProgress: ({ loaded }) => begun.push(loaded),
    })
    expect(begun[0]).toBe(0)
    const { contentType, metadata, cacheControl } = { metadata: {}, cacheControl: null, ...other } as {
      contentType?: string
      metadata: object
      cacheControl: string | null
    }
    expect(stored).toMatchObject({ metadata, cache_control: cacheControl, checksum: sha256(bytes) })
    if (contentType !== undefined) expect(stored.mime_type).toBe(contentType)
    await bucket.remove('other')
  }
})

test('what a guest may not is refused at once', async () => {
  const bytes = randomBytes(7 * MB)
  const guest = library.open().storage.from('docs')
  await expect(guest.upload('x', file(bytes))).rejects.toMatchObject({ status: 403 })
  const refused = await guest.upload('y', 'small').catch((error) => error)
  expect([isMsingiError(refused), refused.status]).toEqual([true, 403])
})

// The TypeScript client stores files: at once and resumably, lists, copies and signs them.
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

test('a file is stored, read, renamed, copied and deleted by its name', async () => {
  const bucket = docs()
  const options = { contentType: 'text/plain', cacheControl: 'max-age=60', metadata: { place: 'Iringa – é' } }
  const stored = await bucket.upload('a/habari yako?.txt', 'habari', options)
  expect(stored).toMatchObject({
    name: 'a/habari yako?.txt',
    size: 6,
    mime_type: 'text/plain',
    cache_control: 'max-age=60',
    metadata: { place: 'Iringa – é' },
  })
  const taken = await bucket.upload('a/habari yako?.txt', 'x').catch((error) => error)
  expect([isMsingiError(taken), taken.status]).toEqual([true, 409])
  await bucket.upload('a/habari yako?.txt', new Blob(['njema'], { type: 'text/plain' }), { overwrite: true })
  expect(await (await bucket.download('a/habari yako?.txt')).text()).toBe('njema')
  const part = await bucket.open('a/habari yako?.txt', { headers: { range: 'bytes=1-2' } })
  expect([part.status, await part.text()]).toEqual([206, 'je'])
  await bucket.copy('a/habari yako?.txt', 'b.txt')
  await bucket.move('b.txt', 'c.txt', { bucket: 'open' })
  expect((await bucket.get('a/habari yako?.txt')).size).toBe(5)
  await expect(bucket.get('b.txt')).rejects.toMatchObject({ status: 404 })
  await expect(bucket.get('a')).rejects.toMatchObject({ status: 404 })
  await bucket.upload('a/other', 'x')
  const { entries, next } = await bucket.list({ prefix: 'a/', limit: 1 })
  expect(entries).toMatchObject([{ type: 'object', name: 'a/habari yako?.txt' }])
  expect((await bucket.list({ prefix: 'a/', limit: 1, cursor: String(next) })).entries).toMatchObject([
    { name: 'a/other' },
  ])
  expect((await bucket.list({ delimiter: '/' })).entries).toEqual([{ type: 'folder', name: 'a/' }])
  await bucket.remove('a/other', 'a/habari yako?.txt', 'a/never was')
  expect((await bucket.list()).entries).toEqual([])
})

test('URLs work for whoever has them', async () => {
  const bucket = docs()
  await bucket.upload('one', 'first')
  await bucket.upload('two', 'second')
  const signed = await bucket.createSignedUrls(['one', 'two'], { expiresIn: 60, download: 'name.txt' })
  const answers = await Promise.all(signed.map(({ url }) => fetch(url)))
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['first', 'second'])
  expect(answers[0]?.headers.get('content-disposition')).toContain('name.txt')
  const { url } = await bucket.createSignedUploadUrl('three', { contentType: 'text/plain', size: 5 })
  const guest = library.open().storage.from('docs')
  const progress: Progress[] = []
  const onProgress = (one: Progress) => progress.push(one)
  const sent = await guest.uploadToSignedUrl(url, 'third', { contentType: 'text/plain', onProgress })
  expect([sent.name, progress.at(-1)]).toEqual(['three', { loaded: 5, total: 5 }])
  const open = library.open({ secret: true }).storage.from('open')
  const image = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const pixel = await open.upload('pixel.png', new Uint8Array(image))
  expect(sha256(new Uint8Array(await (await fetch(open.publicUrl(pixel))).arrayBuffer()))).toBe(sha256(image))
  const webp = await fetch(open.imageUrl(pixel, { width: 4, format: 'webp' }))
  expect([webp.status, webp.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await open.image('pixel.png', { width: 2, format: 'jpeg' })).type).toBe('image/jpeg')
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

test('refusals come at once, and say why', async () => {
  const bytes = randomBytes(7 * MB)
  const guest = library.open().storage.from('docs')
  await expect(guest.upload('x', file(bytes))).rejects.toMatchObject({ status: 403 })
  await expect(docs().upload('../x', file(bytes))).rejects.toMatchObject({ status: 400 })
  await expect(docs().upload('x.png', file(bytes), { contentType: 'image/png' })).rejects.toMatchObject({
    status: 400,
  })
  await docs().upload('taken', 'x')
  await expect(docs().upload('taken', file(bytes), { retryDelays: [1] })).rejects.toMatchObject({
    status: 409,
  })
  const aborted = AbortSignal.abort(new Error('never mind'))
  await expect(docs().upload('y', file(bytes), { signal: aborted })).rejects.toThrow('never mind')
  const refused = await guest.upload('y', 'small').catch((error) => error)
  expect([isMsingiError(refused), refused.status]).toEqual([true, 403])
})

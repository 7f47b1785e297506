// What every driver of object storage has to do: one suite, which each driver runs.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BlobMissing } from './blob-errors.ts'
import { newBlobKey } from './blob-keys.ts'
import type { BlobStore } from './blob-store.ts'

const MAX = { maxBytes: 100 * 1024 * 1024 }
const PIECE = 64 * 1024

const digest = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('hex')

/** inPieces returns bytes as they come from a socket. */
export async function* inPieces(bytes: Buffer, size = PIECE): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const keysOf = async (store: BlobStore) => (await store.list(undefined, 1000)).map(({ key }) => key)

/** testBlobStore registers the suite. The store that `open` returns is empty at first, and the same for all tests. */
export function testBlobStore(open: () => BlobStore): void {
  const project = randomUUID()
  const put = async (bytes: Buffer) => {
    const key = newBlobKey(project)
    await open().put(key, inPieces(bytes), MAX)
    return key
  }

  test('keeps what it is given, and says what it was', async () => {
    for (const size of [0, 1, PIECE, 1024 * 1024 + 1, 13_000_000]) {
      const bytes = randomBytes(size)
      const key = newBlobKey(project)
      const stored = await open().put(key, inPieces(bytes), { ...MAX, size, md5: true })
      expect(stored).toEqual({ size, sha256: digest('sha256', bytes), md5: digest('md5', bytes) })
      expect(bytes.equals(await buffer(await open().read(key)))).toBe(true)
      expect(bytes.equals(await open().load(key, size))).toBe(true)
      expect(await open().find(key)).toEqual({ key, size, modified: expect.any(Date) })
    }
  })

  test('computes no MD5 that nobody asked for', async () => {
    const stored = await open().put(newBlobKey(project), inPieces(Buffer.from('habari')), MAX)
    expect(stored.md5).toBeUndefined()
  })

  test('reads ranges', async () => {
    const bytes = randomBytes(300_000)
    const key = await put(bytes)
    for (const [first, last] of [
      [0, 0],
      [299_999, 299_999],
      [100_000, 250_000],
      [0, 299_999],
    ] as const) {
      const part = await buffer(await open().read(key, { first, last }))
      expect(part.equals(bytes.subarray(first, last + 1))).toBe(true)
    }
  })

  test('closes what is not read to its end', async () => {
    const key = await put(randomBytes(2_000_000))
    const stream = await open().read(key)
    stream.once('data', () => stream.destroy())
    await once(stream, 'close')
    expect((await open().load(key, 2_000_000)).length).toBe(2_000_000)
  })

  test('throws for what is not there, before the first byte', async () => {
    const key = newBlobKey(project)
    await expect(open().read(key)).rejects.toThrow(BlobMissing)
    await expect(open().load(key, 10)).rejects.toThrow(BlobMissing)
    expect(await open().find(key)).toBeUndefined()
  })

  test('takes no key that it has not made', async () => {
    for (const key of ['../../etc/passwd', `${project}/../x`, `${project}/${'a'.repeat(31)}/`, '', 'a\0b'])
      await expect(open().put(key, inPieces(Buffer.from('x')), MAX)).rejects.toThrow(/not the key of a blob/)
  })

  test('loads nothing that is larger than allowed', async () => {
    const key = await put(randomBytes(1000))
    await expect(open().load(key, 999)).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  const bytes = Buffer.from('mambo vipi')
  test.each([
    ['is too large', { maxBytes: 9 }, 'payload_too_large'],
    ['is announced as too large', { maxBytes: 9, size: 10 }, 'payload_too_large'],
    ['is longer than announced', { ...MAX, size: 9 }, 'invalid_input'],
    ['is shorter than announced', { ...MAX, size: 11 }, 'invalid_input'],
    ['has another SHA-256', { ...MAX, expected: { sha256: '0'.repeat(64) } }, 'invalid_input'],
    ['has another MD5', { ...MAX, expected: { md5: '0'.repeat(32) } }, 'invalid_input'],
  ])('refuses a body that %s, and keeps nothing of it', async (_, options, code) => {
    const before = await keysOf(open())
    const key = newBlobKey(project)
    await expect(open().put(key, inPieces(bytes, 3), options)).rejects.toMatchObject({ code })
    expect(await open().find(key)).toBeUndefined()
    expect(await keysOf(open())).toEqual(before)
  })

  test('takes expected digests in either case', async () => {
    const expected = { sha256: digest('sha256', bytes).toUpperCase(), md5: digest('md5', bytes) }
    await open().put(newBlobKey(project), inPieces(bytes), { ...MAX, expected })
  })

  test.each([0, 1, 9_000_000])('keeps nothing of a body that breaks after %i bytes', async (size) => {
    const before = await keysOf(open())
    const key = newBlobKey(project)
    async function* breaking() {
      yield* inPieces(randomBytes(size))
      throw new Error('the client hung up')
    }
    await expect(open().put(key, breaking(), MAX)).rejects.toThrow('the client hung up')
    expect(await open().find(key)).toBeUndefined()
    expect(await keysOf(open())).toEqual(before)
  })

  test('ends an upload that stands still', async () => {
    const body = new PassThrough()
    body.write(randomBytes(1000))
    const stop = new AbortController()
    const key = newBlobKey(project)
    const upload = open().put(key, body, { ...MAX, signal: stop.signal })
    await expect.poll(() => body.readableLength).toBe(0)
    stop.abort()
    await expect(upload).rejects.toThrow(/abort/i)
    expect(await open().find(key)).toBeUndefined()
  })

  test('leaves the stream of a refused body open, so that an answer can be sent', async () => {
    const body = Readable.from([bytes, bytes])
    await expect(open().put(newBlobKey(project), body, { maxBytes: 3 })).rejects.toThrow()
    expect(body.destroyed).toBe(false)
    body.destroy()
  })

  test('joins blobs, which stay', async () => {
    const parts = [6_000_000, 10, 5_500_000, 0, 100].map((size) => randomBytes(size))
    const keys: string[] = []
    for (const part of parts) keys.push(await put(part))
    const whole = Buffer.concat(parts)
    const key = newBlobKey(project)
    const stored = await open().join(key, keys, { ...MAX, md5: true })
    expect(stored).toEqual({
      size: whole.length,
      sha256: digest('sha256', whole),
      md5: digest('md5', whole),
    })
    expect(whole.equals(await open().load(key, whole.length))).toBe(true)
    expect(await open().find(String(keys[0]))).toBeDefined()
  })

  test('joins nothing where a part is missing', async () => {
    const key = newBlobKey(project)
    const parts = [await put(Buffer.from('a')), newBlobKey(project)]
    await expect(open().join(key, parts, MAX)).rejects.toThrow(BlobMissing)
    expect(await open().find(key)).toBeUndefined()
  })

  test('removes blobs, also those that are gone already', async () => {
    const [kept, ...gone] = await Promise.all(['a', 'b', 'c'].map((text) => put(Buffer.from(text))))
    await open().remove([...gone, newBlobKey(project)])
    await open().remove(gone)
    await open().remove([])
    for (const key of gone) expect(await open().find(key)).toBeUndefined()
    expect(await open().find(String(kept))).toBeDefined()
  })

  test('removes all blobs of a project, and no others', async () => {
    const gone = randomUUID()
    const keys = Array.from({ length: 12 }, () => newBlobKey(gone))
    for (const key of keys) await open().put(key, inPieces(Buffer.from('x')), MAX)
    const kept = await put(Buffer.from('x'))
    await open().removeProject(gone)
    await open().removeProject(gone)
    expect((await keysOf(open())).filter((key) => key.startsWith(gone))).toEqual([])
    expect(await open().find(kept)).toBeDefined()
    await expect(open().removeProject('..')).rejects.toThrow(/not the id of a project/)
  })

  test('lists all blobs in order, page by page', async () => {
    const others = [randomUUID(), randomUUID()].flatMap((id) =>
      Array.from({ length: 8 }, () => newBlobKey(id)),
    )
    for (const key of others) await open().put(key, inPieces(Buffer.from('xyz')), MAX)
    const all = await open().list(undefined, 1000)
    const keys = all.map(({ key }) => key)
    expect(keys).toEqual(keys.toSorted())
    expect(keys).toEqual(expect.arrayContaining(others))
    const pages: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await open().list(after, 7)
      if (page.length === 0) break
      expect(page.length).toBeLessThanOrEqual(7)
      pages.push(...page.map(({ key }) => key))
      after = pages.at(-1)
    }
    expect(pages).toEqual(keys)
    expect(all.find(({ key }) => key === others[0])).toMatchObject({ size: 3, modified: expect.any(Date) })
  })

  test('takes many blobs at once', async () => {
    const written = await Promise.all(Array.from({ length: 40 }, (_, n) => put(Buffer.from(`blob ${n}`))))
    const texts = await Promise.all(written.map(async (key) => String(await open().load(key, 100))))
    expect(texts).toEqual(written.map((_, n) => `blob ${n}`))
  })
}

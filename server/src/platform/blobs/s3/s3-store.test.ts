// Blobs in a bucket of a real S3 server.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { BlobLinks, BlobStore } from '#platform/blobs/store/blob-store.ts'
import { inPieces, testBlobStore } from '#platform/blobs/store/conformance.fixture.ts'
import { openGates } from '#platform/fairness/gates.ts'
import { quietLog } from '#test/test-database.ts'
import { NO_S3, startS3, type TestS3 } from '#test/versitygw.ts'
import { partBytesFor } from './put-object.ts'
import { openS3 } from './s3-client.ts'
import { openS3Store } from './s3-store.ts'

const MAX = { maxBytes: 1e9 }
const project = randomUUID()

test('uses parts that the largest body fits into', () => {
  expect(partBytesFor(1)).toBe(5 * 1024 * 1024)
  expect(partBytesFor(50e9)).toBeLessThanOrEqual(5 * 1024 * 1024)
  expect(partBytesFor(500e9)).toBe(50e6)
})

describe.skipIf(NO_S3 !== undefined)('with an S3 server', () => {
  let s3: TestS3
  let spoolFolder: string
  let store: BlobStore
  const open = (config = s3.config) =>
    openS3Store({ config, spoolFolder, parts: openGates().blob_parts, log: quietLog })

  beforeAll(async () => {
    s3 = await startS3()
    spoolFolder = join(await mkdtemp(join(tmpdir(), 'msingi-spool-')), 'spool')
    store = open()
  })
  afterAll(async () => {
    await store.close()
    await s3.stop()
    await rm(join(spoolFolder, '..'), { recursive: true })
  })

  testBlobStore(() => store)

  test('leaves nothing in the spool, and no upload begun', async () => {
    expect(await readdir(spoolFolder)).toEqual([])
    const { sdk, client } = await openS3(s3.config)
    const command = new sdk.ListMultipartUploadsCommand({ Bucket: s3.config.bucket })
    expect((await client.send(command)).Uploads ?? []).toEqual([])
  })

  test('ends the uploads that a killed process has begun', async () => {
    const { sdk, client } = await openS3(s3.config)
    const { bucket: Bucket } = s3.config
    const begin = (Key: string) => client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }))
    await Promise.all([begin(newBlobKey(project)), begin(newBlobKey(project)), begin('of-somebody-else')])
    const uploads = async () =>
      (await client.send(new sdk.ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ Key }) => Key)
    await store.removeUnfinished(new Date(Date.now() - 3_600_000))
    expect(await uploads()).toHaveLength(3)
    await store.removeUnfinished(new Date(Date.now() + 3_600_000))
    expect(await uploads()).toEqual(['of-somebody-else'])
  })

  test('has links only where it is set to', () => {
    expect(open({ ...s3.config, direct: false }).links).toBeUndefined()
    expect(store.links).toBeDefined()
  })

  test('links to a download, with the headers of the answer', async () => {
    const key = newBlobKey(project)
    const bytes = randomBytes(1000)
    await store.put(key, inPieces(bytes), MAX)
    const links = store.links as BlobLinks
    const url = await links.download(key, 60, {
      contentType: 'image/png',
      contentDisposition: 'attachment; filename="a.png"',
      cacheControl: 'max-age=60',
    })
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.png"')
    expect(answer.headers.get('cache-control')).toBe('max-age=60')
    expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
    expect(
      (await fetch(url.replace(/(?<=Signature=)./, (first) => (first === '0' ? '1' : '0')))).status,
    ).toBe(403)
  })

  test('links to an upload of one size and one content', async () => {
    const bytes = randomBytes(1000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const links = store.links as BlobLinks
    const key = newBlobKey(project)
    const { url, headers } = await links.upload(key, 60, { size: 1000, sha256 })
    const put = (body: Buffer) =>
      fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: withoutLength(headers) })
    expect((await put(randomBytes(999))).status).toBe(403)
    expect((await put(randomBytes(1000))).status).toBe(400)
    expect(await store.find(key)).toBeUndefined()
    expect((await put(bytes)).status).toBe(200)
    expect(bytes.equals(await store.load(key, 1000))).toBe(true)
  })

  test('answers with 503 and without a word of the server when that is gone', async () => {
    const other = await startS3()
    const gone = open(other.config)
    await other.stop()
    const refused = {
      code: 'unavailable',
      message: 'Stored files cannot be reached right now. Try again shortly.',
    }
    const key = newBlobKey(project)
    await expect(gone.put(key, inPieces(randomBytes(10)), MAX)).rejects.toMatchObject(refused)
    await expect(gone.put(key, inPieces(randomBytes(12e6)), MAX)).rejects.toMatchObject(refused)
    await expect(gone.read(key)).rejects.toMatchObject(refused)
    await gone.close()
  })
})

// fetch sets it by itself, to the length of the body.
function withoutLength({ 'content-length': _, ...headers }: Readonly<Record<string, string>>) {
  return headers
}

// What objects are stored with over S3 and sent with again, what else an address can ask for, and what is refused by name.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { accessTo, clientOf, keyIdOf } from './s3.fixture.ts'

const Bucket = 'docs'
const CSS = 'body { color: teal }'.repeat(30)
const TYPE = 'text/css; charset=utf-8'
const KEPT = {
  ContentType: 'text/css',
  ContentEncoding: 'gzip',
  ContentDisposition: 'attachment; filename="site.css"',
  ContentLanguage: 'sw, en',
  CacheControl: 'max-age=60',
  ExpiresString: 'Wed, 21 Oct 2037 07:28:00 GMT',
  Metadata: { n: '1' },
}
const { ExpiresString: expires, ...rest } = KEPT
const ASKED = { ...rest, Expires: new Date(expires) }

let folder: string
let app: TestApp
let project: TestProject
let storage: StorageDriver
let client: s3.S3Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-headers-'))
  app = await startTestApp({ dataDir: join(folder, 'data') })
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket(Bucket)
  await storage.bucket('empty')
  client = clientOf(await accessTo(app, project, base, await keyIdOf(app, project, 'secret')))
  const page = { Bucket, Key: 'page.html', Body: '<h1>Habari</h1>', ContentType: 'text/html' }
  await client.send(new s3.PutObjectCommand(page))
  await client.send(new s3.PutObjectCommand({ ...page, Key: 'a b.txt', ContentType: 'text/plain' }))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const head = (Key: string) => client.send(new s3.HeadObjectCommand({ Bucket, Key }))
const copy = (Key: string, more: Partial<s3.CopyObjectCommandInput> = {}) =>
  client.send(new s3.CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/site.css`, ...more }))

describe('an object is sent with what it was stored with', () => {
  test('by PutObject, a copy, and an upload in parts', async () => {
    const Body = gzipSync(CSS)
    await client.send(new s3.PutObjectCommand({ Bucket, Key: 'site.css', Body, ...ASKED }))
    await copy('copy.css')
    const parts = { Bucket, Key: 'parts.css' }
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ ...parts, ...ASKED }))
    const { ETag } = await client.send(new s3.UploadPartCommand({ ...parts, UploadId, PartNumber: 1, Body }))
    const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...parts, UploadId, MultipartUpload }))
    for (const Key of ['site.css', 'copy.css', 'parts.css']) {
      expect(await head(Key), Key).toMatchObject({ ...KEPT, ContentType: TYPE, ContentLength: Body.length })
      const { Body: sent } = await client.send(new s3.GetObjectCommand({ Bucket, Key }))
      expect(Body.equals((await sent?.transformToByteArray()) ?? Buffer.of())).toBe(true)
    }
    const { status, headers } = await storage.get(`/buckets/${Bucket}/objects/copy.css`)
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip'])
    const missing = await storage.get(`/buckets/${Bucket}/objects/copy.css`, { range: 'bytes=9999-' })
    const { 'content-encoding': encoding, 'cache-control': caching } = missing.headers
    expect([missing.status, encoding, caching]).toEqual([416, undefined, undefined])
  })

  test('by PUT', async () => {
    const sent = { 'content-encoding': 'br', 'content-language': 'sw', 'content-type': 'text/css' }
    expect((await storage.put(Bucket, 'rest.css', 'not looked at', sent)).status).toBe(201)
    expect((await storage.get(`/buckets/${Bucket}/objects/rest.css`)).headers).toMatchObject({
      'content-encoding': 'br',
      'content-language': 'sw',
      'content-type': 'text/css; charset=utf-8',
    })
  })

  test('unless a copy replaces it', async () => {
    const Metadata = { other: '2' }
    await copy('plain.txt', { MetadataDirective: 'REPLACE', ContentType: 'application/gzip', Metadata })
    const found = await head('plain.txt')
    expect(found).toMatchObject({ ContentType: 'application/gzip', Metadata })
    expect([found.ContentEncoding, found.ContentLanguage]).toEqual([undefined, undefined])
    expect(found.CacheControl).not.toBe(KEPT.CacheControl)
    // Onto itself, too.
    const same = {
      MetadataDirective: 'REPLACE',
      ContentType: 'text/x-other',
      ContentEncoding: 'gzip',
    } as const
    await copy('site.css', same)
    expect(await head('site.css')).toMatchObject({
      ContentType: 'text/x-other; charset=utf-8',
      ContentEncoding: 'gzip',
    })
    expect((await head('site.css')).Metadata).toEqual({})
  })
})

test.each([
  ['content-encoding', 'gzip', 'text/css', /the bytes are not gzip/],
  ['content-encoding', 'gz ip', 'text/css', /must be codings/],
  ['content-encoding', 'br', 'image/png', /stored as it is/],
  ['content-language', 'a;b', 'text/css', /must be languages/],
  ['content-disposition', 'naïve', 'text/css', /printable ASCII/],
  ['expires', 'soon', 'text/css', /date of HTTP/],
  ['expires', '2037', 'text/css', /date of HTTP/],
])('%s: %s of %s is refused', async (name, value, type, message) => {
  const headers = { 'content-type': type, [name]: value }
  const { status, body } = await storage.put(Bucket, 'refused', 'plain', headers)
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
})

describe('a signed address', () => {
  const signed = (more: Partial<s3.GetObjectCommandInput>) =>
    getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'a b.txt', ...more }), { expiresIn: 60 })

  test('asks for other headers', async () => {
    const { headers } = await fetch(
      await signed({
        ResponseContentDisposition: 'attachment; filename="x.csv"',
        ResponseContentType: 'text/csv',
        ResponseCacheControl: 'max-age=5',
        ResponseContentLanguage: 'sw',
        ResponseExpires: new Date('2037-10-21T07:28:00Z'),
      }),
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-disposition': 'attachment; filename="x.csv"',
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'max-age=5',
      'content-language': 'sw',
      expires: 'Wed, 21 Oct 2037 07:28:00 GMT',
    })
    expect(headers.get('content-security-policy')).toBeNull()
  })

  test.each([
    'text/html',
    'TEXT/HTML; charset=utf-7',
    'text/x+xml',
    'model/x+xml',
    'image/svg+xml',
    'multipart/mixed',
  ])('cannot have %s run as a page of this origin', async (ResponseContentType) => {
    const { headers } = await fetch(await signed({ ResponseContentType }))
    expect(headers.get('content-security-policy')).toMatch(/^sandbox;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('cannot ask for what is no header', async () => {
    for (const more of [
      { ResponseContentType: 'text' },
      { ResponseContentDisposition: 'a\nb' },
      { ResponseContentEncoding: 'a b' },
      { ResponseCacheControl: 'é' },
    ]) {
      const answer = await fetch(await signed(more))
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('response-')])
    }
  })

  test('to upload to does nothing that was not signed', async () => {
    const put = new s3.PutObjectCommand({ Bucket, Key: 'granted' })
    const url = await getSignedUrl(client, put, { expiresIn: 60 })
    const added = [
      { 'x-amz-copy-source': `${Bucket}/page.html` },
      { 'x-amz-meta-n': '1' },
      { 'x-amz-write-offset-bytes': '0' },
    ]
    for (const headers of added) {
      const answer = await fetch(url, { method: 'PUT', headers })
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('must be signed')])
    }
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200)
  })

  test('stores metadata that are in the address', async () => {
    const put = new s3.PutObjectCommand({ Bucket, Key: 'hoisted', Metadata: { place: 'Dodoma' } })
    const url = await getSignedUrl(client, put, { expiresIn: 60 })
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200)
    expect((await head('hoisted')).Metadata).toEqual({ place: 'Dodoma' })
  })
})

const page = { Bucket, Key: 'page.html' }
const REFUSED: Record<string, [code: string, send: () => Promise<unknown>]> = {
  'part 2': ['InvalidPartNumber', () => client.send(new s3.GetObjectCommand({ ...page, PartNumber: 2 }))],
  'a version': ['NotImplemented', () => client.send(new s3.GetObjectCommand({ ...page, VersionId: 'x' }))],
  'a version to delete': [
    'NotImplemented',
    () => client.send(new s3.DeleteObjectCommand({ ...page, VersionId: 'x' })),
  ],
  'CORS to delete': [
    'NotImplemented',
    () => client.send(new s3.DeleteBucketCorsCommand({ Bucket: 'empty' })),
  ],
  tags: ['NotImplemented', () => client.send(new s3.GetObjectTaggingCommand(page))],
  'tags to store': [
    'NotImplemented',
    () => client.send(new s3.PutObjectCommand({ ...page, Body: 'x', Tagging: 'a=b' })),
  ],
  attributes: [
    'NotImplemented',
    () => client.send(new s3.GetObjectAttributesCommand({ ...page, ObjectAttributes: ['ETag'] })),
  ],
  versioning: [
    'NotImplemented',
    () => {
      const VersioningConfiguration = { Status: 'Enabled' } as const
      return client.send(new s3.PutBucketVersioningCommand({ Bucket: 'new', VersioningConfiguration }))
    },
  ],
  'more bytes at the end': [
    'NotImplemented',
    () => client.send(new s3.PutObjectCommand({ ...page, Body: 'x', WriteOffsetBytes: 15 })),
  ],
}
test.each(Object.entries(REFUSED))('%s is refused, and nothing is done', async (_name, [name, send]) => {
  await expect(send()).rejects.toMatchObject({ name })
  expect((await storage.get('/buckets')).data.map(({ slug }: { slug: string }) => slug)).toEqual([
    Bucket,
    'empty',
  ])
  expect((await storage.get(`/buckets/${Bucket}/objects/page.html`)).text).toBe('<h1>Habari</h1>')
})

test('the one part of an object is the object', async () => {
  const { ContentLength } = await client.send(
    new s3.HeadObjectCommand({ Bucket, Key: 'page.html', PartNumber: 1 }),
  )
  expect(ContentLength).toBe(15)
})

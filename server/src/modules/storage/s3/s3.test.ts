// The S3 endpoint, as the AWS SDK and rclone use it.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { NO_RCLONE, runRclone } from '#test/rclone.ts'
import { type Access, accessTo, clientOf, keyIdOf, rcloneSettings } from './s3.fixture.ts'

let folder: string
let app: TestApp
let base: string
let project: TestProject
let storage: StorageDriver
let access: Access
let client: s3.S3Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-s3-endpoint-'))
  app = await startTestApp({ dataDir: join(folder, 'data') })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs')
  access = await accessOf(await keyId('secret'))
  client = clientOf(access)
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const keyId = (kind: string) => keyIdOf(app, project, kind)
const accessOf = (id: string) => accessTo(app, project, base, id)

const Bucket = 'docs'
const get = async (Key: string) => {
  const { Body, ...rest } = await client.send(new s3.GetObjectCommand({ Bucket, Key }))
  return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), ...rest }
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('stores what the data API and the other routes see, and the other way round', async () => {
  const bytes = randomBytes(100_000)
  const Key = 'photos 2026/ndege (1)+é&<b>.bin'
  const put = await client.send(
    new s3.PutObjectCommand({
      Bucket,
      Key,
      Body: bytes,
      Metadata: { place: 'Dodoma' },
      CacheControl: 'no-store',
    }),
  )
  expect(put.ETag).toBe(`"${sha256(bytes)}"`)
  const found = await get(Key)
  expect(found).toMatchObject({ ETag: put.ETag, Metadata: { place: 'Dodoma' }, CacheControl: 'no-store' })
  expect(bytes.equals(found.bytes)).toBe(true)
  const head = await client.send(new s3.HeadObjectCommand({ Bucket, Key }))
  expect(head).toMatchObject({ ContentLength: 100_000, ETag: put.ETag, Metadata: { place: 'Dodoma' } })
  const listed = await storage.get('/buckets/docs/objects')
  expect(listed.data).toMatchObject([{ name: Key.normalize('NFC'), size: 100_000 }])
  await storage.put('docs', 'other.txt', 'habari', { 'content-type': 'text/plain' })
  expect((await get('other.txt')).bytes.toString()).toBe('habari')
  const part = await client.send(new s3.GetObjectCommand({ Bucket, Key: 'other.txt', Range: 'bytes=1-2' }))
  expect(await part.Body?.transformToString()).toBe('ab')
})

test('takes streams, in signed and unsigned pieces, with each checksum', async () => {
  const bytes = randomBytes(1_500_000)
  for (const ChecksumAlgorithm of ['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const) {
    const Body = Readable.from([bytes.subarray(0, 700_001), bytes.subarray(700_001)])
    const command = { Bucket, Key: ChecksumAlgorithm, Body, ContentLength: bytes.length, ChecksumAlgorithm }
    await client.send(new s3.PutObjectCommand(command))
    expect(bytes.equals((await get(ChecksumAlgorithm)).bytes)).toBe(true)
  }
  await client.send(new s3.PutObjectCommand({ Bucket, Key: 'empty', Body: '' }))
  expect((await get('empty')).bytes).toHaveLength(0)
})

test('lists page by page, with prefixes and folders', async () => {
  for (const Key of ['a.txt', 'b/1.txt', 'b/2.txt', 'b/c/3.txt', 'd.txt'])
    await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: Key }))
  const keys: (string | undefined)[] = []
  for await (const page of s3.paginateListObjectsV2({ client, pageSize: 2 }, { Bucket }))
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key))
  expect(keys).toEqual(['a.txt', 'b/1.txt', 'b/2.txt', 'b/c/3.txt', 'd.txt'])
  const folders = await client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: 'b/', Delimiter: '/' }))
  expect(folders.CommonPrefixes).toEqual([{ Prefix: 'b/c/' }])
  expect(folders.Contents?.map(({ Key }) => Key)).toEqual(['b/1.txt', 'b/2.txt'])
  const after = await client.send(new s3.ListObjectsV2Command({ Bucket, StartAfter: 'b/2.txt' }))
  expect(after.Contents?.map(({ Key }) => Key)).toEqual(['b/c/3.txt', 'd.txt'])
  const first = await client.send(new s3.ListObjectsCommand({ Bucket, MaxKeys: 3 }))
  expect(first).toMatchObject({ IsTruncated: true, NextMarker: 'b/2.txt' })
  const rest = await client.send(new s3.ListObjectsCommand({ Bucket, Marker: 'b/2.txt' }))
  expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['b/c/3.txt', 'd.txt'])
})

test('makes, lists and removes buckets', async () => {
  await client.send(new s3.CreateBucketCommand({ Bucket: 'photos' }))
  const { Buckets } = await client.send(new s3.ListBucketsCommand({}))
  expect(Buckets?.map(({ Name }) => Name)).toEqual(['docs', 'photos'])
  await client.send(new s3.HeadBucketCommand({ Bucket: 'photos' }))
  await expect(client.send(new s3.CreateBucketCommand({ Bucket: 'photos' }))).rejects.toMatchObject({
    name: 'BucketAlreadyOwnedByYou',
  })
  await client.send(new s3.PutObjectCommand({ Bucket: 'photos', Key: 'a', Body: 'a' }))
  const remove = () => client.send(new s3.DeleteBucketCommand({ Bucket: 'photos' }))
  await expect(remove()).rejects.toMatchObject({ name: 'BucketNotEmpty' })
  await client.send(new s3.DeleteObjectCommand({ Bucket: 'photos', Key: 'a' }))
  await remove()
  await expect(get('nothing')).rejects.toMatchObject({ name: 'NoSuchKey' })
  await expect(client.send(new s3.ListObjectsV2Command({ Bucket: 'photos' }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
  })
})

test('copies and deletes objects', async () => {
  await client.send(
    new s3.PutObjectCommand({ Bucket, Key: 'a b.txt', Body: 'habari', Metadata: { one: '1' } }),
  )
  const copied = await client.send(
    new s3.CopyObjectCommand({ Bucket, Key: 'c.txt', CopySource: `docs/${encodeURIComponent('a b.txt')}` }),
  )
  expect(copied.CopyObjectResult?.ETag).toBe(`"${sha256(Buffer.from('habari'))}"`)
  expect(await get('c.txt')).toMatchObject({ Metadata: { one: '1' } })
  const Objects = [{ Key: 'a b.txt' }, { Key: 'c.txt' }, { Key: 'nowhere' }]
  const { Deleted, Errors } = await client.send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
  expect([Deleted?.length, Errors]).toEqual([3, undefined])
  await client.send(new s3.DeleteObjectCommand({ Bucket, Key: 'nowhere' }))
  expect((await client.send(new s3.ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
})

test('a name that ends in a slash is another than the one without', async () => {
  const keys = ['a', 'a/', 'a/b', 'a/b/']
  for (const Key of keys) await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: Key }))
  for (const Key of keys) {
    expect((await get(Key)).bytes.toString()).toBe(Key)
    expect((await storage.get(`/buckets/docs/objects/${Key}`)).text).toBe(Key)
  }
  await client.send(new s3.DeleteObjectCommand({ Bucket, Key: 'a/b/' }))
  await storage.put('docs', 'a/', 'other')
  expect((await get('a')).bytes.toString()).toBe('a')
  const { Contents } = await client.send(new s3.ListObjectsV2Command({ Bucket }))
  expect(Contents?.map(({ Key }) => Key)).toEqual(['a', 'a/', 'a/b'])
})

test('joins an upload in parts, and forgets one that is aborted', async () => {
  const Key = 'large.bin'
  const begin = async () => {
    const command = new s3.CreateMultipartUploadCommand({ Bucket, Key, Metadata: { n: '2' } })
    return String((await client.send(command)).UploadId)
  }
  const UploadId = await begin()
  const bytes = [randomBytes(5_300_000), randomBytes(5_300_000), randomBytes(1000)]
  const upload = async (Body: Buffer, n: number) => {
    const { ETag } = await client.send(
      new s3.UploadPartCommand({ Bucket, Key, UploadId, PartNumber: n + 1, Body }),
    )
    return { ETag, PartNumber: n + 1 }
  }
  await upload(randomBytes(100), 1)
  const Parts = await Promise.all(bytes.map(upload))
  const { Parts: listed } = await client.send(new s3.ListPartsCommand({ Bucket, Key, UploadId }))
  expect(listed?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual(
    bytes.map(({ length }, n) => [n + 1, length]),
  )
  const complete = (parts: object[]) =>
    client.send(
      new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }),
    )
  await expect(complete(Parts.toReversed())).rejects.toMatchObject({ name: 'InvalidPartOrder' })
  await expect(complete([{ PartNumber: 9, ETag: '"x"' }])).rejects.toMatchObject({ name: 'InvalidPart' })
  await complete(Parts)
  const found = await get(Key)
  expect(Buffer.concat(bytes).equals(found.bytes)).toBe(true)
  expect(found.Metadata).toEqual({ n: '2' })
  const usage = await storage.get('/usage')
  expect(usage.data.bytes).toBe(10_601_000)
  const other = await begin()
  await client.send(new s3.UploadPartCommand({ Bucket, Key, UploadId: other, PartNumber: 1, Body: 'abc' }))
  expect((await storage.get('/usage')).data.bytes).toBe(10_601_003)
  await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId: other }))
  expect((await storage.get('/usage')).data.bytes).toBe(10_601_000)
  const forged = { Bucket, Key: 'else.bin', UploadId, PartNumber: 1, Body: 'abc' }
  await expect(client.send(new s3.UploadPartCommand(forged))).rejects.toMatchObject({ name: 'NoSuchUpload' })
})

describe('signatures', () => {
  test('in addresses work for a while, and for nothing else', async () => {
    const put = await getSignedUrl(client, new s3.PutObjectCommand({ Bucket, Key: 'a.txt' }), {
      expiresIn: 60,
    })
    const sent = await fetch(put, { method: 'PUT', body: 'habari' })
    expect([sent.status, await sent.text()]).toEqual([200, ''])
    const url = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'a.txt' }), {
      expiresIn: 60,
    })
    expect(await (await fetch(url)).text()).toBe('habari')
    const codeOf = async (answer: Response) => /<Code>(\w+)</.exec(await answer.text())?.[1]
    expect(await codeOf(await fetch(url.replace('a.txt', 'b.txt')))).toBe('SignatureDoesNotMatch')
    expect(await codeOf(await fetch(url, { method: 'DELETE' }))).toBe('SignatureDoesNotMatch')
    expect(await codeOf(await fetch(url.replace('Expires=60', 'Expires=6000')))).toBe('SignatureDoesNotMatch')
    app.clock.advance(600)
    expect(await codeOf(await fetch(url))).toBe('AccessDenied')
    app.clock.advance(-600)
  })

  test('of another secret, project, key or time are refused', async () => {
    const list = (changes: Partial<Access>) =>
      clientOf({ ...access, ...changes }).send(new s3.ListObjectsV2Command({ Bucket }))
    await expect(list({ secret_access_key: 'x'.repeat(43) })).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    })
    await expect(list({ access_key_id: '0'.repeat(32) })).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    })
    const other = await app.createProject()
    const endpoint = `${base}/s3/${other.id}`
    await expect(list({ endpoint })).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
    for (const seconds of [-2000, 2000]) {
      app.clock.advance(seconds)
      await expect(list({})).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' })
      app.clock.advance(-seconds)
    }
    const plain = await fetch(`${access.endpoint}/docs`, {
      headers: { 'x-platform-api-key': project.secret },
    })
    expect([plain.status, plain.headers.get('content-type')]).toEqual([403, 'application/xml'])
    // Some clients find no code in a namespace.
    expect(await plain.text()).toMatch(/^<\?xml [^>]*>\n<Error><Code>AccessDenied<\/Code><Message>/)
  })

  test('end with the API key, and allow what its scopes do', async () => {
    const path = `/projects/${project.id}/api-keys`
    const body = { name: 'reader', scopes: ['storage:read'] }
    const { data } = await app.api('POST', path, { token: project.token, body })
    const reader = clientOf(await accessOf(data.id))
    await reader.send(new s3.ListObjectsV2Command({ Bucket }))
    const put = new s3.PutObjectCommand({ Bucket, Key: 'a', Body: 'a' })
    await expect(reader.send(put)).rejects.toMatchObject({ name: 'AccessDenied' })
    await app.api('DELETE', `${path}/${data.id}`, { token: project.token })
    await expect(reader.send(new s3.ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    })
  })

  test('of a publishable key are bound by policies', async () => {
    const publishable = clientOf(await accessOf(await keyId('publishable')))
    await client.send(new s3.PutObjectCommand({ Bucket, Key: 'a', Body: 'a' }))
    const { KeyCount } = await publishable.send(new s3.ListObjectsV2Command({ Bucket }))
    expect(KeyCount).toBe(0)
    const refused = { name: 'AccessDenied' }
    const put = new s3.PutObjectCommand({ Bucket, Key: 'b', Body: 'b' })
    await expect(publishable.send(put)).rejects.toMatchObject(refused)
    await expect(publishable.send(new s3.ListBucketsCommand({}))).rejects.toMatchObject(refused)
    await expect(publishable.send(new s3.GetObjectCommand({ Bucket, Key: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    })
  })

  test('do not let another body pass', async () => {
    const changing = clientOf(access)
    changing.middlewareStack.add(
      (next) => async (args) => {
        const sent = args.request as { body?: unknown }
        if (typeof sent.body === 'string') sent.body = sent.body.replace('habari', 'HABARI')
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    const put = new s3.PutObjectCommand({ Bucket, Key: 'a', Body: 'habari' })
    await expect(changing.send(put)).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } })
    await expect(get('a')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

test('shows access keys to administrators of the project only', async () => {
  const path = `/projects/${project.id}/storage/s3-access`
  const body = { api_key_id: await keyId('secret') }
  expect((await app.api('POST', path, { key: project.secret, body })).status).toBe(403)
  const other = await app.createProject()
  expect((await app.api('POST', path, { token: other.token, body })).status).toBe(403)
  const stolen = `/projects/${other.id}/storage/s3-access`
  expect((await app.api('POST', stolen, { token: other.token, body })).status).toBe(404)
})

test('limits of a bucket hold', async () => {
  await storage.bucket('small', { file_size_limit: 10, allowed_mime_types: ['image/*'] })
  const put = (Body: string, ContentType: string) =>
    client.send(new s3.PutObjectCommand({ Bucket: 'small', Key: 'a', Body, ContentType }))
  await expect(put('x'.repeat(11), 'image/bmp')).rejects.toMatchObject({ name: 'EntityTooLarge' })
  await expect(put('x', 'text/plain')).rejects.toMatchObject({ name: 'InvalidRequest' })
})

test.skipIf(NO_RCLONE !== undefined)('rclone syncs a folder both ways', async () => {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')]
  for (let n = 0; n < 120; n += 1) {
    const path = join(source, `folder ${n % 5}`)
    await mkdir(path, { recursive: true })
    await writeFile(join(path, `file-${n}é.txt`), `file ${n}`)
  }
  await writeFile(join(source, 'large.bin'), randomBytes(12_000_000))
  const settings = rcloneSettings(access, folder)
  const rclone = (...args: string[]) =>
    runRclone([...args, '--s3-upload-cutoff=5M', '--s3-chunk-size=5M', '--retries=1'], settings)
  await rclone('sync', source, 'm:docs')
  await rclone('sync', 'm:docs', target)
  const files = (await readdir(source, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )
  expect(files).toHaveLength(121)
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const copy = await readFile(path.replace(source, target))
    expect(copy.equals(await readFile(path)), path).toBe(true)
  }
  await rclone('copyto', 'm:docs/large.bin', 'm:docs/copy.bin', '--s3-copy-cutoff=5M')
  const { bytes } = await get('copy.bin')
  expect(bytes.equals(await readFile(join(source, 'large.bin')))).toBe(true)
  await rclone('deletefile', 'm:docs/copy.bin')
  const again = await rclone('sync', source, 'm:docs', '--dry-run')
  expect(again.stderr).not.toMatch(/Skipped copy/)
  await rm(join(source, 'folder 0'), { recursive: true })
  await rclone('sync', source, 'm:docs')
  const { KeyCount } = await client.send(new s3.ListObjectsV2Command({ Bucket }))
  expect(KeyCount).toBe(97)
})

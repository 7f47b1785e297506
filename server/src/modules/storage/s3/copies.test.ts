// Copies over S3 in parts, which is how clients copy large objects.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as s3 from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { accessTo, clientOf, keyIdOf } from './s3.fixture.ts'

let folder: string
let app: TestApp
let base: string
let project: TestProject
let storage: StorageDriver
let client: s3.S3Client

const Bucket = 'docs'
const clientAs = async (kind: string) =>
  clientOf(await accessTo(app, project, base, await keyIdOf(app, project, kind)))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const get = async (Key: string) => {
  const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-s3-copies-'))
  app = await startTestApp({ dataDir: join(folder, 'data') })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs')
  client = await clientAs('secret')
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

describe('a copy in parts', () => {
  const Key = 'copy.bin'
  const bytes = randomBytes(11_000_000)
  let UploadId: string

  beforeEach(async () => {
    await client.send(new s3.PutObjectCommand({ Bucket, Key: 'large é.bin', Body: bytes }))
    UploadId = String((await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key }))).UploadId)
  })
  const copy = (more: Partial<s3.UploadPartCopyCommandInput> = {}, as = client) => {
    const source = `docs/${encodeURIComponent('large é.bin')}`
    const part = { Bucket, Key, UploadId, PartNumber: 1, CopySource: source }
    return as.send(new s3.UploadPartCopyCommand({ ...part, ...more }))
  }
  const complete = (Parts: s3.CompletedPart[]) =>
    client.send(new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))

  test('takes ranges of an object, beside parts that are uploaded', async () => {
    const half = 5_500_000
    const ranges = [`bytes=0-${half - 1}`, `bytes=${half}-${bytes.length - 1}`]
    const Parts: s3.CompletedPart[] = await Promise.all(
      ranges.map(async (CopySourceRange, n) => {
        const { CopyPartResult } = await copy({ PartNumber: n + 1, CopySourceRange })
        return { PartNumber: n + 1, ETag: CopyPartResult?.ETag }
      }),
    )
    expect(Parts[0]?.ETag).toBe(`"${sha256(bytes.subarray(0, half))}"`)
    const whole = await copy({ PartNumber: 3 })
    Parts.push({ PartNumber: 3, ETag: whole.CopyPartResult?.ETag })
    const upload = new s3.UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 4, Body: 'end' })
    Parts.push({ PartNumber: 4, ETag: (await client.send(upload)).ETag })
    await complete(Parts)
    const found = await get(Key)
    expect(Buffer.concat([bytes, bytes, Buffer.from('end')]).equals(found)).toBe(true)
    expect((await storage.get('/usage')).data.bytes).toBe(3 * bytes.length + 3)
  })

  test('takes the state of the object that was asked for, and no other', async () => {
    const ETag = `"${sha256(bytes)}"`
    await copy({ CopySourceIfMatch: ETag })
    const failed = { name: 'PreconditionFailed' }
    await expect(copy({ CopySourceIfMatch: '"x"' })).rejects.toMatchObject(failed)
    await expect(copy({ CopySourceIfNoneMatch: ETag })).rejects.toMatchObject(failed)
    const CopySource = `docs/${encodeURIComponent('large é.bin')}`
    const object = new s3.CopyObjectCommand({ Bucket, Key, CopySource, CopySourceIfNoneMatch: ETag })
    await expect(client.send(object)).rejects.toMatchObject(failed)
  })

  test.each([
    [{ CopySourceRange: 'bytes=0-11000000' }, 'InvalidRange'],
    [{ CopySourceRange: 'bytes=5-2' }, 'InvalidRequest'],
    [{ CopySourceRange: 'bytes=-5' }, 'InvalidRequest'],
    [{ CopySource: 'docs' }, 'InvalidRequest'],
    [{ CopySource: 'docs/%ff' }, 'InvalidRequest'],
    [{ CopySource: 'docs/nothing' }, 'NoSuchKey'],
    [{ CopySource: 'nowhere/large.bin' }, 'NoSuchBucket'],
    [{ PartNumber: 10_001 }, 'InvalidRequest'],
    [{ UploadId: 'x.y' }, 'NoSuchUpload'],
    [{ Key: 'else.bin' }, 'NoSuchUpload'],
  ])('with %j is refused as %s', async (more, name) => {
    await expect(copy(more)).rejects.toMatchObject({ name })
    expect((await storage.get('/usage')).data.bytes).toBe(bytes.length)
  })

  test('is refused to those who may not read the object', async () => {
    const publishable = await clientAs('publishable')
    await expect(copy({}, publishable)).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

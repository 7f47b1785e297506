// Conditions on writes: whoever writes or deletes a file can name the file that must be there before, or that none may be.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as s3 from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordOf } from '#modules/rows/data/routes/data.fixture.ts'
import { objectsOf } from '#modules/storage/objects/objects.store.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveTus, pathIn } from './resumable/resumable.fixture.ts'
import { accessTo, clientOf, keyIdOf } from './s3/s3.fixture.ts'
import { driveStorage, type StorageDriver } from './storage.fixture.ts'

type Headers = Record<string, string>
interface Conditions {
  readonly IfMatch?: string
  readonly IfNoneMatch?: string
}

const Bucket = 'docs'
const NAME = 'state.json'
const FIRST = Buffer.from('first')
const LARGE = 300_000
const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex')}"`
const STALE = etagOf(Buffer.from('stale'))

let folder: string
let app: TestApp
let base: string
let project: TestProject
let storage: StorageDriver
let client: s3.S3Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-conditions-'))
  app = await startTestApp({ dataDir: join(folder, 'data') })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket(Bucket)
  client = clientOf(await accessTo(app, project, base, await keyIdOf(app, project, 'secret')))
  await storage.put(Bucket, 'source.json', 'source')
})
beforeEach(async () => {
  await storage.put(Bucket, NAME, FIRST, { 'content-type': 'text/plain' })
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const headersOf = ({ IfMatch, IfNoneMatch }: Conditions): Headers => ({
  ...(IfMatch !== undefined && { 'if-match': IfMatch }),
  ...(IfNoneMatch !== undefined && { 'if-none-match': IfNoneMatch }),
})
const content = async (name = NAME) => (await storage.get(`/buckets/${Bucket}/objects/${name}`)).text
const idOf = async (name = NAME) => {
  const { data } = await storage.get(`/buckets/${Bucket}/objects?prefix=${name}`)
  return String(data[0]?.id)
}
const statusOf = (sent: Promise<{ $metadata: { httpStatusCode?: number } }>) =>
  sent.then(
    ({ $metadata }) => $metadata.httpStatusCode,
    (error) => {
      if (error.$metadata.httpStatusCode === 412) expect(error.name).toBe('PreconditionFailed')
      return error.$metadata.httpStatusCode
    },
  )
const api = async (method: string, path: string, headers: Headers, more: object = {}) =>
  (await app.api(method, `${storage.path}${path}`, { key: project.secret, headers, ...more })).status
const OCTETS = { 'content-type': 'application/octet-stream' }

async function multipart(Key: string, Body: Buffer, conditions: Conditions) {
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key }))
  const part = new s3.UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body })
  const { ETag } = await client.send(part)
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] }
  return client.send(
    new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload, ...conditions }),
  )
}

async function tus(name: string, bytes: Buffer, conditions: Conditions) {
  const driver = driveTus(app, project)
  const length = { 'upload-length': String(bytes.length) }
  const begun = await driver.create({ name, overwrite: 'true' }, { ...length, ...headersOf(conditions) })
  return begun.status === 201 ? (await driver.patch(pathIn(begun), 0, bytes)).status : begun.status
}

async function signed(name: string, raw: Buffer, conditions: Conditions) {
  const body = { bucket_id: Bucket, object_name: name, overwrite: true }
  const { data } = await storage.call('POST', '/signed-upload-url', body)
  const { pathname, search } = new URL(data.url)
  const headers = { ...OCTETS, ...headersOf(conditions) }
  return (await app.api('PUT', `/${pathname}${search}`, { raw, headers })).status
}

async function form(name: string, bytes: Buffer, conditions: Conditions) {
  const body = new FormData()
  body.set('name', name)
  body.set('overwrite', 'true')
  body.set('file', new Blob([new Uint8Array(bytes)]), 'file')
  const headers = { 'x-platform-api-key': project.secret, ...headersOf(conditions) }
  const url = `${base}/api/v1${storage.path}/buckets/${Bucket}/objects`
  return (await fetch(url, { method: 'POST', body, headers })).status
}

type Writer = (name: string, bytes: Buffer, conditions: Conditions) => Promise<number | undefined>
const named = (name: string) => `/buckets/${Bucket}/objects/${name}`
const WRITERS: Record<string, Writer> = {
  PUT: (name, raw, c) => api('PUT', named(name), { ...OCTETS, ...headersOf(c) }, { raw }),
  POST: (name, raw, c) =>
    api('POST', `${named(name)}?overwrite=true`, { ...OCTETS, ...headersOf(c) }, { raw }),
  form,
  'signed address': signed,
  tus,
  PutObject: (Key, Body, c) => statusOf(client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ...c }))),
  CompleteMultipartUpload: (Key, Body, c) => statusOf(multipart(Key, Body, c)),
  CopyObject: (Key, _bytes, c) =>
    statusOf(
      client.send(new s3.CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/source.json`, ...c })),
    ),
}

describe.each(Object.entries(WRITERS))('%s', (kind, write) => {
  const isOf = (status: number | undefined) => expect([200, 201, 204]).toContain(status)

  test.each([10, LARGE])('replaces the file that is named, and no other (%i bytes)', async (size) => {
    const bytes = randomBytes(size)
    for (const IfMatch of [STALE, `${STALE}, "x"`, '"x"'])
      expect(await write(NAME, bytes, { IfMatch }), IfMatch).toBe(412)
    expect(await content()).toBe('first')
    expect(await write(`${kind} ${size} none`, bytes, { IfMatch: '*' })).toBe(412)
    expect(await write(`${kind} ${size} none`, bytes, { IfMatch: etagOf(FIRST) })).toBe(412)
    isOf(await write(NAME, bytes, { IfMatch: `${STALE}, ${etagOf(FIRST)}` }))
    expect(await content()).not.toBe('first')
    isOf(await write(NAME, FIRST, { IfMatch: '*' }))
  })

  test.each([10, LARGE])('keeps what is there, where none may be (%i bytes)', async (size) => {
    const bytes = randomBytes(size)
    expect(await write(NAME, bytes, { IfNoneMatch: '*' })).toBe(412)
    expect(await content()).toBe('first')
    isOf(await write(`${kind} ${size} new`, bytes, { IfNoneMatch: '*' }))
  })

  test('refuses what it does not decide', async () => {
    for (const conditions of [{ IfNoneMatch: STALE }, { IfMatch: '*', IfNoneMatch: '*' }])
      expect(await write(NAME, FIRST, conditions)).toBe(400)
  })

  test.each([
    [NAME, { IfMatch: etagOf(FIRST) }],
    [`${kind} raced`, { IfNoneMatch: '*' }],
  ])('has one winner of two that write %s with %j', async (name, conditions) => {
    const racers = [randomBytes(20), randomBytes(LARGE)]
    const statuses = await Promise.all(racers.map((bytes) => write(name, bytes, conditions)))
    const [lost, ...won] = statuses.toSorted((a, b) => Number(b) - Number(a))
    expect(lost).toBe(412)
    won.forEach(isOf)
  })
})

test('a file is deleted only as the one that is named', async () => {
  const remove = (c: Conditions) =>
    statusOf(client.send(new s3.DeleteObjectCommand({ Bucket, Key: NAME, ...c })))
  expect(await remove({ IfMatch: STALE })).toBe(412)
  const several = async (ETag: string) =>
    client.send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: NAME, ETag }] } }))
  expect((await several(STALE)).Errors).toMatchObject([{ Key: NAME, Code: 'PreconditionFailed' }])
  const id = await idOf()
  expect(await api('DELETE', `/objects/${id}`, { 'if-match': STALE })).toBe(412)
  expect(await api('PATCH', `/objects/${id}`, { 'if-match': STALE }, { body: { name: 'moved' } })).toBe(412)
  expect(await content()).toBe('first')
  expect(
    await api('PATCH', `/objects/${id}`, { 'if-match': etagOf(FIRST) }, { body: { metadata: { a: 1 } } }),
  ).toBe(200)
  const both = await Promise.all([0, 1].map(() => remove({ IfMatch: etagOf(FIRST) })))
  expect(both).toEqual([204, 204])
  expect(await remove({ IfMatch: '*' })).toBe(412)
  expect(await remove({ IfMatch: STALE })).toBe(204)
  await storage.put(Bucket, NAME, FIRST)
  expect((await several(etagOf(FIRST))).Deleted).toMatchObject([{ Key: NAME }])
  await storage.put(Bucket, NAME, FIRST)
  expect(await api('DELETE', `/objects/${await idOf()}`, { 'if-match': etagOf(FIRST) })).toBe(204)
})

test('a write and a deletion that name the same file do not both happen', async () => {
  for (let n = 0; n < 5; n++) {
    await storage.put(Bucket, NAME, FIRST)
    const condition = { IfMatch: etagOf(FIRST) }
    const statuses = await Promise.all([
      statusOf(client.send(new s3.PutObjectCommand({ Bucket, Key: NAME, Body: 'next', ...condition }))),
      statusOf(client.send(new s3.DeleteObjectCommand({ Bucket, Key: NAME, ...condition }))),
    ])
    // A deletion that comes first leaves nothing to write over; one that comes second finds another file.
    expect([[412, 204].join(), [200, 412].join()]).toContain(statuses.join())
  }
})

test('an upload that meets another of its new name replaces that', async () => {
  const record = await recordOf(app, project.id)
  const { admin } = app.platform.clusters.of(record)
  const other = await admin.connect()
  try {
    await other.query("begin; set local session_replication_role = 'replica'")
    await other.query(`insert into ${objectsOf(record)} (bucket, name, size, mime_type, checksum, version)
      values ('${Bucket}', 'met', 0, 'text/plain', '', gen_random_uuid())`)
    const upload = api('PUT', named('met'), OCTETS, { raw: randomBytes(LARGE) })
    const waiting = `select count(*)::int as n from pg_locks l join pg_locks held
      on held.transactionid = l.transactionid and held.granted where not l.granted and held.pid = pg_backend_pid()`
    await expect.poll(async () => (await other.query(waiting)).rows[0].n).toBe(1)
    await other.query('commit')
    expect(await upload).toBe(200)
  } finally {
    other.release(true)
  }
})

test('changes of an object that come at a time are all kept', async () => {
  const id = await idOf()
  const changes = [{ metadata: { n: 1 } }, { cache_control: 'no-store' }, { name: 'renamed.json' }]
  await Promise.all(changes.map((body) => api('PATCH', `/objects/${id}`, {}, { body })))
  const { data } = await storage.get(`/objects/${id}`)
  expect(data).toMatchObject({ metadata: { n: 1 }, cache_control: 'no-store', name: 'renamed.json' })
})

test('routes that are bound to no condition refuse one', async () => {
  const id = await idOf()
  const condition = { 'if-match': STALE }
  const copy = { body: { name: 'copy.json' } }
  const statuses = await Promise.all([
    api('POST', `/objects/${id}/copy`, condition, copy),
    api('POST', `/objects/${id}/restore`, condition),
    api('POST', `/buckets/${Bucket}/folders`, { 'if-none-match': '*' }, { body: { name: 'f' } }),
    api('POST', '/buckets', condition, { body: { name: 'other' } }),
    api('DELETE', `/buckets/${Bucket}?force=true`, condition),
    api('DELETE', `/objects/${id}`, { 'if-none-match': STALE }),
    api('PATCH', `/objects/${id}`, { 'if-unmodified-since': new Date(0).toUTCString() }, copy),
    api('PUT', named(NAME), { ...OCTETS, 'if-unmodified-since': new Date(0).toUTCString() }, { raw: 'x' }),
    api('POST', named('new'), { ...OCTETS, 'if-match': '*' }, { raw: 'x' }),
    statusOf(
      client.send(new s3.DeleteObjectCommand({ Bucket, Key: NAME, IfMatchSize: 3 })).catch((error) => {
        expect(error.name).toBe('InvalidRequest')
        throw error
      }),
    ),
  ])
  expect(statuses).toEqual(statuses.map(() => 400))
  const { Errors } = await client.send(
    new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: NAME, Size: 3 }] } }),
  )
  expect(Errors).toMatchObject([{ Code: 'NotImplemented' }])
  expect(await content()).toBe('first')
})

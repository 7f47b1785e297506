// New bytes come with the row of their object: only the server signs for them, and what it has given up never becomes an object.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordOf } from '#modules/rows/data/routes/data.fixture.ts'
import { releaseBlob } from '#modules/storage/blobs/blobs.store.ts'
import { objectsOf } from '#modules/storage/objects/objects.store.ts'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { SERVER } from './caller.ts'
import { createBlobSignatures, type NewBytes } from './signatures.ts'

let app: TestApp
let project: TestProject
let located: ProjectRecord
let storage: StorageDriver

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  project = await app.createProject()
  located = await recordOf(app, project.id)
  storage = driveStorage(app, project)
  await storage.bucket('docs')
})
afterAll(() => app.stop())

const cluster = () => app.platform.clusters.of(located)
const usage = async () => (await storage.get('/usage')).data
const bytes = (changes: Partial<NewBytes> = {}): NewBytes => ({
  ...{
    id: randomUUID(),
    key: newBlobKey(located.id),
    size: 5,
    mimeType: 'text/plain',
    sha256: 'ab'.repeat(32),
  },
  ...changes,
})
const sign = (signed: NewBytes, as = located) => createBlobSignatures(app.platform.clusters).sign(as, signed)
const insert = ({ id, size, mimeType }: NewBytes, checksum: string) =>
  cluster().executor.execute(located, SERVER.context, [
    {
      text: `insert into ${objectsOf(located)} (bucket, name, version, size, mime_type, checksum)
        select 'docs', 'a', $1::uuid, $2::bigint, $3, $4`,
      values: [id, String(size), mimeType, checksum],
    },
  ])

test('what is signed becomes an object, with its blob and its usage', async () => {
  const [small, md5] = [bytes(), 'cd'.repeat(16)]
  await insert(small, await sign(small))
  expect((await storage.get('/buckets/docs/objects?prefix=a')).data).toMatchObject([
    { name: 'a', size: 5, mime_type: 'text/plain', checksum: small.sha256 },
  ])
  const { rows } = await cluster().admin.query(
    'select key, size::int, md5, is_stored, due_at from msingi_storage.blobs where id = $1',
    [small.id],
  )
  expect(rows).toEqual([{ key: small.key, size: 5, md5: null, is_stored: true, due_at: null }])
  expect(await usage()).toMatchObject({ bytes: 5, objects: 1 })
  const other = bytes({ md5 })
  await cluster().executor.execute(located, SERVER.context, [
    {
      text: `update ${objectsOf(located)} set version = $1::uuid, size = 5, mime_type = 'text/plain', checksum = $2`,
      values: [other.id, await sign(other)],
    },
  ])
  expect(await usage()).toMatchObject({ bytes: 10, objects: 1 })
  const found = await cluster().admin.query('select md5 from msingi_storage.blobs where id = $1', [other.id])
  expect(found.rows).toEqual([{ md5 }])
})

test.each<[string, Partial<NewBytes>]>([
  ['another size', { size: 4 }],
  ['another type', { mimeType: 'text/html' }],
  ['another version', { id: randomUUID() }],
])('a signature is not one for %s', async (_, changes) => {
  const signed = bytes()
  const refused = insert({ ...signed, ...changes }, await sign(signed))
  await expect(refused).rejects.toThrow('Files are written through /storage')
})

test('a signature is not one for other bytes, another project, or a second object', async () => {
  const signed = bytes()
  const text = await sign(signed)
  const other = newBlobKey(located.id).slice(37)
  const neighbour = await recordOf(app, (await app.createProject()).id)
  for (const forged of [
    other + text.slice(32),
    text.slice(0, 33) + 'ef'.repeat(32) + text.slice(97),
    `${text}${'cd'.repeat(16)}`,
    `${other}.`,
    await sign(signed, neighbour),
  ])
    await expect(insert(signed, forged)).rejects.toThrow('Files are written through /storage')
  expect(await usage()).toMatchObject({ bytes: 0, objects: 0 })
  await insert(signed, text)
  await cluster().executor.execute(located, SERVER.context, [
    { text: `update ${objectsOf(located)} set name = 'b'` },
  ])
  await expect(insert(signed, text)).rejects.toMatchObject({ status: 409 })
})

test('no role of a project reads the key', async () => {
  const refused = await app.api('POST', `/projects/${project.id}/query/exec`, {
    token: project.token,
    body: { sql: 'select * from msingi_storage.signing_key' },
  })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(refused.body)).not.toContain('secret')
})

test('a commit that comes after its upload was given up fails, and the sweeper knows the bytes', async () => {
  const late = bytes()
  expect(await releaseBlob(cluster().admin, located.id, late)).toBe(true)
  await expect(insert(late, await sign(late))).rejects.toMatchObject({ status: 409 })
  const { rows } = await cluster().admin.query(
    'select key, due_at <= now() as due from msingi_storage.blobs where id = $1',
    [late.id],
  )
  expect(rows).toEqual([{ key: late.key, due: true }])
  const kept = bytes()
  await insert(kept, await sign(kept))
  expect(await releaseBlob(cluster().admin, located.id, kept)).toBe(false)
})

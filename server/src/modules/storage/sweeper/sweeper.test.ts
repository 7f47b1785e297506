// What nothing refers to goes: deleted files in the end, uploads that failed, bytes that no row knows. Usage is exact.
import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let storage: StorageDriver
const DAY = 86_400

beforeAll(async () => {
  app = await startTestApp({ storageQuota: 1000, storageGraceDays: 3 })
})
beforeEach(async () => {
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs')
})
afterAll(() => app.stop())

const usage = async () => (await storage.get('/usage')).data
const keys = async () =>
  (await app.platform.blobs.list(undefined, 1000)).filter(({ key }) => key.startsWith(project.id))

test('deleted files can be brought back for some days, and are gone behind them', async () => {
  const { data } = await storage.put('docs', 'a', '12345')
  await storage.call('DELETE', `/objects/${data.id}`)
  expect(await usage()).toMatchObject({ bytes: 5, objects: 0, quota_bytes: 1000 })
  app.clock.advance(2 * DAY)
  await app.upkeep('storage')
  expect((await storage.call('POST', `/objects/${data.id}/restore`)).status).toBe(200)
  expect(await usage()).toMatchObject({ bytes: 5, objects: 1 })
  await storage.call('DELETE', `/objects/${data.id}`)
  app.clock.advance(4 * DAY)
  await app.upkeep('storage')
  expect((await storage.call('POST', `/objects/${data.id}/restore`)).status).toBe(404)
  expect(await usage()).toMatchObject({ bytes: 0, objects: 0 })
  expect(await keys()).toEqual([])
})

test('a bucket whose job was lost is emptied all the same, by one job', async () => {
  await storage.put('docs', 'a', '12345')
  const send = vi.spyOn(app.platform.jobs, 'send').mockRejectedValueOnce(new Error('refused by the test'))
  expect((await storage.call('DELETE', '/buckets/docs?force=true')).status).toBe(202)
  for (let pass = 0; pass < 2; pass++) await app.upkeep('storage')
  expect(send).toHaveBeenCalledTimes(2)
  send.mockRestore()
  await app.platform.jobs.drain()
  expect((await storage.get('/buckets/docs')).status).toBe(404)
})

test('the bytes of a version that was replaced go, those of the new one stay', async () => {
  await storage.put('docs', 'a', '12345')
  await storage.put('docs', 'a', '123')
  expect(await usage()).toMatchObject({ bytes: 8, objects: 1 })
  app.clock.advance(DAY)
  await app.upkeep('storage')
  expect(await usage()).toMatchObject({ bytes: 3, objects: 1 })
  expect(await keys()).toHaveLength(1)
  expect((await storage.get('/buckets/docs/objects/a')).text).toBe('123')
})

test('bytes that no row knows go after a day, younger ones stay', async () => {
  const { blobs, config } = app.platform
  const [old, young] = [newBlobKey(project.id), newBlobKey(project.id)]
  for (const [key, days] of [
    [old, 2],
    [young, 0],
  ] as const) {
    await blobs.put(key, [Buffer.from('x')] as never, { maxBytes: 1 })
    const [id = '', name = ''] = key.split('/')
    const at = new Date(app.clock.now().getTime() - days * DAY * 1000)
    await utimes(join(config.dataDir, 'objects', id, name.slice(0, 2), name), at, at)
  }
  await app.upkeep('storage')
  expect((await keys()).map(({ key }) => key)).toEqual([young])
})

test('an upload that a crash has cut off is swept, and its quota is free again', async () => {
  const { admin } = app.platform.clusters.main
  await admin.query(
    `insert into msingi_storage.blobs (id, project_id, key, size, mime_type, checksum, due_at)
     values ($1, $2, $3, 900, '', '', now() + interval '1 day')`,
    [randomUUID(), project.id, newBlobKey(project.id)],
  )
  expect((await storage.put('docs', 'a', 'x'.repeat(200))).status).toBe(429)
  app.clock.advance(2 * DAY)
  await app.upkeep('storage')
  expect((await storage.put('docs', 'a', 'x'.repeat(200))).status).toBe(201)
})

test('the quota counts before bytes are taken, exactly', async () => {
  expect((await storage.put('docs', 'a', 'x'.repeat(600))).status).toBe(201)
  const refused = await storage.put('docs', 'b', 'x'.repeat(600))
  expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('1000 bytes')])
  expect((await storage.put('docs', 'b', 'x'.repeat(400))).status).toBe(201)
  expect((await storage.put('docs', 'c', 'x')).status).toBe(429)
  expect(await usage()).toMatchObject({ bytes: 1000, objects: 2 })
  expect(await keys()).toHaveLength(2)
})

test('uploads at the same time stay within the quota, and so do signed addresses', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((n) => storage.put('docs', `c${n}`, 'x'.repeat(400))))
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2)
  expect((await usage()).bytes).toBeLessThanOrEqual(1000)
  app.clock.advance(DAY)
  await app.upkeep('storage')
  const left = 1000 - (await usage()).bytes
  const body = { bucket_id: 'docs', object_name: 'big', content_length: left + 1, content_type: 'text/plain' }
  expect((await storage.call('POST', '/signed-upload-url', body)).status).toBe(429)
  const signed = await storage.call('POST', '/signed-upload-url', { ...body, content_length: left })
  expect((await storage.put('docs', 'more', 'x')).status).toBe(429)
  expect((await storage.open('PUT', signed.data.url, 'x'.repeat(left))).status).toBe(201)
  expect(await usage()).toMatchObject({ bytes: 1000 })
})

test('what is sent is counted', async () => {
  await storage.put('docs', 'a', 'x'.repeat(600))
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/api/v1${storage.path}/buckets/docs/objects/a`
  const headers = { 'x-platform-api-key': project.secret, connection: 'close' }
  await (await fetch(url, { headers })).text()
  await expect
    .poll(async () => {
      await app.modules.storage.egress.flush()
      return (await usage()).egress_bytes
    })
    .toBeGreaterThan(600)
})

test('of a deleted project nothing stays', async () => {
  await storage.put('docs', 'a', 'x')
  await app.api('DELETE', `/projects/${project.id}`, { token: project.token })
  await app.platform.jobs.drain()
  app.clock.advance(60)
  await app.upkeep('storage')
  expect(await keys()).toEqual([])
  for (const table of ['blobs', 'buckets', 'usage']) {
    const { rows } = await app.platform.clusters.main.admin.query(
      `select from msingi_storage.${table} where project_id = $1`,
      [project.id],
    )
    expect(rows, table).toEqual([])
  }
})

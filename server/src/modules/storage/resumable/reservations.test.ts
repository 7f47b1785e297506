// How much of a quota is reserved by resumable uploads and signed addresses whose bytes are still to come.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveTus, type TusDriver } from './resumable.fixture.ts'

const QUOTA = 1_000_000
const HALF = QUOTA / 2
const DAY_SECONDS = 24 * 3600

let app: TestApp
let project: TestProject
let users: { tus: TusDriver; storage: StorageDriver }[]

beforeAll(async () => {
  app = await startTestApp({ storageQuota: QUOTA })
})
beforeEach(async () => {
  project = await app.createProject()
  await driveStorage(app, project).bucket('docs')
  const policy = { subject: 'authenticated', effect: 'allow' }
  for (const action of ['select', 'insert'])
    await driveData(app, project).policy('storage_objects', { ...policy, action })
  users = []
  for (let n = 0; n < 3; n += 1) {
    const token = await signUp()
    users.push({ tus: driveTus(app, project, { token }), storage: driveStorage(app, project, { token }) })
  }
})
afterAll(() => app.stop())

async function signUp(): Promise<string> {
  const body = {
    email: `${randomUUID()}@example.com`,
    password: 'correct horse 1',
    full_name: 'A',
    phone: `+25571${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`,
  }
  const { data, text } = await app.api('POST', `/projects/${project.id}/auth/signup`, {
    key: project.publishable,
    body,
  })
  if (data === undefined) throw new Error(text)
  return data.tokens.access_token
}
const announce = (n: number, length: number) =>
  (users[n] as (typeof users)[number]).tus.create({ name: randomUUID() }, { 'upload-length': String(length) })
const statusOf = async (n: number, length: number) => (await announce(n, length)).status
const stored = async () => (await driveStorage(app, project).get('/usage')).data.bytes

test('one file of more than half of the quota is refused to a user with 413', async () => {
  const { status, body } = await announce(0, HALF + 1)
  expect([status, body.details]).toEqual([413, { max_bytes: HALF }])
  expect([await stored(), await statusOf(0, HALF)]).toEqual([0, 201])
})

test('what a user has reserved together is bounded with 429, and others still reserve their share', async () => {
  expect(await statusOf(0, HALF - 10)).toBe(201)
  const { status, headers, body } = await announce(0, 11)
  expect([status, headers['retry-after'], body.details]).toEqual([
    429,
    '60',
    { quota: 'reserved_bytes', limit: HALF },
  ])
  expect(await stored()).toBe(HALF - 10)
  expect([await statusOf(0, 10), await statusOf(1, HALF / 2)]).toEqual([201, 201])
  // All together have reserved three quarters.
  expect([await statusOf(2, 1), await statusOf(1, 1)]).toEqual([429, 429])
  const { status: owner } = await driveTus(app, project).create({ name: 'x' }, { 'upload-length': '200000' })
  expect(owner).toBe(201)
})

test('several at a time do not reserve more together', async () => {
  const statuses = await Promise.all(Array.from({ length: 6 }, () => statusOf(0, HALF / 2)))
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(2)
  expect(statuses.every((status) => status === 201 || status === 429)).toBe(true)
  expect(await stored()).toBeLessThanOrEqual(HALF)
})

test('signed addresses count with the size that they bind', async () => {
  const [{ storage }] = users as [(typeof users)[number]]
  const sign = (content_length: number) =>
    storage.call('POST', '/signed-upload-url', {
      bucket_id: 'docs',
      object_name: randomUUID(),
      content_length,
    })
  expect((await sign(HALF + 1)).status).toBe(413)
  expect((await sign(HALF)).status).toBe(200)
  expect([(await sign(1)).status, await statusOf(0, 1)]).toEqual([429, 429])
})

test('files that are sent with one request have what the quota leaves', async () => {
  const [{ storage }] = users as [(typeof users)[number]]
  const { status, text } = await storage.put('docs', 'large', Buffer.alloc(HALF + 300_000))
  expect(status, text).toBe(201)
})

// This one lets a day pass.
test('is free again when an upload is finished, ended or expired', async () => {
  const [one] = users as [(typeof users)[number]]
  const ended = await one.tus.begin('ended', HALF)
  await one.tus.end(ended)
  const finished = await one.tus.begin('finished', HALF)
  expect((await one.tus.patch(finished, 0, Buffer.alloc(HALF))).status).toBe(204)
  expect(await statusOf(0, HALF - 1)).toBe(201)
  expect(await stored()).toBe(QUOTA - 1)
  app.clock.advance(DAY_SECONDS + 1)
  await app.upkeep('storage')
  expect(await stored()).toBe(HALF)
})

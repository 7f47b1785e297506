// Policies of storage_objects decide on files as on rows, over the row as it will be.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveStorage, type StorageDriver } from './storage.fixture.ts'

let app: TestApp
let project: TestProject
let server: StorageDriver
let amina: StorageDriver
let juma: StorageDriver
let aminaId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

beforeEach(async () => {
  project = await app.createProject()
  server = driveStorage(app, project)
  await server.bucket('avatars')
  await server.bucket('other')
  const [first, second] = await Promise.all([user('amina'), user('juma')])
  amina = driveStorage(app, project, { token: first.token })
  juma = driveStorage(app, project, { token: second.token })
  aminaId = first.id
})

let phones = 710_000_000
async function user(name: string) {
  phones += 1
  const body = {
    email: `${name}@example.com`,
    password: 'correct horse 1',
    full_name: name,
    phone: `+255${phones}`,
  }
  const { data, text } = await app.api('POST', `/projects/${project.id}/auth/signup`, {
    key: project.publishable,
    body,
  })
  if (data?.user === undefined) throw new Error(text)
  return { id: data.user.id as string, token: data.tokens.access_token as string }
}

async function allow(action: string, subject: string, condition?: string, effect = 'allow') {
  const path = `/projects/${project.id}/tables/storage_objects/rls`
  const made = await app.api('POST', path, {
    token: project.token,
    body: { action, subject, effect, condition },
  })
  expect(made.status, made.text).toBe(201)
}

test('uploading needs a policy for insert, whose condition sees the new row', async () => {
  const refused = await amina.put('avatars', 'a.txt', 'text')
  expect([refused.status, refused.body]).toMatchObject([
    403,
    {
      code: 'policy_denied',
      message: 'You are not allowed to add or change this row.',
      details: {
        table: 'storage_objects',
        hint: expect.stringContaining(
          'The policies of storage_objects do not let a project user insert or update',
        ),
      },
    },
  ])
  await allow('insert', 'authenticated', "bucket = 'avatars' and size < 10 and mime_type = 'text/plain'")
  const text = { 'content-type': 'text/plain' }
  const put = await amina.put('avatars', 'a.txt', 'text', text)
  expect([put.status, put.data?.owner_id], put.text).toEqual([201, aminaId])
  expect((await amina.put('other', 'a.txt', 'text', text)).status).toBe(403)
  expect((await amina.put('avatars', 'b.txt', 'longer text', text)).status).toBe(403)
  expect((await amina.put('avatars', 'c.md', 'text', { 'content-type': 'text/markdown' })).status).toBe(403)
  expect((await server.get('/buckets/avatars/objects')).data).toHaveLength(1)
  // Writing without reading is possible, too.
  expect((await amina.get(`/objects/${put.data.id}`)).status).toBe(404)
})

test('owners read, replace and delete what is theirs, and nobody else does', async () => {
  for (const action of ['select', 'insert', 'update', 'delete']) await allow(action, 'owner')
  const { data } = await amina.put('avatars', 'amina.txt', 'one')
  expect((await juma.get(`/objects/${data.id}/content`)).status).toBe(404)
  expect((await juma.get('/buckets/avatars/objects')).data).toEqual([])
  expect((await juma.put('avatars', 'amina.txt', 'two')).status).toBe(403)
  expect((await juma.call('DELETE', `/objects/${data.id}`)).status).toBe(404)
  expect((await juma.call('PATCH', `/objects/${data.id}`, { name: 'mine' })).status).toBe(404)
  const replaced = await amina.put('avatars', 'amina.txt', 'three')
  expect([replaced.status, replaced.data?.owner_id]).toEqual([200, aminaId])
  expect((await amina.get(`/objects/${data.id}/content`)).text).toBe('three')
  expect((await amina.call('PATCH', `/objects/${data.id}`, { name: 'b.txt' })).status).toBe(200)
  expect((await amina.call('DELETE', `/objects/${data.id}`)).status).toBe(204)
})

test('replacing and moving are updates, with their condition over the new row', async () => {
  await allow('select', 'authenticated')
  await allow('insert', 'authenticated')
  const { data } = await amina.put('avatars', 'a.txt', 'one')
  expect((await amina.put('avatars', 'a.txt', 'two')).status).toBe(403)
  await allow('update', 'authenticated', "bucket = 'avatars' and name like 'a%'")
  expect((await amina.put('avatars', 'a.txt', 'two')).status).toBe(200)
  const refused = await amina.call('PATCH', `/objects/${data.id}`, { name: 'b.txt' })
  expect([refused.status, refused.body.details]).toMatchObject([
    403,
    { table: 'storage_objects', action: 'update' },
  ])
  expect((await amina.call('PATCH', `/objects/${data.id}`, { bucket_id: 'other' })).status).toBe(403)
  expect((await amina.call('PATCH', `/objects/${data.id}`, { name: 'ab.txt' })).status).toBe(200)
})

test('a signed address carries the rights of who asked for it', async () => {
  const body = { bucket_id: 'avatars', object_name: 'a.txt' }
  expect((await amina.call('POST', '/signed-upload-url', body)).status).toBe(403)
  await allow('insert', 'authenticated', "bucket = 'avatars' and size < 10")
  const signed = await amina.call('POST', '/signed-upload-url', body)
  expect(signed.status, signed.text).toBe(200)
  expect((await amina.open('PUT', signed.data.url, 'far more than ten')).status).toBe(403)
  const put = await amina.open('PUT', signed.data.url, 'text')
  expect([put.status, put.data?.owner_id], put.text).toEqual([201, aminaId])
})

test('what is not known before the bytes is decided behind them', async () => {
  await allow('insert', 'authenticated', "mime_type = 'image/png' and size between 5 and 100")
  const body = { bucket_id: 'avatars', object_name: 'a.png' }
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const signed = await amina.call('POST', '/signed-upload-url', body)
  expect(signed.status, signed.text).toBe(200)
  expect((await amina.open('PUT', signed.data.url, 'text')).status).toBe(403)
  expect((await amina.open('PUT', signed.data.url, png)).status).toBe(201)
  for (const known of [
    { content_type: 'text/plain', content_length: 10 },
    { content_type: 'image/png', content_length: 1000 },
  ])
    expect((await amina.call('POST', '/signed-upload-url', { ...body, ...known })).status).toBe(403)
})

test('a policy that denies comes before one that allows, for secret keys as well', async () => {
  await allow('insert', 'public', "bucket = 'other'", 'deny')
  expect((await server.put('other', 'a.txt', 'text')).status).toBe(403)
  expect((await server.put('avatars', 'a.txt', 'text')).status).toBe(201)
})

test('large files are refused before their bytes are taken', async () => {
  let sent = 0
  const put = app.platform.blobs.put
  Object.assign(app.platform.blobs, {
    put: (...args: Parameters<typeof put>) => {
      sent += 1
      return put(...args)
    },
  })
  expect((await amina.put('avatars', 'large', Buffer.alloc(1024 * 1024))).status).toBe(403)
  expect(sent).toBe(0)
  Object.assign(app.platform.blobs, { put })
})

test('files join with rows, and live in views', async () => {
  const { data } = await server.put('avatars', 'a.txt', 'text')
  await app.api('POST', `/projects/${project.id}/tables`, {
    token: project.token,
    body: { name: 'people', columns: [{ name: 'photo_id', data_type: 'uuid' }] },
  })
  const link = await app.api('POST', `/projects/${project.id}/schema/relationships`, {
    token: project.token,
    body: { from_table: 'people', from_column: 'photo_id', to_table: 'storage_objects', to_column: 'id' },
  })
  expect(link.status, link.text).toBe(201)
  const key = { key: project.secret }
  await app.api('POST', '/data/people', { ...key, body: { photo_id: data.id } })
  const rows = await app.api('GET', '/data/people?select=storage_objects(name,size)', key)
  expect(rows.data, rows.text).toEqual([{ storage_objects: { name: 'a.txt', size: 4 } }])
  const sql = { sql: "select name from storage_objects where bucket = 'avatars'" }
  const ran = await app.api('POST', `/projects/${project.id}/query/exec`, { ...key, body: sql })
  expect(ran.data.rows, ran.text).toEqual([{ name: 'a.txt' }])
  const query = '{ storage_objects { name people { id } } }'
  const graph = await app.api('POST', `/projects/${project.id}/graphql`, { ...key, body: { query } })
  expect(graph.text).toContain('"name":"a.txt"')
  // The relationship says what happens where a file is deleted that a row has.
  expect((await server.call('DELETE', `/objects/${data.id}`)).status).toBe(409)
})

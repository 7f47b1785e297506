// What is refused of resumable uploads: forged and foreign ids, headers that lie, bodies that are not what they say; and what
// concatenation must not take.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { type Answer, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveTus, encode, pathIn, type TusDriver, VERSION } from './resumable.fixture.ts'

let app: TestApp
let project: TestProject
let storage: StorageDriver
let tus: TusDriver

beforeAll(async () => {
  app = await startTestApp({ storageQuota: 10_000_000 })
  project = await app.createProject()
  storage = driveStorage(app, project)
  tus = driveTus(app, project)
  await storage.bucket('docs')
  await storage.bucket('small', { file_size_limit: 10 })
  await storage.bucket('images', { allowed_mime_types: ['image/*'] })
})
afterAll(() => app.stop())

const usage = async () => (await storage.get('/usage')).data.bytes
const status = ({ status }: Answer) => status

let users = 0
async function signUp(email: string): Promise<string> {
  const phone = `+2557123456${String(users++).padStart(2, '0')}`
  const body = { email, password: 'correct horse 1', full_name: 'A', phone }
  const { data } = await app.api('POST', `/projects/${project.id}/auth/signup`, {
    key: project.publishable,
    body,
  })
  return data.tokens.access_token
}

async function allow(action: string, condition?: string): Promise<void> {
  const tables = await app.api('GET', `/projects/${project.id}/tables`, { token: project.token })
  const table = tables.data.find(({ slug }: { slug: string }) => slug === 'storage_objects')
  const body = {
    action,
    subject: 'authenticated',
    effect: 'allow',
    ...(condition !== undefined && { condition }),
  }
  const path = `/projects/${project.id}/tables/${table.id}/rls`
  expect(status(await app.api('POST', path, { token: project.token, body }))).toBe(201)
}

test.each<[string, number, Record<string, string>, Record<string, string>]>([
  ['no version of tus', 412, { name: 'a' }, { 'upload-length': '1', 'tus-resumable': '' }],
  ['another version of tus', 412, { name: 'a' }, { 'upload-length': '1', 'tus-resumable': '0.2.2' }],
  ['no length', 400, { name: 'a' }, {}],
  ['a length that is still to come', 400, { name: 'a' }, { 'upload-defer-length': '1' }],
  ['a negative length', 400, { name: 'a' }, { 'upload-length': '-1' }],
  ['a length in hexadecimal', 400, { name: 'a' }, { 'upload-length': '0x10' }],
  ['a length with a fraction', 400, { name: 'a' }, { 'upload-length': '1.5' }],
  ['a length that no number holds', 400, { name: 'a' }, { 'upload-length': '9007199254740993' }],
  ['a length of thousands of digits', 400, { name: 'a' }, { 'upload-length': '9'.repeat(5000) }],
  ['more than an object can have', 413, { name: 'a' }, { 'upload-length': '9007199254740991' }],
  ['more than the quota leaves', 429, { name: 'a' }, { 'upload-length': '10000001' }],
  ['no name', 400, { type: 'text/plain' }, { 'upload-length': '1' }],
  ['an empty name', 400, { name: '' }, { 'upload-length': '1' }],
  ['a name that leaves its folder', 400, { name: '../a' }, { 'upload-length': '1' }],
  ['a name with a line break', 400, { name: 'a\r\nSet-Cookie: x' }, { 'upload-length': '1' }],
  ['a name with a NUL', 400, { name: 'a\0b' }, { 'upload-length': '1' }],
  ['a name of 1,025 bytes', 400, { name: 'a'.repeat(1025) }, { 'upload-length': '1' }],
  ['a type that is none', 400, { name: 'a', type: 'text' }, { 'upload-length': '1' }],
  ['a type with a line break', 400, { name: 'a', type: 'text/plain\r\nx: y' }, { 'upload-length': '1' }],
  [
    'a Cache-Control with a line break',
    400,
    { name: 'a', cache_control: 'x\r\ny: z' },
    { 'upload-length': '1' },
  ],
  ['metadata that are no JSON', 400, { name: 'a', metadata: '{' }, { 'upload-length': '1' }],
  ['metadata that are a list', 400, { name: 'a', metadata: '[]' }, { 'upload-length': '1' }],
  ['metadata with a NUL', 400, { name: 'a', metadata: '{"a":"\\u0000"}' }, { 'upload-length': '1' }],
  [
    'metadata that are too large',
    400,
    { name: 'a', metadata: `{"a":"${'x'.repeat(8300)}"}` },
    { 'upload-length': '1' },
  ],
  ['overwrite that is neither', 400, { name: 'a', overwrite: '1' }, { 'upload-length': '1' }],
  ['a concatenation of nothing', 400, { name: 'a' }, { 'upload-concat': 'final;' }],
  ['a concatenation that is neither', 400, { name: 'a' }, { 'upload-length': '1', 'upload-concat': 'half' }],
  ['a concatenation of what is no upload', 400, { name: 'a' }, { 'upload-concat': 'final;/etc/passwd' }],
  [
    'a concatenation of nobody knows what',
    404,
    { name: 'a' },
    { 'upload-concat': `final;/x/${crypto.randomUUID()}` },
  ],
])('a beginning with %s is refused', async (_what, expected, metadata, headers) => {
  const answer = await tus.create(metadata, headers)
  expect([answer.status, answer.headers['tus-resumable']]).toEqual([expected, '1.0.0'])
  expect(await usage()).toBe(0)
})

test.each([
  ['a value that is not base64', 'name !!!!'],
  ['base64 of another alphabet', 'name _-_-'],
  ['bytes that are not UTF-8', `name ${Buffer.from([0xff, 0xfe]).toString('base64')}`],
  ['a key twice', 'name YQ==,name Yg=='],
  ['three words', 'name YQ== YQ=='],
  ['a comma too many', 'name YQ==,,type YQ=='],
  ['more keys than anybody needs', Array.from({ length: 51 }, (_, n) => `k${n} YQ==`).join()],
])('Upload-Metadata with %s is refused', async (_what, header) => {
  const answer = await tus.create({}, { 'upload-length': '1', 'upload-metadata': header })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('Upload-Metadata')
})

test('limits of the bucket hold at the beginning, and again at the end', async () => {
  expect(status(await tus.create({ name: 'a' }, { 'upload-length': '11' }, undefined, 'small'))).toBe(413)
  const text = { name: 'a', type: 'text/plain' }
  expect(status(await tus.create(text, { 'upload-length': '5' }, undefined, 'images'))).toBe(415)
  // What was declared is held against the bytes.
  const png = await tus.create(
    { name: 'a.png', type: 'image/png' },
    { 'upload-length': '6' },
    undefined,
    'images',
  )
  expect(status(await tus.patch(pathIn(png), 0, 'habari'))).toBe(400)
  expect(status(await tus.head(pathIn(png)))).toBe(404)
  const unknown = await tus.create({ name: 'b' }, { 'upload-length': '6' }, undefined, 'images')
  expect(status(await tus.patch(pathIn(unknown), 0, 'habari'))).toBe(415)
  expect(await usage()).toBe(0)
})

test('offsets, types and lengths of a part', async () => {
  const path = await tus.begin('offsets', 10)
  expect(status(await tus.patch(path, 0, 'x', { 'content-type': 'text/plain' }))).toBe(415)
  expect(status(await tus.patch(path, 0, 'x', { 'tus-resumable': '0.2.2' }))).toBe(412)
  for (const offset of ['', '-1', 'x', '1e3', '0x0'])
    expect(status(await tus.patch(path, 0, 'x', { 'upload-offset': offset })), offset).toBe(400)
  const ahead = await tus.patch(path, 5, 'x')
  expect([ahead.status, ahead.headers['upload-offset']]).toEqual([409, '0'])
  expect(status(await tus.patch(path, 0, 'x'.repeat(11)))).toBe(413)
  expect(status(await tus.patch(path, 0, 'xxxxx'))).toBe(204)
  expect(status(await tus.patch(path, 0, 'xxxxx'))).toBe(409)
  for (const checksum of ['sha1', 'crc32 AAAA', 'sha1 AAAA', 'sha1 !!', `sha1 ${'A'.repeat(27)}= x`])
    expect(status(await tus.patch(path, 5, 'x', { 'upload-checksum': checksum })), checksum).toBe(400)
  expect((await tus.head(path)).headers['upload-offset']).toBe('5')
  expect(status(await tus.end(path))).toBe(204)
})

test('ids that were forged, and uploads of other projects and users, are not there', async () => {
  await allow('insert', "bucket = 'docs'")
  const [amina, neema] = [await signUp('amina@example.com'), await signUp('neema@example.com')]
  const [hers, other] = [driveTus(app, project, { token: amina }), driveTus(app, project, { token: neema })]
  const path = await hers.begin('of-amina', 3)
  const id = path.split('/').at(-1) as string
  const forged = path.replace(
    id,
    id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  )
  const stranger = await app.createProject()
  const abroad = driveTus(app, stranger)
  const attacks: [string, TusDriver, string][] = [
    ['forged', hers, forged],
    ['of another user', other, path],
    ['as a key', tus, path],
    ['as the owner of the project', driveTus(app, project, { token: project.token }), path],
    ['in another project', abroad, path.replace(project.id, stranger.id)],
  ]
  for (const [what, driver, at] of attacks) {
    expect(status(await driver.head(at)), what).toBe(404)
    expect(status(await driver.get(at)), what).toBe(404)
    expect(status(await driver.patch(at, 0, 'xxx')), what).toBe(404)
    expect(status(await driver.end(at)), what).toBe(404)
  }
  expect(status(await abroad.patch(path, 0, 'xxx'))).toBe(403)
  expect(status(await tus.head(path.replace(id, 'x')))).toBe(400)
  expect(status(await app.api('PATCH', path, { headers: VERSION, raw: 'x' }))).toBe(401)
  expect(status(await hers.patch(path, 0, 'abc'))).toBe(204)
  expect((await storage.get('/buckets/docs/objects')).data).toMatchObject([{ name: 'of-amina', size: 3 }])
})

test('policies decide at the beginning, and again at the end', async () => {
  const keyed = driveTus(app, project, { key: project.publishable })
  expect(status(await keyed.create({ name: 'x' }, { 'upload-length': '1' }))).toBe(403)
  expect(status(await keyed.create({}, { 'upload-length': '1', 'upload-concat': 'partial' }))).toBe(403)
  const user = driveTus(app, project, { token: await signUp('rehema@example.com') })
  expect(status(await user.create({ name: 'x' }, { 'upload-length': '1' }, undefined, 'images'))).toBe(403)
  const path = await user.begin('y', 1)
  const tables = await app.api('GET', `/projects/${project.id}/tables`, { token: project.token })
  const table = tables.data.find(({ slug }: { slug: string }) => slug === 'storage_objects')
  const rls = `/projects/${project.id}/tables/${table.id}/rls`
  const deny = { action: 'insert', subject: 'authenticated', effect: 'deny' }
  const { data } = await app.api('POST', rls, { token: project.token, body: deny })
  expect(status(await user.patch(path, 0, 'x'))).toBe(403)
  expect(status(await user.head(path))).toBe(404)
  await app.api('DELETE', `${rls}/${data.id}`, { token: project.token })
  expect(status(await storage.get('/buckets/docs/objects/y'))).toBe(404)
})

test('nobody joins what is not theirs, not whole, used already, or too large together', async () => {
  const partial = async (driver: TusDriver, bytes: string, length = bytes.length, bucket = 'docs') => {
    const headers = { 'upload-length': String(length), 'upload-concat': 'partial' }
    const made = await driver.create({}, headers, Buffer.from(bytes), bucket)
    expect(made.status, made.text).toBe(201)
    return pathIn(made)
  }
  const join = (driver: TusDriver, paths: string[], bucket = 'docs') =>
    driver.create({ name: 'joined' }, { 'upload-concat': `final;${paths.join(' ')}` }, undefined, bucket)
  const user = driveTus(app, project, { token: await signUp('zawadi@example.com') })
  const [hers, mine] = [await partial(user, 'hers'), await partial(tus, 'mine')]
  expect(status(await join(tus, [mine, hers]))).toBe(404)
  expect(status(await join(user, [hers, mine]))).toBe(404)
  const stranger = await app.createProject()
  await driveStorage(app, stranger).bucket('docs')
  expect(status(await join(driveTus(app, stranger), [mine]))).toBe(404)
  expect(status(await join(tus, [mine, mine]))).toBe(400)
  expect(status(await join(tus, [mine, await tus.begin('whole', 3)]))).toBe(400)
  expect(status(await join(tus, [mine, await partial(tus, 'ha', 4)]))).toBe(409)
  expect(status(await join(tus, [mine], 'images'))).toBe(400)
  const [left, right] = [await partial(tus, 'xxxxxx', 6, 'small'), await partial(tus, 'xxxxxx', 6, 'small')]
  expect(status(await join(tus, [left, right], 'small'))).toBe(413)
  // Nothing of that has taken anything.
  const joined = await join(tus, [mine])
  expect(joined.status).toBe(201)
  expect(status(await join(tus, [mine]))).toBe(404)
  expect(status(await tus.patch(pathIn(joined), 4, 'x'))).toBe(403)
  expect((await storage.get('/buckets/docs/objects/joined')).text).toBe('mine')
})

test('a user has so many uploads open, and no more', async () => {
  const user = driveTus(app, project, { token: await signUp('pendo@example.com') })
  const { admin } = app.platform.clusters.main
  const path = await user.begin('first', 1)
  await admin.query(
    `with made as (
       insert into msingi_storage.blobs (id, project_id, key, size, mime_type, checksum, due_at)
       select gen_random_uuid(), project_id, project_id || '/' || md5('open' || n), 0, '', '', due_at
       from msingi_storage.blobs, generate_series(1, 99) n where id = $1 returning id)
     insert into msingi_storage.resumable_uploads (id, project_id, caller, bucket_id, object, mime_type, length)
     select made.id, project_id, caller, bucket_id, object, mime_type, 0
     from msingi_storage.resumable_uploads u, made where u.id = $1`,
    [path.split('/').at(-1)],
  )
  expect(status(await user.create({ name: 'more' }, { 'upload-length': '1' }))).toBe(429)
  await user.end(path)
  expect(status(await user.create({ name: 'more' }, { 'upload-length': '1' }))).toBe(201)
})

test('an upload in too many parts is refused, and says so', async () => {
  const path = await tus.begin('crumbs', 10_000)
  const id = path.split('/').at(-1)
  await tus.patch(path, 0, 'x')
  const { admin } = app.platform.clusters.main
  await admin.query(
    `insert into msingi_storage.resumable_parts (key, upload_id, start, size)
     select $2 || '/' || md5(n::text), $1, n, 1 from generate_series(1, 1999) n`,
    [id, project.id],
  )
  await admin.query('update msingi_storage.resumable_uploads set received = 2000 where id = $1', [id])
  const answer = await tus.patch(path, 2000, 'x')
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('2000 parts')])
  expect(status(await tus.end(path))).toBe(204)
})

test('of a deleted project, no part stays', async () => {
  const gone = await app.createProject()
  await driveStorage(app, gone).bucket('docs')
  const driver = driveTus(app, gone)
  await driver.patch(await driver.begin('a', 2), 0, 'x')
  await app.api('DELETE', `/projects/${gone.id}`, { token: gone.token })
  await app.platform.jobs.drain()
  app.clock.advance(60)
  await app.upkeep('storage')
  const left = await app.platform.blobs.list(undefined, 1000)
  expect(left.filter(({ key }) => key.startsWith(gone.id))).toEqual([])
  for (const table of ['resumable_uploads', 'blobs']) {
    const text = `select from msingi_storage.${table} where project_id = $1`
    expect((await app.platform.clusters.main.admin.query(text, [gone.id])).rows, table).toEqual([])
  }
})

test('metadata come back as they went, and no header is made of them', async () => {
  const header = encode({ name: 'meta', note: 'a\r\nX-Evil: 1' })
  const made = await tus.create({}, { 'upload-length': '1', 'upload-metadata': header })
  const { headers } = await tus.head(pathIn(made))
  expect([headers['upload-metadata'], headers['x-evil']]).toEqual([header, undefined])
})

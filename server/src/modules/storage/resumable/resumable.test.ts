// Resumable uploads, as tus 1.0 has them: request by request.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { NO_S3, startS3, type TestS3 } from '#test/versitygw.ts'
import { driveTus, pathIn, type TusDriver, VERSION } from './resumable.fixture.ts'

const HOUR = 3600
const QUOTA = 1_000_000

describe.each(NO_S3 === undefined ? ['a folder', 'S3'] : ['a folder'])('in %s', (driver) => {
  let s3: TestS3 | undefined
  let app: TestApp
  let project: TestProject
  let storage: StorageDriver
  let tus: TusDriver

  beforeAll(async () => {
    s3 = driver === 'S3' ? await startS3() : undefined
    app = await startTestApp({ storageQuota: QUOTA, s3: s3?.config })
  })
  beforeEach(async () => {
    project = await app.createProject()
    storage = driveStorage(app, project)
    await storage.bucket('docs')
    tus = driveTus(app, project)
  })
  afterAll(async () => {
    await app.stop()
    await s3?.stop()
  })
  const usage = async () => (await storage.get('/usage')).data
  const bytesOf = (name: string) => storage.get(`/buckets/docs/objects/${name}`)
  const sha = (algorithm: string, bytes: Buffer | string) =>
    `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`
  const keysLeft = async () =>
    (await app.platform.blobs.list(undefined, 1000)).filter(({ key }) => key.startsWith(project.id)).length

  test('OPTIONS says what is spoken here, without credentials', async () => {
    for (const path of ['buckets/docs/resumable', `resumable/${crypto.randomUUID()}`]) {
      const { status, headers } = await app.api('OPTIONS', `/projects/${project.id}/storage/${path}`)
      expect([status, headers]).toMatchObject([
        204,
        {
          'tus-resumable': '1.0.0',
          'tus-version': '1.0.0',
          'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination,concatenation',
          'tus-checksum-algorithm': 'sha1,sha256,md5',
          'tus-max-size': String(5 * 1024 ** 4),
        },
      ])
    }
  })

  test('a file comes in several requests, and is an object behind its last byte', async () => {
    const metadata = {
      name: 'a/b.txt',
      type: 'text/plain',
      cache_control: 'max-age=60',
      metadata: '{"place":"Dodoma"}',
      relativePath: 'null',
    }
    const made = await tus.create(metadata, { 'upload-length': '11' })
    expect([made.status, made.text]).toEqual([201, ''])
    expect(made.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'upload-offset': '0' })
    const path = pathIn(made)
    expect(await tus.head(path)).toMatchObject({
      status: 200,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'upload-length': '11',
        'upload-metadata': expect.stringContaining(`name ${Buffer.from('a/b.txt').toString('base64')}`),
        'upload-expires': expect.stringMatching(/ GMT$/),
        'cache-control': 'no-store',
      },
    })
    const first = await tus.patch(path, 0, 'habari')
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '6'])
    expect((await bytesOf('a/b.txt')).status).toBe(404)
    expect(await usage()).toMatchObject({ bytes: 11, objects: 0 })
    const last = await tus.patch(path, 6, ' gani')
    expect([last.status, last.headers['upload-offset'], last.headers['upload-expires']]).toEqual([
      204,
      '11',
      undefined,
    ])
    const { text, headers } = await bytesOf('a/b.txt')
    expect([text, headers['content-type'], headers['cache-control']]).toEqual([
      'habari gani',
      expect.stringContaining('text/plain'),
      expect.anything(),
    ])
    const state = (await tus.get(path)).data
    expect(state).toMatchObject({
      length: 11,
      offset: 11,
      expires_at: null,
      object: { name: 'a/b.txt', size: 11, metadata: { place: 'Dodoma' }, cache_control: 'max-age=60' },
    })
    const { id, checksum, version } = (await storage.get('/buckets/docs/objects')).data[0]
    expect(state.object).toMatchObject({ id, checksum, version })
    expect(await usage()).toMatchObject({ bytes: 11, objects: 1 })
    expect(await keysLeft()).toBe(1)
    // Nothing is added to it any more, and it is not ended.
    expect((await tus.patch(path, 11, '')).status).toBe(204)
    expect((await tus.patch(path, 11, 'x')).status).toBe(413)
    expect((await tus.end(path)).status).toBe(409)
  })

  test('the first bytes may come with the request that begins the upload', async () => {
    const part = await tus.create({ filename: 'a' }, { 'upload-length': '6' }, Buffer.from('hab'))
    expect([part.status, part.headers['upload-offset']]).toEqual([201, '3'])
    expect((await tus.patch(pathIn(part), 3, 'ari')).status).toBe(204)
    expect((await bytesOf('a')).text).toBe('habari')
    const whole = await tus.create({ name: 'b' }, { 'upload-length': '6' }, Buffer.from('habari'))
    expect(whole.headers['upload-offset']).toBe('6')
    expect((await bytesOf('b')).text).toBe('habari')
    const empty = await tus.create({ name: 'c' }, { 'upload-length': '0' })
    expect([empty.status, (await bytesOf('c')).status]).toEqual([201, 200])
    const refused = await tus.create({ name: 'd' }, { 'upload-length': '2' }, Buffer.from('habari'))
    expect(refused.status).toBe(413)
    expect(await usage()).toMatchObject({ bytes: 12, objects: 3 })
  })

  test('names that are taken are refused at the beginning, unless they may be replaced', async () => {
    await storage.put('docs', 'a', 'old')
    expect((await tus.create({ name: 'a' }, { 'upload-length': '3' })).status).toBe(409)
    const path = await tus.begin('a', 3, { overwrite: 'true' })
    expect((await bytesOf('a')).text).toBe('old')
    expect((await tus.patch(path, 0, 'new')).status).toBe(204)
    expect((await bytesOf('a')).text).toBe('new')
    // Taken meanwhile: the upload ends, since no repeat helps.
    const late = await tus.begin('b', 3)
    await storage.put('docs', 'b', 'old')
    expect((await tus.patch(late, 0, 'new')).status).toBe(409)
    expect((await tus.head(late)).status).toBe(404)
    expect((await bytesOf('b')).text).toBe('old')
  })

  test.each(['sha1', 'sha256', 'md5'])(
    'a part with a %s is checked, and kept whole or not at all',
    async (algorithm) => {
      const path = await tus.begin('a', 6)
      const wrong = await tus.patch(path, 0, 'hab', { 'upload-checksum': sha(algorithm, 'HAB') })
      expect(wrong.status).toBe(460)
      expect((await tus.head(path)).headers['upload-offset']).toBe('0')
      expect((await tus.patch(path, 0, 'hab', { 'upload-checksum': sha(algorithm, 'hab') })).status).toBe(204)
      expect((await tus.patch(path, 3, 'ari', { 'upload-checksum': sha(algorithm, 'ar!') })).status).toBe(460)
      expect((await tus.patch(path, 3, 'ari', { 'upload-checksum': sha(algorithm, 'ari') })).status).toBe(204)
      expect((await bytesOf('a')).text).toBe('habari')
    },
  )

  test('uploads in parallel become one, whole, and count once', async () => {
    const parts = [randomBytes(100_000), randomBytes(1), Buffer.alloc(0), randomBytes(200_000)]
    const paths: string[] = []
    for (const part of parts) {
      const made = await tus.create({}, { 'upload-length': String(part.length), 'upload-concat': 'partial' })
      expect(made.status).toBe(201)
      const path = pathIn(made)
      paths.push(path)
      for (let at = 0; at < part.length; at += 70_000)
        expect((await tus.patch(path, at, part.subarray(at, at + 70_000))).status).toBe(204)
      expect((await tus.head(path)).headers).toMatchObject({
        'upload-concat': 'partial',
        'upload-offset': String(part.length),
      })
    }
    expect(await usage()).toMatchObject({ bytes: 300_001, objects: 0 })
    const concat = `final;${paths.map((path) => `/api/v1${path}`).join(' ')}`
    const made = await tus.create({ name: 'whole' }, { 'upload-concat': concat })
    expect([made.status, made.text]).toEqual([201, ''])
    expect((await tus.head(pathIn(made))).headers).toMatchObject({
      'upload-concat': concat,
      'upload-length': '300001',
      'upload-offset': '300001',
    })
    const { checksum, size } = (await tus.get(pathIn(made))).data.object ?? {}
    expect([size, checksum]).toEqual([
      300_001,
      createHash('sha256').update(Buffer.concat(parts)).digest('hex'),
    ])
    expect(await usage()).toMatchObject({ bytes: 300_001, objects: 1 })
    expect(await keysLeft()).toBe(1)
    for (const path of paths) expect((await tus.head(path)).status).toBe(404)
    expect((await tus.patch(pathIn(made), 300_001, 'x')).status).toBe(403)
  })

  test('an upload that is ended leaves nothing, nor does one that has expired', async () => {
    const ended = await tus.begin('a', 1000)
    await tus.patch(ended, 0, 'x'.repeat(500))
    expect((await tus.end(ended)).status).toBe(204)
    expect((await tus.head(ended)).status).toBe(404)
    expect(await usage()).toMatchObject({ bytes: 0 })
    const path = await tus.begin('b', 1000)
    await tus.patch(path, 0, 'x')
    // Each part moves the end.
    app.clock.advance(20 * HOUR)
    await app.upkeep('storage')
    expect((await tus.patch(path, 1, 'x')).status).toBe(204)
    app.clock.advance(20 * HOUR)
    await app.upkeep('storage')
    expect((await tus.head(path)).headers['upload-offset']).toBe('2')
    // The sweeper leaves parts alone that are older than a day.
    const { admin } = app.platform.clusters.main
    const parts = await admin.query(
      'select key from msingi_storage.resumable_parts where upload_id is not null',
    )
    for (const { key } of parts.rows) expect(await app.platform.blobs.find(key)).toMatchObject({ size: 1 })
    app.clock.advance(5 * HOUR)
    expect((await tus.head(path)).status).toBe(404)
    expect((await tus.patch(path, 2, 'x')).status).toBe(404)
    await app.upkeep('storage')
    expect(await usage()).toMatchObject({ bytes: 0 })
    expect(await keysLeft()).toBe(0)
  })

  test('what was finished can be asked for a day', async () => {
    const path = await tus.begin('a', 1)
    await tus.patch(path, 0, 'x')
    app.clock.advance(23 * HOUR)
    await app.upkeep('storage')
    expect((await tus.head(path)).headers['upload-offset']).toBe('1')
    app.clock.advance(2 * HOUR)
    await app.upkeep('storage')
    expect((await tus.head(path)).status).toBe(404)
    expect((await bytesOf('a')).text).toBe('x')
  })

  test('an upload that a crash has left with all its bytes becomes an object when it is asked for', async () => {
    const path = await tus.begin('a', 6)
    await tus.patch(path, 0, 'hab')
    await tus.patch(path, 3, 'ari', { 'content-type': 'text/plain' })
    const { admin } = app.platform.clusters.main
    const id = path.split('/').at(-1)
    // The last part is there, and nothing that comes behind it.
    const { blobs } = app.platform
    const { rows } = await admin.query(
      'select key from msingi_storage.resumable_parts where upload_id = $1',
      [id],
    )
    const key = `${rows[0].key.slice(0, -1)}${rows[0].key.endsWith('0') ? '1' : '0'}`
    async function* bytes() {
      yield Buffer.from('ari')
    }
    await blobs.put(key, bytes(), { maxBytes: 3 })
    await admin.query(
      `with moved as (update msingi_storage.resumable_uploads set received = 6 where id = $1)
     insert into msingi_storage.resumable_parts (key, upload_id, start, size) values ($2, $1, 3, 3)`,
      [id, key],
    )
    const answers = await Promise.all([tus.head(path), tus.head(path), tus.get(path)])
    for (const { headers } of answers) expect(headers['upload-offset']).toBe('6')
    expect((await bytesOf('a')).text).toBe('habari')
    // Stopped between the object and the note of it.
    await admin.query(
      'update msingi_storage.resumable_uploads set stored = null, finished_at = null where id = $1',
      [id],
    )
    expect((await tus.get(path)).data.object).toMatchObject({ name: 'a', size: 6 })
    expect(await usage()).toMatchObject({ bytes: 6, objects: 1 })
  })

  test('clients that can only POST say so', async () => {
    const path = await tus.begin('a', 1)
    const as = { key: project.secret }
    const patch = { ...VERSION, 'x-http-method-override': 'PATCH', 'upload-offset': '0' }
    const headers = { ...patch, 'content-type': 'application/offset+octet-stream' }
    expect((await app.api('POST', path, { ...as, raw: 'x', headers })).status).toBe(204)
    const other = await tus.begin('b', 1)
    const end = { ...VERSION, 'x-http-method-override': 'DELETE' }
    expect((await app.api('POST', other, { ...as, headers: end })).status).toBe(204)
    expect((await app.api('POST', path, { ...as, headers: VERSION })).status).toBe(405)
  })

  test('browsers of other origins may read the headers', async () => {
    const path = await tus.begin('a', 1)
    const { headers } = await tus.head(path, { ...VERSION, origin: 'https://shop.example' })
    const exposed = String(headers['access-control-expose-headers'])
    for (const name of ['location', 'tus-resumable', 'upload-offset', 'upload-length', 'upload-expires'])
      expect(exposed).toContain(name)
  })

  test('an upload of a dashboard user is one entry of the audit log, however many parts it has', async () => {
    const { token } = project
    const hers = driveTus(app, project, { token })
    const path = await hers.begin('parts.txt', 3)
    for (const [offset, part] of ['a', 'b', 'c'].entries())
      expect((await hers.patch(path, offset, part)).status).toBe(204)
    const { data } = await app.api('GET', `/projects/${project.id}/audit-logs?action=storage`, { token })
    expect(data.flatMap(({ details }: any) => details.route ?? [])).toEqual([
      'POST /projects/:projectID/storage/buckets/:bucketID/resumable',
    ])
  })
})

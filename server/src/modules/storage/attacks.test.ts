// Bad input and attacks: everything is refused clearly, and nothing is lost or shown.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveStorage, type StorageDriver } from './storage.fixture.ts'

let app: TestApp
let project: TestProject
let stranger: TestProject
let storage: StorageDriver
let object: { id: string; version: string }
const PLANTED = 'planted-5f1c-secret'

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  stranger = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs')
  object = (await storage.put('docs', 'private/plan.txt', PLANTED, { 'content-type': 'text/plain' })).data
})
afterAll(() => app.stop())

const raw = (method: string, path: string, headers: Record<string, string> = {}, body = 'x') =>
  app.api(method, `${storage.path}${path}`, {
    key: project.secret,
    ...(method === 'GET' ? {} : { raw: body }),
    headers: method === 'GET' ? headers : { 'content-type': 'application/octet-stream', ...headers },
  })

describe('names', () => {
  // Each as it stands in an address.
  test.each([
    ['encoded', '%2e%2e%2fa'],
    ['encoded slash', '..%2f..%2fetc%2fpasswd'],
    ['encoded twice', '%252e%252e%252fa'],
    ['backslash', 'a%5C..%5Cb'],
    ['NUL', 'a%00.png'],
    ['CRLF', 'a%0D%0ASet-Cookie:x=1'],
    ['a tab', 'a%09b'],
    ['delete', 'a%7Fb'],
    ['a C1 control', 'a%C2%85b'],
    ['a line separator', 'a%E2%80%A8b'],
    ['turned around', 'a%E2%80%AEgnp.exe'],
    ['overlong UTF-8', 'a%C0%AEb'],
    ['cut UTF-8', 'a%E2%82'],
    ['a lone surrogate', 'a%ED%A0%80b'],
    ['no character', 'a%EF%BF%BF'],
    ['the last character', 'a%F4%8F%BF%BF'],
    ['an empty part', 'a//b'],
    ['a slash in front', '%2Fetc/passwd'],
    ['1,025 bytes', 'a'.repeat(1025)],
    ['1,026 bytes of 513 characters', '%C3%A4'.repeat(513)],
    ['half an escape', 'a%4'],
  ])('%s', async (_what, name) => {
    const answer = await raw('PUT', `/buckets/docs/objects/${name}`)
    expect([400, 404], answer.text).toContain(answer.status)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.each([
    ['con', 'con'],
    ['trailing dots', 'a./b...'],
    ['1,024 bytes', 'a'.repeat(1024)],
    ['a name of properties', '__proto__'],
    ['SQL', "'; drop table storage_objects; --"],
    ['a wildcard', '100%'],
    ['a mark', 'a#b;c=d&e'],
  ])('harmless: %s', async (_what, name) => {
    expect((await storage.put('docs', name, name)).status).toBe(201)
    const path = `/buckets/docs/objects/${name.split('/').map(encodeURIComponent).join('/')}`
    expect((await storage.get(path)).text).toBe(name)
  })

  test('of two normal forms are one name', async () => {
    expect((await storage.post('docs', 'e\u0301.txt', 'a')).status).toBe(201)
    expect((await storage.post('docs', '\u00e9.txt', 'b')).status).toBe(409)
  })

  test.each(['', ' ', 'A', 'a b', '../a', 'a/b', 'ä', '-a', 'a'.repeat(64), crypto.randomUUID()])(
    'of a bucket: %s',
    async (slug) => {
      expect((await storage.call('POST', '/buckets', { name: 'x', slug })).status).toBe(400)
    },
  )

  test.each([
    ['a step up', '../a'],
    ['a backslash', 'a\\b'],
    ['CRLF', 'a\r\nb'],
    ['a lone surrogate', '\ud800'],
  ])('of signed, renamed and copied objects: %s', async (_what, name) => {
    const answers = await Promise.all([
      storage.call('POST', '/signed-upload-url', { bucket_id: 'docs', object_name: name }),
      storage.call('PATCH', `/objects/${object.id}`, { name }),
      storage.call('POST', `/objects/${object.id}/copy`, { name }),
      storage.call('POST', '/buckets/docs/folders', { name }),
      storage.call('POST', '/signed-download-url', { object_id: object.id, download: name }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  })
})

describe('uploads', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('latin1')
  test.each([
    ['a type that is none', { 'content-type': 'image' }, 'x', 415],
    ['HTML declared as PNG', { 'content-type': 'image/png' }, '<script>alert(1)</script>', 400],
    ['PDF declared as JPEG', { 'content-type': 'image/jpeg' }, '%PDF-1.7 x', 400],
    ['GIF declared as PNG', { 'content-type': 'image/png' }, 'GIF89a;', 400],
    ['ZIP declared as PDF', { 'content-type': 'application/pdf' }, 'PK\u0003\u0004aaaaaaaaaaaaaaaa', 400],
    ['a wrong MD5', { 'content-md5': createHash('md5').update('y').digest('base64') }, 'x', 400],
    ['no MD5', { 'content-md5': 'abc' }, 'x', 400],
    ['a wrong SHA-256', { 'x-amz-checksum-sha256': createHash('sha256').digest('base64') }, 'x', 400],
    ['a checksum nobody checks', { 'x-amz-checksum-crc32c': 'AAAAAA==' }, 'x', 400],
    ['bytes that are not packed', { 'content-encoding': 'gzip' }, 'x', 400],
    ['a part', { 'content-range': 'bytes 0-0/5' }, 'x', 400],
    ['metadata that is no JSON', { 'x-object-metadata': '{' }, 'x', 400],
    ['metadata that is no object', { 'x-object-metadata': '[1]' }, 'x', 400],
    ['metadata with NUL', { 'x-object-metadata': '{"a":"\\u0000"}' }, 'x', 400],
    ['large metadata', { 'x-object-metadata': JSON.stringify({ a: 'x'.repeat(9000) }) }, 'x', 400],
    ['a Cache-Control that is none', { 'cache-control': 'public; <script>' }, 'x', 400],
  ])('%s', async (_what, headers, body, status) => {
    const answer = await raw('PUT', '/buckets/docs/objects/bad', headers, body)
    expect(answer.status, answer.text).toBe(status)
    expect((await storage.get('/buckets/docs/objects/bad')).status).toBe(404)
  })

  test('what was refused leaves nothing behind', async () => {
    const { rows } = await app.platform.clusters.main.admin.query(
      'select from msingi_storage.blobs where object_id is null and project_id = $1 and due_at > now()',
      [project.id],
    )
    expect(rows).toEqual([])
    const stored = await app.platform.blobs.list(undefined, 1000)
    const known = await app.platform.clusters.main.admin.query('select from msingi_storage.blobs')
    expect(stored.length).toBe(known.rows.length)
  })

  test('the type is that of the bytes where none is declared', async () => {
    const answer = await app.api('PUT', `${storage.path}/buckets/docs/objects/unnamed`, {
      key: project.secret,
      raw: Buffer.from(png, 'latin1'),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(answer.data, answer.text).toMatchObject({ mime_type: 'image/png' })
  })
})

describe('signed addresses', () => {
  const signed = async (more = {}) =>
    (
      await storage.call('POST', '/signed-upload-url', {
        bucket_id: 'docs',
        object_name: `s-${crypto.randomUUID()}`,
        ...more,
      })
    ).data.url as string
  const altered = (url: string, at: number) => {
    const letters = [...url]
    letters[url.length - at] = letters[url.length - at] === 'A' ? 'B' : 'A'
    return letters.join('')
  }

  test('that were altered', async () => {
    const url = await signed()
    for (const at of [2, 40, 120]) expect((await storage.open('PUT', altered(url, at), 'x')).status).toBe(403)
    expect((await storage.open('PUT', `${url.split('=')[0]}=`, 'x')).status).toBe(400)
    expect((await storage.open('PUT', `${url.split('=')[0]}=abc`, 'x')).status).toBe(403)
    expect((await storage.open('PUT', url, 'x')).status).toBe(201)
  })

  test('of another project', async () => {
    const url = (await signed()).replace(project.id, stranger.id)
    expect((await storage.open('PUT', url, 'x')).status).toBe(403)
    const { data } = await storage.call('POST', '/signed-download-url', { object_id: object.id })
    expect((await storage.open('GET', data.url.replace(project.id, stranger.id))).status).toBe(403)
  })

  test('of another object, or for another purpose', async () => {
    const other = (await storage.put('docs', 'other', 'other')).data
    const { data } = await storage.call('POST', '/signed-download-url', { object_id: other.id })
    expect((await storage.open('GET', data.url.replace(other.id, object.id))).status).toBe(403)
    const token = new URL(await signed()).searchParams.get('token')
    expect((await storage.get(`/files/${object.id}/x?token=${token}`)).status).toBe(403)
  })

  test('that have expired', async () => {
    const url = await signed({ expires_in: 10 })
    app.clock.advance(11)
    expect((await storage.open('PUT', url, 'x')).status).toBe(403)
  })

  test('used again, also at the same time', async () => {
    const url = await signed()
    const answers = await Promise.all([1, 2, 3].map(() => storage.open('PUT', url, 'x')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
  })

  test('after a failed attempt they can be used', async () => {
    const url = await signed({ content_type: 'image/png' })
    expect((await storage.open('PUT', url, 'no image', { 'content-type': 'image/png' })).status).toBe(400)
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    expect((await storage.open('PUT', url, png)).status).toBe(201)
  })

  test('of a bucket that is gone by now', async () => {
    await storage.bucket('short')
    const url = await signed({ bucket_id: 'short' })
    await storage.call('DELETE', '/buckets/short')
    expect((await storage.open('PUT', url, 'x')).status).toBe(404)
  })

  test.each([
    { expires_in: 0 },
    { expires_in: 604_801 },
    { expires_in: 'soon' },
    { content_length: -1 },
    { content_length: 1.5 },
    { content_type: 'a\r\nb' },
    { bucket_id: 'none' },
    { object_name: '' },
    { unknown: true },
  ])('asked for with %o', async (more) => {
    const body = { bucket_id: 'docs', object_name: 'x', ...more }
    expect([400, 404]).toContain((await storage.call('POST', '/signed-upload-url', body)).status)
  })
})

describe('other callers', () => {
  const routes = (): [string, string, unknown?][] => [
    ['GET', '/buckets'],
    ['POST', '/buckets', { name: 'mine' }],
    ['GET', '/buckets/docs'],
    ['PATCH', '/buckets/docs', { name: 'x' }],
    ['DELETE', '/buckets/docs?force=true'],
    ['POST', '/buckets/docs/folders', { name: 'a' }],
    ['GET', `/objects/${object.id}`],
    ['GET', `/objects/${object.id}/content`],
    ['PATCH', `/objects/${object.id}`, { name: 'x' }],
    ['DELETE', `/objects/${object.id}`],
    ['POST', `/objects/${object.id}/restore`],
    ['POST', `/objects/${object.id}/copy`, { name: 'x' }],
    ['POST', '/signed-upload-url', { bucket_id: 'docs', object_name: 'x' }],
    ['POST', '/signed-download-url', { object_id: object.id }],
    ['GET', '/buckets/docs/objects/private/plan.txt'],
    ['PUT', '/buckets/docs/objects/x'],
    ['POST', '/buckets/docs/objects/x'],
    ['GET', '/usage'],
    ['GET', `/public/docs/${object.id}`],
    ['GET', `/files/${object.id}/x`],
  ]

  const all = async (driver: StorageDriver, path = storage.path) => {
    const own = path !== storage.path
    for (const [method, route, body] of routes()) {
      // What is a route of every project is no attack there.
      if (own && !route.includes('docs') && !route.includes(object.id) && body === undefined) continue
      if (own && route === '/buckets') continue
      const answer = await driver.callAt(method, `${path}${route}`, body)
      expect([401, 403, 404], `${method} ${route}: ${answer.text}`).toContain(answer.status)
      expect(answer.text).not.toContain(PLANTED)
    }
    const list = await driver.callAt('GET', `${path}/buckets/docs/objects`)
    expect([list.data ?? [], list.text.includes('private')]).toEqual([[], false])
  }

  test('a user without a policy', async () => {
    const body = {
      email: 'a@example.com',
      password: 'correct horse 1',
      full_name: 'A',
      phone: '+255700000001',
    }
    const user = await app.api('POST', `/projects/${project.id}/auth/signup`, {
      key: project.publishable,
      body,
    })
    await all(driveStorage(app, project, { token: user.data.tokens.access_token }))
  })

  test('a publishable key without a policy', async () => {
    await all(driveStorage(app, project, { key: project.publishable }))
  })

  test('nobody', async () => {
    await all(driveStorage(app, project, {}))
  })

  test('keys and members of another project', async () => {
    await all(driveStorage(app, project, { key: stranger.secret }))
    await all(driveStorage(app, project, { token: stranger.token }))
  })

  test('ids of this project in the addresses of another', async () => {
    await all(driveStorage(app, stranger), `/projects/${stranger.id}/storage`)
  }, 20_000)

  test('a key without the scope', async () => {
    const scopes = ['data:read']
    const { data } = await app.api('POST', `/projects/${project.id}/api-keys`, {
      token: project.token,
      body: { name: 'narrow', scopes },
    })
    await all(driveStorage(app, project, { key: data.key }))
  })

  test('code of a project cannot make a file of bytes that are not its own', async () => {
    const { rows } = await app.platform.clusters.main.admin.query<{ id: string }>(
      'select id from msingi_storage.blobs where project_id = $1 and object_id is not null limit 1',
      [project.id],
    )
    const text = `insert into storage_objects (bucket, name, version, size, mime_type, checksum)
      values ('docs', 'forged', '${rows[0]?.id}', 1, 'text/html', '')`
    for (const target of [project, stranger]) {
      const made = await app.api('POST', `/projects/${target.id}/schema/exec-ddl`, {
        token: target.token,
        body: {
          sql: `create function forge() returns integer language plpgsql as $$ begin ${text}; return 1; end $$`,
        },
      })
      expect(made.status, made.text).toBeLessThan(300)
      const answer = await app.api('POST', '/data/rpc/forge', { key: target.secret, body: {} })
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    expect((await storage.get('/buckets/docs/objects/forged')).status).toBe(404)
  })
})

test('what grants access stands in no log, and where the bytes are in no answer', async () => {
  const { admin } = app.platform.clusters.main
  const paths = async () => {
    const { rows } = await admin.query<{ path: string }>(
      `select path from platform.request_logs where path like '%token=%'`,
    )
    return rows.map(({ path }) => path)
  }
  await expect.poll(paths).not.toEqual([])
  expect((await paths()).filter((path) => !path.endsWith('token=[redacted]'))).toEqual([])
  const { rows } = await admin.query<{ key: string }>('select key from msingi_storage.blobs')
  const answers = await Promise.all([
    app.api('GET', '/data/storage_objects', { key: project.secret }),
    storage.get('/buckets/docs/objects'),
    storage.get(`/objects/${object.id}`),
  ])
  const text = answers.map((answer) => answer.text).join()
  expect(rows.filter(({ key }) => text.includes(key) || text.includes(key.split('/')[1] ?? ''))).toEqual([])
})

test('nothing that was refused has changed the file', async () => {
  const got = await storage.get(`/objects/${object.id}/content`)
  expect([got.status, got.text]).toEqual([200, PLANTED])
})

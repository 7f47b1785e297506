// Images of stored files over HTTP: who gets them, and what caches may do.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let folder: string
let app: TestApp
let project: TestProject
let storage: StorageDriver
let object: { id: string }
let shown: { id: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-images-'))
  app = await startTestApp({ dataDir: folder })
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('photos')
  await storage.bucket('shown', { is_public: true })
  const image = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#0080ff' } })
    .png()
    .toBuffer()
  object = (await storage.put('photos', 'sea.png', image)).data
  shown = (await storage.put('shown', 'sea.png', image)).data
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

async function imageAt(path: string, headers: Record<string, string> = {}) {
  const url = `/api/v1${storage.path}${path}`
  return app.app.inject({ method: 'GET', url, headers: { 'x-platform-api-key': project.secret, ...headers } })
}

test('is resized and turned into another format', async () => {
  const answer = await imageAt(`/objects/${object.id}/image?width=50&format=webp`)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(answer.rawPayload.length),
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  const { width, height, format } = await sharp(answer.rawPayload).metadata()
  expect([width, height, format]).toEqual([50, 25, 'webp'])
})

test('is no error that caches keep', async () => {
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000' }
  const whole = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0080ff' } })
    .png()
    .toBuffer()
  const { data } = await storage.put('photos', 'broken.png', whole.subarray(0, 40), headers)
  const broken = await imageAt(`/objects/${data.id}/image?width=5`)
  const stale = await imageAt(`/objects/${data.id}/image?width=5`, { 'if-match': '"x"' })
  expect([broken.statusCode, stale.statusCode]).toEqual([400, 412])
  for (const answer of [broken, stale]) expect(answer.headers['cache-control']).toBeUndefined()
})

test('is sent once to a client that keeps it', async () => {
  const path = `/objects/${object.id}/image?width=60`
  const { etag } = (await imageAt(path)).headers
  expect((await imageAt(path, { 'if-none-match': String(etag) })).statusCode).toBe(304)
  const wider = `/objects/${object.id}/image?width=61`
  expect((await imageAt(wider, { 'if-none-match': String(etag) })).statusCode).toBe(200)
})

test('has a BlurHash', async () => {
  const { status, data } = await storage.get(`/objects/${object.id}/image-summary`)
  expect([status, data]).toEqual([200, { blur_hash: expect.stringMatching(/^.{20}$/) }])
})

test('is for those who may read the object', async () => {
  const path = `${storage.path}/objects/${object.id}/image?width=5`
  expect((await app.api('GET', path)).status).toBe(401)
  expect((await app.api('GET', path, { key: project.publishable })).status).toBe(404)
  const other = await app.createProject()
  expect((await app.api('GET', path, { key: other.secret })).status).toBe(403)
  const stolen = `/projects/${other.id}/storage/objects/${object.id}/image`
  expect((await app.api('GET', stolen, { key: other.secret })).status).toBe(404)
})

test('is for all in a public bucket, and only there', async () => {
  const open = (bucket: string, id: string) =>
    app.api('GET', `${storage.path}/public/${bucket}/${id}/image?width=20`)
  const answer = await open('shown', shown.id)
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  expect((await open('photos', object.id)).status).toBe(404)
  expect((await open('shown', object.id)).status).toBe(404)
})

test.each([
  ['width=0', 'width'],
  ['width=4097', 'width'],
  ['height=1.5', 'height'],
  ['fit=stretch', 'fit'],
  ['format=tiff', 'format'],
  ['quality=101', 'quality'],
])('%s is refused with 400', async (query, field) => {
  const { status, body } = await storage.get(`/objects/${object.id}/image?${query}`)
  expect([status, body.errors[0]]).toEqual([400, expect.stringContaining(field)])
})

test('is not made of a file that is no image, nor of a replaced one', async () => {
  const text = await storage.put('photos', 'a.txt', 'habari', { 'content-type': 'text/plain' })
  expect((await storage.get(`/objects/${text.data.id}/image?width=5`)).status).toBe(400)
  const red = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const put = await storage.put('photos', 'changing.png', red)
  const path = `/objects/${put.data.id}/image?format=png`
  const before = await imageAt(path)
  const green = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer()
  await storage.put('photos', 'changing.png', green)
  const after = await imageAt(path, { 'if-none-match': String(before.headers.etag) })
  expect((await sharp(after.rawPayload).metadata()).width).toBe(20)
})

describe('a signed address', () => {
  const sign = (transform: object, more: object = {}) =>
    storage.call('POST', '/signed-download-url', { object_id: object.id, transform, ...more })
  const open = (url: string) =>
    app.app.inject({ method: 'GET', url: url.slice(url.indexOf('/api/')), headers: {} })

  test('answers with the image that it was made for, without credentials', async () => {
    const { status, data, text } = await sign({ width: 40, height: 40, fit: 'cover', format: 'webp' })
    expect(status, text).toBe(200)
    const answer = await open(data.url)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
    })
    expect(answer.headers['content-disposition']).toBeUndefined()
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    expect([width, height, format]).toEqual([40, 40, 'webp'])
  })

  test('has browsers save the file under a name with the ending of its format', async () => {
    const { data } = await sign({ format: 'avif' }, { download: true })
    expect((await open(data.url)).headers['content-disposition']).toBe('attachment; filename="sea.avif"')
  })

  test('is refused with 403 once anything of it is changed', async () => {
    const { url } = (await sign({ width: 40 })).data
    const whole = (await storage.call('POST', '/signed-download-url', { object_id: object.id })).data.url
    const token = (address: string) => new URL(address).searchParams.get('token')
    const other = await app.createProject()
    const changed = {
      'another size': `${url}&width=400`,
      'the whole file': url.replace('/images/', '/files/'),
      'the token of a whole file': url.replace(token(url) ?? '', token(whole) ?? ''),
      'another object': url.replace(object.id, shown.id),
      'another project': url.replace(project.id, other.id),
      'a cut token': url.slice(0, -1),
    }
    for (const [what, address] of Object.entries(changed)) {
      const answer = await open(address)
      expect([what, answer.statusCode], answer.body).toEqual([what, 403])
    }
    app.clock.advance(3601)
    expect((await open(url)).statusCode).toBe(403)
  })

  test.each([
    [{ width: 5000 }, 'width'],
    [{ height: 0 }, 'height'],
    [{ quality: 1.5 }, 'quality'],
    [{ format: 'tiff' }, 'format'],
    [{ blur: 5 }, 'blur'],
  ])('is not made for %j', async (transform, field) => {
    const { status, text } = await sign(transform)
    expect([status, text]).toEqual([400, expect.stringContaining(field)])
  })

  test('is not made for a file that is no image', async () => {
    const { data } = await storage.put('photos', 'b.txt', 'habari', { 'content-type': 'text/plain' })
    const body = { object_id: data.id, transform: { width: 5 } }
    const { status, text } = await storage.call('POST', '/signed-download-url', body)
    expect([status, text]).toEqual([400, expect.stringContaining('text/plain')])
  })

  test('is not made for those who may not read the object', async () => {
    const stranger = driveStorage(app, project, { key: project.publishable })
    const body = { object_id: object.id, transform: { width: 5 } }
    expect((await stranger.call('POST', '/signed-download-url', body)).status).toBe(404)
  })
})

test('rows show addresses of images, of which nothing can be changed', async () => {
  const sizeOf = async (url: string) => {
    const answer = await app.app.inject({ method: 'GET', url: new URL(url).pathname + new URL(url).search })
    if (answer.statusCode !== 200) return answer.statusCode
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    return [width, height, format]
  }
  const read = async (select: string) => {
    const query = new URLSearchParams({ select, id: `in.(${object.id},${shown.id})`, order: 'bucket' })
    const { status, data, text } = await app.api('GET', `/data/storage_objects?${query}`, {
      key: project.secret,
    })
    expect(status, text).toBe(200)
    return data as readonly Record<string, string>[]
  }
  const rows = await read('url,small:url(width:50, format: webp),square:url(height:20,width:20,fit:cover)')
  const [own, open] = rows.map(({ small = '', square = '' }) => ({ small, square }))
  for (const row of [own, open]) {
    expect(await sizeOf(row?.small ?? '')).toEqual([50, 25, 'webp'])
    expect(await sizeOf(row?.square ?? '')).toEqual([20, 20, 'png'])
  }
  expect(open?.small).toMatch(/\/storage\/public\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/image\?width=50&format=webp$/)
  // The same for a while, so that browsers keep what it leads to; signed for this file and these options alone.
  expect((await read('small:url(format:webp,width:50)'))[0]?.small).toBe(own?.small)
  const url = own?.small ?? ''
  const [file = '', token = ''] = [rows[0]?.url, /token=([^&]+)/.exec(url)?.[1]]
  const changed = [
    url.replace('width=50', 'width=51'),
    url.replace('&format=webp', ''),
    url.replace('width=50&format=webp', ''),
    `${url}&quality=5`,
    `${url}&width=50`,
    `${url}&x=1`,
    url.replace(object.id, shown.id),
    url.replace('/images/', '/files/'),
    file.replace('/files/', '/images/'),
    file.replace(/token=.*/, `token=${token}`),
    `${file.replace('/files/', '/images/')}&width=50&format=webp`,
  ]
  for (const one of changed) expect([one, await sizeOf(one)]).toEqual([one, 403])
  app.clock.advance(2 * 3600)
  expect(await sizeOf(url)).toBe(403)
})

test.each([
  'width:0',
  'width:4097',
  'width:1e3',
  'width:5,width:6',
  'size:5',
  'width',
  'fit:no',
  'format:gif',
  'width:5(x)',
  'width:5!inner',
  'constructor:1',
])('url(%s) is refused in a select', async (options) => {
  const path = `/data/storage_objects?select=${encodeURIComponent(`url(${options})`)}`
  const { status, body } = await app.api('GET', path, { key: project.secret })
  expect([status, body.message]).toEqual([400, expect.stringContaining('select: ')])
})

// Compressed answers of the whole server: conditions go on working with their tags, and secrets are left alone.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataDriver, driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { driveStorage } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from './harness.ts'

const DECODE: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}
const ABOUT = 'Rosa Mistika, Dunia Uwanja wa Fujo. '.repeat(60)

let app: TestApp
let project: TestProject
let drive: DataDriver
let fileId: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  drive = driveData(app, project)
  await drive.table('books', { title: 'text', about: 'text' })
  await drive.insert(
    'books',
    Array.from({ length: 200 }, (_, i) => ({ title: `${i}`, about: ABOUT })),
  )
  const storage = driveStorage(app, project)
  await storage.bucket('site')
  fileId = (await storage.put('site', 'page.css', `/* ${ABOUT} */`, { 'content-type': 'text/css' })).data.id
})
afterAll(() => app.stop())

async function get(path: string, headers: Record<string, string> = {}, from = app) {
  const at = path.startsWith('/data') ? '' : `/projects/${project.id}`
  const url = path.startsWith('//') ? path.slice(1) : `/api/v1${at}${path}`
  const answer = await from.app.inject({ url, headers: { 'x-platform-api-key': project.secret, ...headers } })
  const encoding = answer.headers['content-encoding'] as string | undefined
  const bytes = answer.rawPayload
  const text = (encoding === undefined ? bytes : (DECODE[encoding]?.(bytes) ?? bytes)).toString()
  return { status: answer.statusCode, headers: answer.headers, encoding, text }
}

test('lists, files, exports and the description are compressed, and say the same', async () => {
  const paths = [
    '/data/books?limit=5&order=title',
    '/data/books?limit=200&order=title',
    '/tables/books/export?format=ndjson&order=title',
    `/storage/objects/${fileId}/content`,
    '//openapi.yaml',
  ]
  for (const path of paths) {
    const plain = await get(path)
    expect([plain.status, plain.encoding], path).toEqual([200, undefined])
    for (const encoding of Object.keys(DECODE)) {
      const answer = await get(path, { 'accept-encoding': encoding })
      expect(answer.encoding, path).toBe(encoding)
      expect(answer.text === plain.text, path).toBe(true)
    }
  }
})

test('a row is read, compared and changed by the tag of its compressed answer', async () => {
  const [{ id }] = (await drive.call('GET', '/data/books?limit=1')).data
  const { headers, encoding } = await get(`/data/books/${id}`, { 'accept-encoding': 'br' })
  const etag = headers.etag as string
  expect([encoding, etag.slice(0, 3)]).toEqual(['br', 'W/"'])
  expect((await get(`/data/books/${id}`, { 'if-none-match': etag })).status).toBe(304)
  const change = (title: string) =>
    app.api('PATCH', `/data/books/${id}`, {
      key: project.secret,
      body: { title },
      headers: { 'if-match': etag },
    })
  expect((await change('new')).status).toBe(200)
  expect((await change('newer')).status).toBe(412)
})

test('a part of a file is never compressed, and never joined to a compressed one', async () => {
  const path = `/storage/objects/${fileId}/content`
  const { headers } = await get(path, { 'accept-encoding': 'gzip' })
  const { etag = '' } = headers
  for (const name of ['last-modified', 'accept-ranges']) expect(headers).not.toHaveProperty(name)
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  expect((await get(path, { 'if-match': etag })).status).toBe(200)
  const part = { 'accept-encoding': 'gzip', range: 'bytes=0-1999' }
  const { status, encoding, text } = await get(path, part)
  expect([status, encoding, text.length]).toEqual([206, undefined, 2000])
  // Whoever has the beginning of a compressed one gets the whole again.
  expect((await get(path, { ...part, 'if-range': etag })).status).toBe(200)
})

test('answers that hold secrets are left alone', async () => {
  const body = { key: 'LONG', value: ABOUT, environment: 'production' }
  const made = await app.api('POST', `/projects/${project.id}/env`, { token: project.token, body })
  expect(made.status, made.text).toBe(201)
  const authorization = `Bearer ${project.token}`
  const url = `/api/v1/projects/${project.id}/env`
  const answer = await app.app.inject({ url, headers: { authorization, 'accept-encoding': 'gzip' } })
  expect(answer.body).toContain(ABOUT)
})

test('MSINGI_COMPRESSION=off leaves all alone', async () => {
  const plain = await startTestApp({ compression: false })
  const answer = await get('//openapi.yaml', { 'accept-encoding': 'gzip' }, plain)
  expect([answer.status, answer.encoding]).toEqual([200, undefined])
  await plain.stop()
})

// Files that come in forms (multipart/form-data): read as they come, in pieces of any size, and bounded.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { boundaryOf, readForm } from './read-form.ts'

let app: TestApp
let base: string
let project: TestProject
let storage: StorageDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs', { file_size_limit: 3_000_000 })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const blobOf = (bytes: string | Buffer, type = '') => new Blob([new Uint8Array(Buffer.from(bytes))], { type })

function formOf(fields: Record<string, string | Blob>, fileName?: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, fileName)
  return form
}

async function send(method: string, path: string, body: FormData | string | Buffer, headers = {}) {
  const url = path.startsWith('http') ? path : `${base}/api/v1${storage.path}${path}`
  const key = path.startsWith('http') ? {} : { 'x-platform-api-key': project.secret }
  const answer = await fetch(url, {
    method,
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    headers: { ...key, ...headers },
  })
  const text = await answer.text()
  return { status: answer.status, text, data: JSON.parse(text).data }
}
const bytesOf = async (id: string) => (await storage.get(`/objects/${id}/content`)).text
const blobs = async () =>
  (await app.platform.clusters.main.admin.query('select from msingi_storage.blobs')).rowCount

describe('a form', () => {
  test('stores its file under the name of the file, with the type that the browser says', async () => {
    const { status, data, text } = await send(
      'POST',
      '/buckets/docs/objects',
      formOf({ file: blobOf(PNG, 'image/png') }, 'pich"a 1é.png'),
    )
    expect(status, text).toBe(201)
    expect(data).toMatchObject({ name: 'pich"a 1é.png', mime_type: 'image/png', size: PNG.length })
  })

  test('says more of the file in fields before it', async () => {
    const fields = { name: 'a/b.txt', cache_control: 'no-store', metadata: '{"n":1}', overwrite: 'false' }
    const form = () => formOf({ ...fields, upload: blobOf('habari', 'text/plain') }, 'x')
    const { status, data, text } = await send('POST', '/buckets/docs/objects', form())
    expect(status, text).toBe(201)
    expect(data).toMatchObject({ name: 'a/b.txt', cache_control: 'no-store', metadata: { n: 1 } })
    expect(await bytesOf(data.id)).toBe('habari')
    expect((await send('POST', '/buckets/docs/objects', form())).status).toBe(409)
    const again = formOf({ ...fields, overwrite: 'true', upload: blobOf('tena', 'text/plain') }, 'x')
    expect((await send('POST', '/buckets/docs/objects', again)).status).toBe(200)
    expect(await bytesOf(data.id)).toBe('tena')
  })

  test('goes to the name in the address, and to a signed address', async () => {
    const file = () => formOf({ file: blobOf('habari') }, 'other.txt')
    expect((await send('PUT', '/buckets/docs/objects/named.txt', file())).data.name).toBe('named.txt')
    expect((await send('POST', '/buckets/docs/objects/named.txt', file())).status).toBe(409)
    const sign = async () =>
      (
        await storage.call('POST', '/signed-upload-url', {
          bucket_id: 'docs',
          object_name: 'signed.txt',
          content_length: 6,
          overwrite: true,
        })
      ).data.url.replace(/^https?:\/\/[^/]+/, base)
    const { status, data, text } = await send('PUT', await sign(), file())
    expect([status, data?.name, data?.size], text).toEqual([201, 'signed.txt', 6])
    const longer = formOf({ file: blobOf('habari!') }, 'x')
    expect((await send('PUT', await sign(), longer)).status).toBe(400)
    const named = formOf({ name: 'else', file: blobOf('habari') }, 'x')
    expect((await send('PUT', await sign(), named)).status).toBe(403)
  })

  test('of some megabytes holds every bit', async () => {
    const bytes = Buffer.alloc(2_500_000)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 31 + (at >> 8)) & 255
    const { data } = await send('POST', '/buckets/docs/objects', formOf({ file: blobOf(bytes) }, 'large'))
    const stored = await fetch(`${base}/api/v1${storage.path}/objects/${data.id}/content`, {
      headers: { 'x-platform-api-key': project.secret },
    })
    expect(bytes.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true)
  })
})

describe('refused, and nothing is stored', () => {
  const CRLF = '\r\n'
  const part = (head: string, body: string) => `--x${CRLF}${head}${CRLF}${CRLF}${body}${CRLF}`
  const file = part('Content-Disposition: form-data; name="f"; filename="f"', 'habari')
  const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
  const END = `--x--${CRLF}`
  const FORM = 'multipart/form-data; boundary=x'

  test.each<[string, string, string, number, string?]>([
    ['no boundary', 'multipart/form-data', file + END, 400],
    ['a boundary of 71 characters', `multipart/form-data; boundary=${'x'.repeat(71)}`, file + END, 400],
    ['another boundary', 'multipart/form-data; boundary=y', file + END, 400],
    ['no file', FORM, field('name', 'a') + END, 400],
    ['nothing', FORM, '', 400],
    ['a form that ends early', FORM, file, 400],
    ['a file that ends early', FORM, file.slice(0, -5), 400],
    ['two files', FORM, file + file + END, 400],
    ['a field behind the file', FORM, file + field('name', 'a') + END, 400],
    ['bytes behind the end', FORM, file + END + 'x'.repeat(2000), 400],
    ['a field nobody knows', FORM, field('colour', 'red') + file + END, 400],
    ['a field twice', FORM, field('name', 'a') + field('name', 'b') + file + END, 400],
    ['a field of 20 KB', FORM, field('metadata', 'x'.repeat(20_000)) + file + END, 400],
    ['metadata that are no JSON', FORM, field('metadata', '{') + file + END, 400],
    ['overwrite that is neither', FORM, field('overwrite', '1') + file + END, 400],
    ['a name that leaves its folder', FORM, field('name', '../a') + file + END, 400],
    ['headers of 20 KB', FORM, part(`X: ${'x'.repeat(20_000)}`, '') + END, 400],
    ['a part without a name', FORM, part('Content-Disposition: form-data', 'x') + END, 400],
    ['a part without headers', FORM, part('', 'x') + END, 400],
    ['another disposition', FORM, part('Content-Disposition: attachment; name="f"', 'x') + END, 400],
    [
      'base64',
      FORM,
      file.replace(CRLF + CRLF, `${CRLF}Content-Transfer-Encoding: base64${CRLF + CRLF}`) + END,
      400,
    ],
    [
      'a type that the bytes are not',
      FORM,
      file.replace(CRLF + CRLF, `${CRLF}Content-Type: image/png${CRLF + CRLF}`) + END,
      400,
    ],
    ['a file without a name', FORM, file.replace('filename="f"', 'filename=""') + END, 400],
    ['a body that is no form', 'text/plain', 'habari', 400],
    ['more than the bucket takes', FORM, file.replace('habari', 'x'.repeat(3_000_001)) + END, 413],
  ])('%s', async (_what, type, body, status) => {
    const before = await blobs()
    const answer = await send('POST', '/buckets/docs/objects', body, { 'content-type': type })
    expect(answer.status, answer.text).toBe(status)
    expect(await blobs()).toBe(before)
  })

  test('a name besides that in the address, and a checksum of the form', async () => {
    const headers = { 'content-type': FORM }
    const named = await send('PUT', '/buckets/docs/objects/a', field('name', 'b') + file + END, headers)
    expect([named.status, named.text]).toEqual([400, expect.stringContaining('name')])
    const md5 = { ...headers, 'content-md5': 'rL0Y20zC+Fzt72VPzMSk2A==' }
    expect((await send('PUT', '/buckets/docs/objects/a', file + END, md5)).status).toBe(400)
  })

  test('a connection that ends in the file', async () => {
    const before = await blobs()
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    const head = [
      `POST /api/v1${storage.path}/buckets/docs/objects HTTP/1.1`,
      'Host: localhost',
      `X-Platform-API-Key: ${project.secret}`,
      `Content-Type: ${FORM}`,
      'Content-Length: 1000000',
      'Expect: 100-continue',
    ]
    socket.write(`${head.join(CRLF)}${CRLF}${CRLF}`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('100 Continue')
    socket.write(file.slice(0, -4))
    await expect.poll(blobs).toBe((before ?? 0) + 1)
    socket.destroy()
    await expect.poll(blobs).toBe(before)
  })
})

describe('the parser', () => {
  const BYTES = 'a\r\n--xy\r\n-\r\r\n--x\r\n--'
  const body = Buffer.from(
    `--x-y\r\nContent-Disposition: form-data; name=one\r\n\r\n${BYTES}\r\n--x-y\r\n` +
      `content-disposition: form-data; name="f"; filename="a \\"b\\"%22.txt"; filename*=utf-8''%C3%A9.txt\r\n` +
      'Content-Type: text/plain\r\n\r\n\r\n--x-y--\r\n',
  )

  async function partsOf(pieces: Iterable<Buffer>) {
    const parts = []
    for await (const { bytes, ...head } of readForm(Readable.from(pieces), 'x-y')) {
      let text = ''
      for await (const piece of bytes) text += piece
      parts.push({ ...head, text })
    }
    return parts
  }

  test.each([1, 2, 3, 7, 50, 10_000])('reads the same from pieces of %i bytes', async (size) => {
    const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, n) =>
      body.subarray(n * size, (n + 1) * size),
    )
    expect(await partsOf(pieces)).toEqual([
      { name: 'one', fileName: undefined, contentType: undefined, text: BYTES },
      { name: 'f', fileName: 'é.txt', contentType: 'text/plain', text: '' },
    ])
  })

  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; BOUNDARY="a b:c"', 'a b:c'],
    ['multipart/form-datax; boundary=abc', undefined],
    ['text/plain', undefined],
    [undefined, undefined],
  ])('finds the boundary in %s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary)
  })
})

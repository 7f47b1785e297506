// Files: at once and resumably, lists, copies, and addresses for others.
import type { Progress } from '@msingi/client'
import { type ClientCall, failureOf } from './client-call.fixture.ts'

const MB = 1024 * 1024
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let n = 0; n < size; n += 1024) bytes[n] = n / 1024
  return bytes
}

/** FILE_CALLS are those. */
export const FILE_CALLS: readonly ClientCall[] = [
  {
    name: 'a file is stored, read, renamed, copied and deleted by its name',
    async run(client, tag) {
      const bucket = client.storage.from('docs')
      const [name, copy] = [`${tag}/a/habari yako?.txt`, `${tag}/b.txt`]
      const metadata = { place: 'Iringa – é' }
      const options = { contentType: 'text/plain', cacheControl: 'max-age=60', metadata }
      const stored = await bucket.upload(name, 'habari', options)
      const taken = await failureOf(bucket.upload(name, 'x'))
      await bucket.upload(name, new Blob(['njema'], { type: 'text/plain' }), { overwrite: true })
      const whole = await (await bucket.download(name)).text()
      const part = await bucket.open(name, { headers: { range: 'bytes=1-2' } })
      const range = [part.status, await part.text()]
      await bucket.copy(name, copy)
      await bucket.move(copy, `${tag}/c.txt`, { bucket: 'open' })
      const moved = await failureOf(bucket.get(copy))
      await bucket.upload(`${tag}/a/other`, new TextEncoder().encode('x'))
      const { entries, next } = await bucket.list({ prefix: `${tag}/a/`, limit: 1 })
      const after = await bucket.list({ prefix: `${tag}/a/`, limit: 1, cursor: String(next) })
      const folders = await bucket.list({ prefix: `${tag}/`, delimiter: '/' })
      await bucket.remove(`${tag}/a/other`, name, `${tag}/never was`)
      const left = (await bucket.list({ prefix: tag })).entries.length
      const listed = [...entries, ...after.entries, ...folders.entries].map((entry) => [
        entry.type,
        entry.name.slice(tag.length),
      ])
      const { size, mime_type, cache_control } = stored
      return [size, mime_type, cache_control, stored.metadata, taken, whole, range, moved, listed, left]
    },
    result: [
      ...[6, 'text/plain', 'max-age=60', { place: 'Iringa – é' }],
      { name: 'MsingiError', status: 409, code: 'already_exists' },
      ...['njema', [206, 'je'], { name: 'MsingiError', status: 404 }],
      [
        ['object', '/a/habari yako?.txt'],
        ['object', '/a/other'],
        ['folder', '/a/'],
      ],
      0,
    ],
  },
  {
    name: 'a text is a text, and of bytes the server tells what they are',
    async run(client, tag) {
      const bucket = client.storage.from('docs')
      const bytes = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0))
      const bodies = [
        'habari',
        '<?xml version="1.0"?><a>é</a>',
        'BEGIN:VCALENDAR',
        '',
        bytes,
        new Blob(['habari']),
      ]
      const types: string[] = []
      for (const [n, body] of bodies.entries())
        types.push((await bucket.upload(`${tag}/type-${n}`, body)).mime_type)
      const options = { contentType: 'application/xml' }
      types.push((await bucket.upload(`${tag}/type.xml`, bodies[1] ?? '', options)).mime_type)
      return [types, await failureOf(bucket.upload(`${tag}/type.pdf`, '%PDF-1.4'))]
    },
    result: [
      [
        ...['text/plain', 'text/plain', 'text/plain', 'text/plain', 'image/png'],
        ...['application/octet-stream', 'application/xml'],
      ],
      { name: 'MsingiError', status: 400, code: 'invalid_input' },
    ],
  },
  {
    name: 'addresses work for whoever has them',
    async run(client, tag) {
      const [closed, open] = [client.storage.from('docs'), client.storage.from('open')]
      await closed.upload(`${tag}/one`, 'first', { contentType: 'text/plain' })
      await closed.upload(`${tag}/two`, 'second', { contentType: 'text/plain' })
      const options = { expiresIn: 60, download: 'name.txt' }
      const [one, two] = await closed.createSignedUrls([`${tag}/one`, `${tag}/two`], options)
      const file = { contentType: 'text/plain', size: 5 }
      const { url } = await closed.createSignedUploadUrl(`${tag}/three`, file)
      const progress: Progress[] = []
      const sent = await closed.uploadToSignedUrl(url, 'third', {
        contentType: 'text/plain',
        onProgress: (now) => void progress.push(now),
      })
      const image = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0))
      const pixel = await open.upload(`${tag}/pixel.png`, image)
      const transform = { width: 2, format: 'png' } as const
      const signed = await open.createSignedUrl(`${tag}/pixel.png`, { transform })
      const jpeg = await open.image(`${tag}/pixel.png`, { width: 2, format: 'jpeg' })
      return {
        urls: {
          ...{ one: one?.url, two: two?.url, public: open.publicUrl(pixel), signed: signed.url },
          webp: open.imageUrl(pixel, { width: 4, format: 'webp' }),
        },
        sent: [sent.name.slice(tag.length), sent.size, progress.at(-1)],
        checksum: pixel.checksum === (await sha256(image)),
        jpeg: jpeg.type,
        third: await (await closed.download(`${tag}/three`)).text(),
      }
    },
    result: {
      urls: {
        ...{ one: '200 text/plain', two: '200 text/plain', public: '200 image/png' },
        ...{ signed: '200 image/png', webp: '200 image/webp' },
      },
      sent: ['/three', 5, { loaded: 5, total: 5 }],
      ...{ checksum: true, jpeg: 'image/jpeg', third: 'third' },
    },
  },
  {
    name: 'a large file goes resumably',
    async run(client, tag) {
      const bucket = client.storage.from('docs')
      const bytes = bytesOf(20 * MB)
      const progress: number[] = []
      const stored = await bucket.upload(
        `${tag}/film`,
        new File([bytes], 'film.bin', { lastModified: 1, type: 'application/octet-stream' }),
        { onProgress: ({ loaded, total }) => void progress.push(loaded / total) },
      )
      const response = await bucket.open(`${tag}/film`)
      let read = 0
      for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) read += part.length
      await bucket.remove(`${tag}/film`)
      return [stored.checksum === (await sha256(bytes)), progress, read]
    },
    result: [true, [0, 0.8, 1], 20 * MB],
  },
  {
    name: 'refusals of files come at once, and say why',
    async run(client, tag) {
      const bucket = client.storage.from('docs')
      const large = new Blob([bytesOf(7 * MB)])
      await bucket.upload(`${tag}/taken`, 'x')
      const signal = AbortSignal.abort(new Error('never mind'))
      return [
        await failureOf(bucket.upload('../x', large)),
        await failureOf(bucket.upload(`${tag}/x.png`, large, { contentType: 'image/png' })),
        await failureOf(bucket.upload(`${tag}/taken`, large, { retryDelays: [1] })),
        await failureOf(bucket.upload(`${tag}/y`, large, { signal })),
        await failureOf(bucket.upload(`${tag}/y`, 'small', { signal })),
        await failureOf(bucket.download(`${tag}/nothing`)),
        await failureOf(client.storage.from('no-bucket').list()),
      ]
    },
    result: [
      { name: 'MsingiError', status: 400, code: 'invalid_input' },
      { name: 'MsingiError', status: 400, code: 'invalid_input' },
      { name: 'MsingiError', status: 409, code: 'already_exists' },
      { message: 'never mind' },
      { message: 'never mind' },
      { name: 'MsingiError', status: 404, code: 'not_found' },
      { name: 'MsingiError', status: 404, code: 'not_found' },
    ],
  },
]

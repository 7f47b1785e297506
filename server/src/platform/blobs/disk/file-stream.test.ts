// Files as streams: whole, in order, and closed, however they are read.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileStream } from './file-stream.ts'

// More than the buffers of two sockets take.
const content = randomBytes(16 * 1024 * 1024)
let folder: string
let path: string
let server: Server
let respond: (response: ServerResponse) => void

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-streams-'))
  path = join(folder, 'file')
  await writeFile(path, content)
  server = createServer((_, response) => respond(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

function download(answer: (response: ServerResponse) => void): Promise<IncomingMessage> {
  respond = answer
  const { port } = server.address() as { port: number }
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject)
  })
}

const isClosed = (file: FileHandle) => expect.poll(() => file.fd).toBe(-1)

test.each<[string, { first: number; last: number } | undefined]>([
  ['all', undefined],
  ['one byte', { first: 700_000, last: 700_000 }],
  ['a range', { first: 100, last: 10_000_000 }],
  ['the end', { first: content.length - 10, last: content.length - 1 }],
])('%s: the same bytes in a response, in another stream, and piece by piece', async (_, range) => {
  const expected = content.subarray(range?.first ?? 0, (range?.last ?? content.length) + 1)
  const files = await Promise.all([open(path), open(path), open(path)])
  const [sent, piped, read] = files.map((file) => new FileStream(file, range)) as [
    FileStream,
    FileStream,
    FileStream,
  ]
  const ended = once(sent, 'end')
  const answer = await download((response) => sent.pipe(response))
  expect((await buffer(answer)).equals(expected)).toBe(true)
  await ended
  expect((await buffer(piped.pipe(new PassThrough()))).equals(expected)).toBe(true)
  expect((await buffer(read)).equals(expected)).toBe(true)
  for (const file of files) await isClosed(file)
})

test('two buffers carry a whole file to a client that reads slowly', async () => {
  const file = await open(path)
  const memory = new Set<ArrayBufferLike>()
  let writes = 0
  const answer = await download((response) => {
    const write = response.write.bind(response) as (chunk: Buffer, done: () => void) => boolean
    Object.assign(response, {
      write: (chunk: Buffer, done: () => void) => {
        memory.add(chunk.buffer)
        writes += 1
        return write(chunk, done)
      },
    })
    new FileStream(file).pipe(response)
  })
  // It stands still until the sockets are full.
  let before = -1
  await expect
    .poll(() => {
      const isFull = writes === before
      before = writes
      return isFull
    })
    .toBe(true)
  expect((await buffer(answer)).equals(content)).toBe(true)
  expect(memory.size).toBe(2)
  await isClosed(file)
})

test('a client that goes away closes the file', async () => {
  const file = await open(path)
  const stream = new FileStream(file)
  const failed = once(stream, 'error')
  const answer = await download((response) => stream.pipe(response))
  answer.destroy()
  expect(String((await failed)[0])).toContain('closed before the last byte')
  await isClosed(file)
})

test('a stream that is destroyed while it is sent closes the file, and ends no answer', async () => {
  const file = await open(path)
  let response: ServerResponse | undefined
  const stream = new FileStream(file)
  const answer = await download((sent) => {
    response = sent
    stream.pipe(sent)
  })
  stream.destroy()
  await isClosed(file)
  expect(response?.writableEnded).toBe(false)
  answer.destroy()
})

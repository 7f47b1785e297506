// Files as streams: whole, in order, and closed, however they are read.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileStream } from './file-stream.ts'

const content = randomBytes(1_500_000)
let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-streams-'))
  path = join(folder, 'file')
  await writeFile(path, content)
})
afterAll(() => rm(folder, { recursive: true }))

async function isClosed(file: FileHandle): Promise<void> {
  await expect.poll(() => file.fd).toBe(-1)
}

const ranges: [string, { first: number; last: number } | undefined][] = [
  ['all', undefined],
  ['one byte', { first: 700_000, last: 700_000 }],
  ['a range', { first: 100, last: 1_000_000 }],
  ['the end', { first: 1_499_990, last: 1_499_999 }],
]

test.each(ranges)('%s: the same bytes by pipe and piece by piece', async (_, range) => {
  const expected = content.subarray(range?.first ?? 0, (range?.last ?? content.length) + 1)
  const [piped, read] = [await open(path), await open(path)]
  const destination = new PassThrough()
  const stream = new FileStream(piped, range)
  const ended = once(stream, 'end')
  stream.pipe(destination)
  expect((await buffer(destination)).equals(expected)).toBe(true)
  await ended
  expect((await buffer(new FileStream(read, range))).equals(expected)).toBe(true)
  await isClosed(piped)
  await isClosed(read)
})

// Takes one write at a time, as a slow connection does, and remembers which memory it came in.
class Slow extends Writable {
  readonly memory = new Set<ArrayBufferLike>()
  readonly waiting: (() => void)[] = []
  taken = 0

  override _write(chunk: Buffer, _: string, callback: () => void): void {
    this.memory.add(chunk.buffer)
    const before = Buffer.from(chunk)
    this.waiting.push(() => {
      expect(before.equals(chunk)).toBe(true)
      expect(content.subarray(this.taken, this.taken + chunk.length).equals(chunk)).toBe(true)
      this.taken += chunk.length
      callback()
    })
  }
}

test('two buffers carry a whole file, and none is filled anew before it was written', async () => {
  const file = await open(path)
  const slow = new Slow({ decodeStrings: false })
  const finished = once(slow, 'finish')
  let done = false
  finished.then(() => {
    done = true
  })
  new FileStream(file).pipe(slow)
  while (!done) {
    // Long enough for the next reads, were they not to wait.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    slow.waiting.shift()?.()
  }
  expect(slow.taken).toBe(content.length)
  expect(slow.memory.size).toBe(2)
  await isClosed(file)
})

test('a destination that breaks closes the file', async () => {
  const file = await open(path)
  const slow = new Slow()
  const stream = new FileStream(file)
  const failed = once(stream, 'error')
  stream.pipe(slow)
  await expect.poll(() => slow.waiting.length).toBe(1)
  slow.destroy()
  slow.waiting.shift()?.()
  expect(String((await failed)[0])).toContain('closed before the last byte')
  await isClosed(file)
})

test('a stream that is destroyed while it is piped closes the file, without an end', async () => {
  const file = await open(path)
  const slow = new Slow()
  const stream = new FileStream(file)
  stream.pipe(slow)
  await expect.poll(() => slow.waiting.length).toBe(1)
  stream.destroy()
  slow.waiting.shift()?.()
  await isClosed(file)
  expect(slow.writableEnded).toBe(false)
})

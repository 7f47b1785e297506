// Messages of PostgreSQL out of bytes that come in pieces of any size, and rows that are skipped without being read.
import { expect, test } from 'vitest'
import { COPY_DATA, CopyFrames } from './copy-frames.ts'

function message(kind: string, content: string): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeUInt32BE(4 + Buffer.byteLength(content), 1)
  return Buffer.concat([head, Buffer.from(content)])
}

function readAll(frames: CopyFrames): string[] {
  const read: string[] = []
  for (; frames.isComplete; frames.shift())
    read.push(`${String.fromCharCode(frames.kind ?? 0)}${frames.content.toString()}`)
  return read
}

test.each([1, 2, 4, 5, 6, 7, 100])('reads messages that come in pieces of %d bytes', (size) => {
  const contents = ['', 'a', 'be', 'x'.repeat(300), '', 'end']
  const bytes = Buffer.concat(contents.map((content) => message('d', content)))
  const frames = new CopyFrames()
  const read: string[] = []
  for (let at = 0; at < bytes.length; at += size) {
    frames.add(bytes.subarray(at, at + size))
    read.push(...readAll(frames))
  }
  expect(read).toEqual(contents.map((content) => `d${content}`))
})

test('holds a message that is larger than what a socket is read in, and little once it is done', () => {
  const frames = new CopyFrames()
  const large = message('d', 'x'.repeat(3_000_000))
  for (let at = 0; at < large.length; at += 65_536) frames.add(large.subarray(at, at + 65_536))
  expect(frames.isComplete).toBe(true)
  expect(frames.kind).toBe(COPY_DATA)
  expect(frames.message.equals(large)).toBe(true)
  frames.shift()
  for (let n = 0; n < 400; n++) {
    frames.add(message('c', 'y'.repeat(20_000)))
    expect(readAll(frames)).toHaveLength(1)
  }
  expect(frames.bytes.length).toBeLessThan(1_000_000)
})

test('lends its bytes without a copy of each message', () => {
  const frames = new CopyFrames()
  frames.add(Buffer.concat([message('d', 'one'), message('d', 'two')]))
  expect(frames.isComplete).toBe(true)
  const { bytes } = frames
  expect(frames.content.buffer).toBe(bytes.buffer)
  frames.shift()
  expect(frames.isComplete).toBe(true)
  expect(frames.bytes).toBe(bytes)
})

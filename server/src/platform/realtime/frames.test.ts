import type { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import * as ws from 'ws'
import { Batch, Message, textFrame } from './frames.ts'

// The types leave it out.
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable }

/** What a WebSocket client reads from these bytes. */
function read(bytes: Buffer): string[] {
  const texts: string[] = []
  const receiver = new Receiver({ isServer: false })
  receiver.on('message', (data: Buffer) => texts.push(String(data)))
  receiver.write(bytes)
  return texts
}

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  'a frame of %i bytes is read as it was written',
  (length) => {
    const text = 'x'.repeat(length)
    expect(read(textFrame(text))).toEqual([text])
  },
)

test('the length of a frame is in bytes', () => {
  const text = 'é😀'.repeat(30)
  expect(read(textFrame(text))).toEqual([text])
})

test('a batch is read as lines of one frame, or as one frame after another', () => {
  const texts = ['{"a":1}', '{"b":2}', '{"c":3}']
  const batch = texts.reduce((all, text) => all.with(new Message(text)), new Batch())
  expect(read(batch.lines)).toEqual([texts.join('\n')])
  expect(read(batch.frames)).toEqual(texts)
})

test('a batch is one chunk of a response, as long as its bytes', () => {
  const batch = new Batch().with(new Message('data: é😀\n\n')).with(new Message(': heartbeat\n\n'))
  expect(String(batch.chunk)).toBe('1b\r\ndata: é😀\n\n: heartbeat\n\n\r\n')
  expect(batch.chunk).toBe(batch.chunk)
})

test('sockets that receive the same messages share a batch, and others do not', () => {
  const [a, b] = [new Message('a'), new Message('b')]
  const root = new Batch()
  expect(root.with(a).with(b)).toBe(root.with(a).with(b))
  expect(root.with(a).with(b)).not.toBe(root.with(b).with(a))
  expect(root.with(a).lines).toBe(a.frame)
  expect(root.with(a).frames).toBe(a.frame)
})

// Many sockets are written to in several turns of the event loop, and each receives all its messages in order.
import { PassThrough, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Message } from './frames.ts'
import { Flusher, SocketWriter } from './writers.ts'

test('writing to many sockets does not block the event loop', async () => {
  const flusher = new Flusher()
  const sockets = Array.from({ length: 3500 }, () => new PassThrough())
  const writers = sockets.map(
    (socket) =>
      new SocketWriter(
        socket,
        flusher,
        () => {},
        () => {},
      ),
  )
  const written = () => sockets.filter(({ readableLength }) => readableLength > 0).length
  const first = new Message('{"n":1}')
  for (const writer of writers) writer.send(first)
  const seen: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    await setImmediate()
    seen.push(written())
    if (turn === 0) writers.at(-1)?.send(new Message('{"n":2}'))
  }
  expect(seen[0]).toBeLessThan(3500)
  expect(seen.at(-1)).toBe(3500)
  const last = String(sockets.at(-1)?.read())
  expect(last.indexOf('{"n":2}')).toBeGreaterThan(last.indexOf('{"n":1}'))
})

test('what many sockets are sent while they are written to leaves in one more write, and others do not wait for it', async () => {
  const flusher = new Flusher()
  const writerOf = (socket: Writable) =>
    new SocketWriter(
      socket,
      flusher,
      () => {},
      () => {},
    )
  const sockets = Array.from({ length: 3500 }, () => new CountingSocket())
  const writers = sockets.map(writerOf)
  const other = new CountingSocket()
  const otherWriter = writerOf(other)
  const sendAll = (n: number) => {
    const message = new Message(`{"n":${n}}`)
    for (const writer of writers) writer.send(message)
  }
  sendAll(1)
  await setImmediate()
  for (const n of [2, 3, 4]) sendAll(n)
  otherWriter.send(new Message('{}'))
  await setImmediate()
  expect([sockets.at(-1)?.writes, other.writes]).toEqual([0, 1])
  while (!sockets.every(({ text }) => text.includes('{"n":4}'))) await setImmediate()
  for (const { text, writes } of sockets) {
    expect(text.match(/\d(?=\})/g)).toEqual(['1', '2', '3', '4'])
    expect(writes).toBeLessThanOrEqual(2)
  }
  expect(writers.every(({ round }) => round?.writers.length === 0 && round.next === undefined)).toBe(true)
})

class CountingSocket extends Writable {
  text = ''
  writes = 0

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('latin1')
    this.writes += 1
    done()
  }
}

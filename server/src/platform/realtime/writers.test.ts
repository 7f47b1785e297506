// Many sockets are written to in several turns of the event loop, and each receives all its messages in order.
import { PassThrough } from 'node:stream'
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

// Writes large answers in slices: to make bytes of 16 MB of text at once, and to copy them to a socket, would keep
// everybody else waiting.
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { App } from '#platform/http/routes/app-types.ts'

/** LARGE_ANSWER is from how many characters on an answer is written in slices. */
export const LARGE_ANSWER = 256 * 1024

/** SLICE is how many characters are written in one turn. */
export const SLICE = 128 * 1024
// To count the bytes of a slice takes a fraction of what it takes to write them.
const COUNTED = 16

/** writeInSlices sends every text beyond LARGE_ANSWER in slices, each in a turn of its own, with its length ahead. */
export function writeInSlices(app: App): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length <= LARGE_ANSWER) return done()
    byteLength(payload).then((bytes) => {
      reply.header('content-length', bytes)
      done(null, Readable.from(slicesOf(payload), { objectMode: false, highWaterMark: SLICE }))
    }, done)
  })
}

async function byteLength(text: string): Promise<number> {
  let bytes = 0
  let counted = 0
  for (const slice of cut(text)) {
    bytes += Buffer.byteLength(slice)
    counted += 1
    if (counted % COUNTED === 0) await nextTurn()
  }
  return bytes
}

async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  for (const slice of cut(text)) {
    await nextTurn()
    yield Buffer.from(slice)
  }
}

function* cut(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + SLICE
    // The halves of a surrogate pair stay together.
    const next = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield text.slice(start, next)
    start = next
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

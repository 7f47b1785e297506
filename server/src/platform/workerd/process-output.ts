// What a process writes. Functions can make it write without end: it is read at a pace at which the server does not notice, and
// the process waits meanwhile.
import type { Readable } from 'node:stream'

const BYTES = 512 * 1024
const WINDOW_MS = 100

/** readOutput calls `take` with what comes out of a pipe, some megabytes a second at most. */
export function readOutput(pipe: Readable | null | undefined, take: (text: string) => void): void {
  let taken = 0
  let since = performance.now()
  pipe?.on('data', (part: Buffer) => {
    take(part.toString('latin1'))
    const now = performance.now()
    if (now - since > WINDOW_MS) [taken, since] = [0, now]
    taken += part.length
    if (taken < BYTES) return
    pipe.pause()
    setTimeout(() => pipe.resume(), WINDOW_MS).unref()
  })
}

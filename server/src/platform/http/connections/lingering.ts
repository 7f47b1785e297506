// Refusals that come while a request is still being sent. A server that closes a connection, or stops reading from it, while
// the other side sends makes that side's machine throw away the answer (RFC 9112, 9.6): so what is still sent is read
// for a while, and nothing is done with it.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** Patience is how much is read of a request that is refused already, and for how long. */
export interface Patience {
  readonly bytes: number
  readonly milliseconds: number
}

const PATIENCE: Patience = { bytes: 64 * 1024 * 1024, milliseconds: 10_000 }

/** isUnderWay says whether more of a request is to come. */
export function isUnderWay(request: IncomingMessage): boolean {
  return request.complete === false && !request.destroyed
}

/** lingering returns an answer that is sent at once and ends when the request has, or when patience does. */
export function lingering(request: IncomingMessage, answer: string, patience = PATIENCE): Readable {
  const drained = drain(request, patience)
  return Readable.from(
    (async function* () {
      yield answer
      if (!(await drained)) request.socket.destroy()
    })(),
    { objectMode: false },
  )
}

/** discardRest reads what is still sent of a request that has its answer, and closes the connection where that takes long. */
export async function discardRest(request: IncomingMessage, patience = PATIENCE): Promise<void> {
  if (isUnderWay(request) && !(await drain(request, patience))) request.socket.destroy()
}

// Tells whether the request has ended by itself.
function drain(request: IncomingMessage, { bytes, milliseconds }: Patience): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let left = bytes
  const timer = setTimeout(() => resolve(false), milliseconds)
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) resolve(false)
  })
  request.once('end', () => resolve(true))
  request.resume()
  request.once('close', () => resolve(true))
  return promise.finally(() => clearTimeout(timer))
}

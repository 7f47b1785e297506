// A body that is passed on as it comes: bounded in size, and in how slowly it may come. One whose reader is slow waits for it.
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { AppError } from '#platform/errors/app-error.ts'
import { tooManyBytes } from './body-limits.ts'

/** StreamLimits bound a streamed body. */
export interface StreamLimits {
  /** bytes is how many it may have in all. */
  readonly bytes: number
  /** idleMs is the time within which something must come, unless the reader takes no more. */
  readonly idleMs: number
  /** totalMs is how long it may take in all. */
  readonly totalMs: number
}

/** hasBody reports whether a request has a body at all (RFC 9112, 6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0)
}

/**
 * streamBody returns the body of a request as a stream, or throws 413 where the request says that it is too large. The stream
 * ends with 413 where it turns out to be, with 408 where it comes too slowly, and with 400 where the client is gone.
 */
export function streamBody(request: IncomingMessage, limits: StreamLimits): Readable {
  const most = { bytes: limits.bytes, values: 0, whose: 'on this route' }
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooManyBytes(most)
  let size = 0
  let before = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > limits.bytes) done(tooManyBytes(most))
      else done(null, chunk)
    },
  })
  const check = setInterval(() => {
    if (body.writableNeedDrain || size > before) before = size
    else body.destroy(tooSlow())
  }, limits.idleMs)
  const end = setTimeout(() => body.destroy(tooSlow()), limits.totalMs)
  const stop = () => {
    clearInterval(check)
    clearTimeout(end)
    request.off('close', onClose)
  }
  const onClose = () => {
    stop()
    if (!request.complete) body.destroy(hungUp())
  }
  request.once('end', stop).once('close', onClose)
  body.once('close', stop)
  return request.pipe(body)
}

function tooSlow(): AppError {
  return new AppError('request_timeout', 'The request body comes too slowly, or has stopped. Send it again.')
}

function hungUp(): AppError {
  return new AppError('invalid_input', 'The client closed the connection before its request was complete.')
}

// Bytes on their way from a client: a client that sends nothing for long is given up, and the type of a file is found from
// its first bytes.
import type { Readable } from 'node:stream'
import type { BlobBody } from '#platform/blobs/store/blob-store.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { SNIFFED_BYTES } from './sniff-type.ts'

const IDLE_MS = 30_000

/** withoutStalls passes the bytes of a request on, or throws 408 where none come for so long. */
export async function* withoutStalls(body: Readable, milliseconds = IDLE_MS): AsyncGenerator<Uint8Array> {
  let wake = () => {}
  let failed: Error | undefined
  const onChange = () => wake()
  const onError = (error: Error) => {
    failed = error
    wake()
  }
  body.on('readable', onChange).on('end', onChange).on('close', onChange).on('error', onError)
  try {
    for (;;) {
      const chunk = body.read() as Buffer | null
      if (chunk !== null) yield chunk
      else if (failed !== undefined) throw failed
      else if (body.readableEnded) return
      else if (body.destroyed) throw hungUp()
      else if (!(await changed(milliseconds, (resolve) => (wake = resolve)))) throw stalled()
    }
  } finally {
    body.off('readable', onChange).off('end', onChange).off('close', onChange).off('error', onError)
  }
}

/** withHead passes bytes on, after `look` has seen the first of them. */
export async function* withHead(
  body: BlobBody,
  look: (head: Uint8Array) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array[] | undefined = []
  let length = 0
  for await (const chunk of body) {
    if (head === undefined) {
      yield chunk
      continue
    }
    head.push(chunk)
    length += chunk.byteLength
    if (length < SNIFFED_BYTES) continue
    const first = Buffer.concat(head)
    head = undefined
    await look(first.subarray(0, SNIFFED_BYTES))
    yield first
  }
  if (head === undefined) return
  const all = Buffer.concat(head)
  await look(all)
  if (all.length > 0) yield all
}

// Returns false where nothing has changed in time.
function changed(milliseconds: number, listen: (resolve: () => void) => void): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, milliseconds, false)
  listen(() => resolve(true))
  return promise.finally(() => clearTimeout(timer))
}

function stalled(): AppError {
  return new AppError('request_timeout', 'The upload stood still for too long. Send the file again.')
}

function hungUp(): Error {
  return Object.assign(new Error('the request ended before its body was complete'), { code: 'ECONNRESET' })
}

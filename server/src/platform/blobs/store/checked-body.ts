// A body on its way into a store: counted, bounded and hashed while it passes.
import { createHash, type Hash } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { tooLarge, wrongDigest, wrongSize } from './blob-errors.ts'
import type { BlobBody, PutOptions, StoredBlob } from './blob-store.ts'

/** CheckedBody is a body and, after its last byte, what it was. */
export interface CheckedBody {
  readonly bytes: BlobBody
  /** result returns what has passed. It throws where that is not what was announced. */
  result(): StoredBlob
}

/** checkBody returns a body that throws as soon as it breaks its bounds. */
export function checkBody(body: BlobBody, options: PutOptions): CheckedBody {
  const { maxBytes, size, expected } = options
  const sha256 = createHash('sha256')
  const md5 = options.md5 === true || expected?.md5 !== undefined ? createHash('md5') : undefined
  let received = 0

  async function* pass(): AsyncGenerator<Uint8Array> {
    if (size !== undefined && size > maxBytes) throw tooLarge(maxBytes)
    for await (const chunk of abortable(body, options.signal)) {
      received += chunk.byteLength
      if (received > maxBytes) throw tooLarge(maxBytes)
      if (size !== undefined && received > size) throw wrongSize(size, received)
      sha256.update(chunk)
      md5?.update(chunk)
      yield chunk
    }
    if (size !== undefined && received !== size) throw wrongSize(size, received)
  }

  return {
    bytes: pass(),
    result: () => ({
      size: received,
      sha256: digestOf(sha256, 'SHA-256', expected?.sha256),
      md5: md5 === undefined ? undefined : digestOf(md5, 'MD5', expected?.md5),
    }),
  }
}

function digestOf(hash: Hash, algorithm: string, expected: string | undefined): string {
  const digest = hash.digest('hex')
  if (expected !== undefined && expected.toLowerCase() !== digest) throw wrongDigest(algorithm)
  return digest
}

async function* abortable(body: BlobBody, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted()
  // A stream that stands still ends at once; of anything else the next piece has to come first.
  if (signal !== undefined && body instanceof Readable) addAbortSignal(signal, body)
  for await (const chunk of keptOpen(body)) {
    signal?.throwIfAborted()
    yield chunk
  }
}

// The body of a request that is refused half-way is not closed here: its socket still has to carry the answer.
function keptOpen(body: BlobBody): BlobBody {
  return body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body
}

// Sends a body to S3: as one object where it is small, else part by part while it still arrives.
import type { StoredBlob } from '#platform/blobs/store/blob-store.ts'
import type { CheckedBody } from '#platform/blobs/store/checked-body.ts'
import { beginMultipart } from './multipart.ts'
import type { S3 } from './s3-client.ts'
import { BodyFailed } from './s3-errors.ts'
import type { Spool } from './spool.ts'

// S3 takes 10,000 parts, all but the last of one size (some servers insist) of at least 5 MiB.
const MIN_PART_BYTES = 5 * 1024 * 1024
const MAX_PART_BYTES = 64 * 1024 * 1024
const MAX_PARTS = 10_000

/** Upload is a body on its way to an object. */
export interface Upload {
  readonly bucket: string
  readonly key: string
  readonly body: CheckedBody
  /** most is how many bytes the body can have. */
  readonly most: number
  readonly spool: Spool
  /** inTurn runs what holds a part in memory. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

/** partBytesFor returns how large the parts of a body are that can have so many bytes. */
export function partBytesFor(most: number): number {
  return Math.min(MAX_PART_BYTES, Math.max(MIN_PART_BYTES, Math.ceil(most / MAX_PARTS)))
}

/** putObject sends a body. When it rejects, there is no object. */
export async function putObject(s3: S3, upload: Upload): Promise<StoredBlob> {
  const { spool, body } = upload
  const partBytes = partBytesFor(upload.most)
  let parts: Parts | undefined
  try {
    for await (const chunk of own(body.bytes)) {
      await spool.add(chunk)
      if (spool.size <= partBytes) continue
      parts ??= await beginParts(s3, upload)
      parts.send(spool.size, partBytes)
    }
    const stored = body.result()
    await (parts === undefined ? putWhole(s3, upload) : parts.finish(spool.size, partBytes))
    return stored
  } catch (error) {
    await parts?.abort()
    throw error
  }
}

// What a body throws is not a failure of the S3 server.
async function* own(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (cause) {
    throw new BodyFailed('the body has failed', { cause })
  }
}

async function putWhole({ sdk, client }: S3, upload: Upload): Promise<void> {
  const { bucket: Bucket, key: Key, spool, inTurn } = upload
  await inTurn(async () => {
    const Body = await spool.read(0, spool.size)
    await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }))
  })
}

interface Parts {
  /** send queues the parts that are complete. It throws what has failed since. */
  send(size: number, partBytes: number): void
  finish(size: number, partBytes: number): Promise<void>
  abort(): Promise<void>
}

async function beginParts(s3: S3, upload: Upload): Promise<Parts> {
  const { bucket: Bucket, key: Key, spool, inTurn } = upload
  const { sendPart, complete, abort } = await beginMultipart(s3, { Bucket, Key })
  let queued = 0
  let failed: { readonly error: unknown } | undefined
  let sending: Promise<void> = Promise.resolve()

  const queue = (bytes: number, partBytes: number) => {
    const [from, number] = [queued, Math.floor(queued / partBytes) + 1]
    queued += bytes
    sending = sending
      .then(async () => {
        if (failed === undefined) await inTurn(async () => sendPart(number, await spool.read(from, bytes)))
      })
      .catch((error) => {
        failed ??= { error }
      })
  }
  const send: Parts['send'] = (size, partBytes) => {
    if (failed !== undefined) throw failed.error
    while (size - queued > partBytes) queue(partBytes, partBytes)
  }
  return {
    send,
    finish: async (size, partBytes) => {
      send(size, partBytes)
      queue(size - queued, partBytes)
      await sending
      if (failed !== undefined) throw failed.error
      await complete()
    },
    abort: async () => {
      failed ??= { error: new Error('aborted') }
      await sending
      // What remains is found by removeUnfinished.
      await abort().catch(() => {})
    },
  }
}

// Takes the bytes of a request and keeps them in parts, each durable before it counts. Where a connection breaks, what has
// arrived until then is a part, too.

import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { BlobBody } from '#platform/blobs/store/blob-store.ts'
import { AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'
import { addPart, countParts, type ResumableUpload } from './resumable.store.ts'
import type { Checksum } from './tus-headers.ts'

/** EXPIRY_MS is for how long an upload waits for its next bytes. */
export const EXPIRY_MS = 24 * 3600 * 1000

const PART_BYTES = 16 * 1024 * 1024
const MAX_PARTS = 2000
// An upload that is never cut off has half as many parts as it may have.
const WHOLE_PARTS = MAX_PARTS / 2

/** Receiving is one request that adds to an upload. */
export interface Receiving {
  readonly project: StorageProject
  readonly upload: ResumableUpload
  readonly body: BlobBody
  /** checksum is that of the whole body, which is one part then, and is kept whole or not at all. */
  readonly checksum: Checksum | undefined
  /** moved is called whenever bytes have come. */
  readonly moved: () => void
}

/** receiveParts returns the offset behind the last byte that was kept. It throws what the body did, once that is kept. */
export async function receiveParts(storage: Storage, receiving: Receiving): Promise<number> {
  const { project, upload, checksum } = receiving
  const { admin } = storage.clusters.of(project)
  let parts = await countParts(admin, upload.id)
  let received = upload.received
  const source = openSource(receiving)
  const most = checksum === undefined ? partBytes(upload.length) : upload.length
  try {
    while (await source.hasMore()) {
      if (++parts > MAX_PARTS)
        throw invalidInput(`This upload has come in ${MAX_PARTS} parts. Begin again, and send larger parts.`)
      const left = upload.length - received
      const bytes = source.take(Math.min(most, left), left <= most)
      received += await keepPart(storage, receiving, received, most, bytes)
    }
  } finally {
    await source.close()
  }
  if (source.failure !== undefined) throw source.failure
  return received
}

/** expiry returns when an upload expires whose last bytes have come now. */
export function expiry({ platform }: Storage): Date {
  return new Date(platform.clock.now().getTime() + EXPIRY_MS)
}

function partBytes(length: number): number {
  return Math.max(PART_BYTES, Math.ceil(length / WHOLE_PARTS))
}

async function keepPart(
  storage: Storage,
  { project, upload }: Receiving,
  start: number,
  most: number,
  bytes: BlobBody,
): Promise<number> {
  const { blobs } = storage.platform
  const key = newBlobKey(project.id)
  const { size } = await blobs.put(key, bytes, { maxBytes: most })
  const { admin } = storage.clusters.of(project)
  // Where this fails, the row may be there all the same: the sweeper finds out.
  if (await addPart(admin, project.id, upload.id, { key, start, size }, expiry(storage))) return size
  await blobs.remove([key])
  throw conflict(
    'changed_meanwhile',
    'Another request has added to this upload, or it was ended. Ask for its Upload-Offset.',
  )
}

interface Source {
  /** hasMore waits for the next bytes, and returns false behind the last. */
  hasMore(): Promise<boolean>
  /** take yields up to so many bytes; the last piece of an upload must be the end of the body. */
  take(bytes: number, isLast: boolean): BlobBody
  /** close leaves what is still to come of the body to the answer. */
  close(): Promise<void>
  /** failure is what the body ended with early, if it did. */
  readonly failure: unknown
}

function openSource({ body, checksum, moved }: Receiving): Source {
  const chunks = body[Symbol.asyncIterator]()
  let rest: Uint8Array | undefined
  let ended = false
  let failure: unknown

  const hasMore = async () => {
    while (rest === undefined && !ended) {
      try {
        const { value, done } = await chunks.next()
        if (done) {
          ended = true
          checksum?.check()
        } else if (value.byteLength > 0) {
          rest = value
          checksum?.hash.update(value)
          moved()
        }
      } catch (error) {
        // Bytes that nobody can check are not kept.
        if (checksum !== undefined) throw error
        failure = error
        ended = true
      }
    }
    return rest !== undefined
  }
  async function* take(bytes: number, isLast: boolean): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0 && (await hasMore()); ) {
      const chunk = rest as Uint8Array
      rest = chunk.byteLength > left ? chunk.subarray(left) : undefined
      const piece = chunk.byteLength > left ? chunk.subarray(0, left) : chunk
      left -= piece.byteLength
      yield piece
    }
    if (isLast && (await hasMore())) throw tooLong()
  }
  return {
    hasMore,
    take,
    close: async () => {
      await chunks.return?.()
    },
    get failure() {
      return failure
    },
  }
}

/** tooLong is the 413 of a body that goes beyond the length of its upload. */
export function tooLong(): AppError {
  return new AppError(
    'payload_too_large',
    'The body is longer than what is left of this upload by its Upload-Length.',
  )
}

// The files of one backup in a bucket: sent in parts, and read on where a download was cut.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { beginMultipart, type Multipart, type ObjectAt } from '#platform/blobs/s3/multipart.ts'
import type { S3 } from '#platform/blobs/s3/s3-client.ts'
import { abortUploads, removeAllObjects, removeObjects } from '#platform/blobs/s3/s3-objects.ts'
import { BackupError } from './backup-error.ts'
import type { Bucket } from './bucket.ts'
import { Attempts, isMissing } from './bucket-errors.ts'
import { type BackupFiles, FileMissing, HEADER, MANIFEST } from './place.ts'

// Two are sent while the next is filled: three of them are in memory at most. S3 takes 10,000.
const PART_BYTES = 32 * 1024 * 1024
const PARTS_AT_ONCE = 2
const MAX_PARTS = 10_000
// So many bytes after a cut, the next one is the first again.
const PROGRESS_BYTES = 16 * 1024 * 1024

/** bucketFiles returns the files below a prefix, which ends with a slash. */
export function bucketFiles(bucket: Bucket, prefix: string, partBytes = PART_BYTES): BackupFiles {
  const at = (name: string) => ({ Bucket: bucket.name, Key: prefix + name })
  return {
    address: `s3://${bucket.name}/${prefix.slice(0, -1)}`,
    sizes: async () => (await bucket.list(prefix)).sizes,
    read: (name) => read(bucket, at(name)),
    write: (name, bytes) => write(bucket, at(name), bytes, partBytes),
    remove: () =>
      bucket.call(async (s3) => {
        const all = { Bucket: bucket.name, Prefix: prefix }
        await removeObjects(s3, bucket.name, [prefix + MANIFEST])
        await abortUploads(s3, all, () => true)
        // Whose the rest is only the header says.
        await removeAllObjects(s3, bucket.name, prefix, prefix + HEADER)
        await removeObjects(s3, bucket.name, [prefix + HEADER])
      }),
  }
}

async function* read(bucket: Bucket, at: ObjectAt): AsyncGenerator<Uint8Array> {
  let [received, cutAt] = [0, 0]
  let attempts: Attempts | undefined
  // The rest is that of the same object.
  let IfMatch: string | undefined
  for (;;) {
    const Range = received === 0 ? undefined : `bytes=${received}-`
    const { Body, ETag } = await bucket.call(({ sdk, client }) =>
      client.send(new sdk.GetObjectCommand({ ...at, Range, IfMatch })).catch((error) => {
        throw isMissing(error) ? new FileMissing(at.Key, { cause: error }) : error
      }),
    )
    IfMatch = ETag
    try {
      for await (const chunk of Body as Readable) {
        received += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      if (attempts === undefined || received - cutAt > PROGRESS_BYTES)
        attempts = new Attempts(bucket.patience)
      cutAt = received
      await attempts.next(error).catch((last) => {
        throw bucket.explain(last)
      })
    }
  }
}

async function write(
  bucket: Bucket,
  at: ObjectAt,
  bytes: AsyncIterable<Uint8Array>,
  partBytes: number,
): Promise<void> {
  let upload: Multipart | undefined
  const sending = new Sending()
  try {
    let total = 0
    for await (const { part, number, isLast } of partsOf(bytes, partBytes)) {
      if (isLast && upload === undefined) return await putWhole(bucket, at, part)
      if (number > MAX_PARTS) throw tooLarge(at, partBytes)
      upload ??= await bucket.call((s3) => beginMultipart(s3, at))
      const { sendPart } = upload
      total += part.length
      const md5 = md5Of(part)
      await sending.add(() => bucket.call(() => sendPart(number, part, md5)))
    }
    await sending.settle()
    await bucket.call(async (s3) => upload?.complete().catch((error) => checkIsThere(s3, at, total, error)))
  } catch (error) {
    // A part that came after the end of its upload would stay.
    await sending.settle().catch(() => {})
    // Not all servers list uploads by a prefix, so that nobody may find it later.
    await upload?.abort().catch(() => {})
    throw error
  }
}

async function putWhole(bucket: Bucket, at: ObjectAt, Body: Uint8Array): Promise<void> {
  const ContentMD5 = md5Of(Body)
  await bucket.call(({ sdk, client }) => client.send(new sdk.PutObjectCommand({ ...at, Body, ContentMD5 })))
}

// Servers refuse what has changed on its way, and buckets that lock objects want it.
function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64')
}

// An upload that was completed without its answer getting here cannot be completed once more.
async function checkIsThere({ sdk, client }: S3, at: ObjectAt, bytes: number, error: unknown): Promise<void> {
  const found = await client.send(new sdk.HeadObjectCommand(at)).catch(() => undefined)
  if (found?.ContentLength !== bytes) throw error
}

function tooLarge({ Bucket, Key }: ObjectAt, partBytes: number): BackupError {
  const most = Math.floor((MAX_PARTS * partBytes) / 1e9)
  return new BackupError(`s3://${Bucket}/${Key} would be larger than ${most} GB. Back up into a folder.`)
}

// Parts that are sent at the same time.
class Sending {
  readonly #sent = new Set<Promise<void>>()
  #failed: { readonly error: unknown } | undefined

  // Sends one as soon as there is room for it. It throws what has failed since.
  async add(send: () => Promise<void>): Promise<void> {
    if (this.#sent.size >= PARTS_AT_ONCE) await Promise.race(this.#sent)
    this.#check()
    const settled = send()
      .catch((error) => {
        this.#failed ??= { error }
      })
      .finally(() => this.#sent.delete(settled))
    this.#sent.add(settled)
  }

  async settle(): Promise<void> {
    await Promise.all(this.#sent)
    this.#check()
  }

  #check(): void {
    if (this.#failed !== undefined) throw this.#failed.error
  }
}

interface Part {
  readonly number: number
  readonly part: Buffer
  readonly isLast: boolean
}

// All parts but the last have the same size.
async function* partsOf(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Part> {
  let [number, filled] = [1, 0]
  let part = Buffer.allocUnsafe(size)
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; ) {
      if (filled === size) {
        yield { number, part, isLast: false }
        part = Buffer.allocUnsafe(size)
        number += 1
        filled = 0
      }
      const taken = chunk.subarray(from, from + size - filled)
      part.set(taken, filled)
      from += taken.length
      filled += taken.length
    }
  yield { number, part: part.subarray(0, filled), isLast: true }
}

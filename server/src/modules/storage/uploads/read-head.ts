// The first bytes of a stored file, of which its type is found.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'
import { SNIFFED_BYTES } from './sniff-type.ts'

/** readHead returns as much of a blob as its type is found of. */
export async function readHead(blobs: BlobStore, key: string, size: number): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0)
  const range = { first: 0, last: Math.min(size, SNIFFED_BYTES) - 1 }
  return buffer(Readable.from(await blobs.read(key, range)))
}

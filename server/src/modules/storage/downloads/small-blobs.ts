// Small files that are asked for often are sent from memory: the bytes under a key never change.
import { LRUCache } from 'lru-cache'
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'

const MAX_BYTES = 32 * 1024 * 1024
/** SMALL_BYTES is how large a file may be to be kept. */
export const SMALL_BYTES = 64 * 1024

/** SmallBlobs loads small files. */
export interface SmallBlobs {
  load(key: string, size: number): Promise<Buffer>
}

/** createSmallBlobs returns the memory of this node. */
export function createSmallBlobs(blobs: BlobStore): SmallBlobs {
  const known = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length + 500,
  })
  return {
    load: async (key, size) => {
      const cached = known.get(key)
      if (cached !== undefined) return cached
      const bytes = await blobs.load(key, size)
      known.set(key, bytes)
      return bytes
    },
  }
}

// Several blobs as one body.
import type { BlobBody } from './blob-store.ts'

/** bytesOf yields the bytes of blobs, one after the other. */
export async function* bytesOf(
  keys: readonly string[],
  read: (key: string) => Promise<BlobBody>,
): AsyncGenerator<Uint8Array> {
  for (const key of keys) yield* await read(key)
}

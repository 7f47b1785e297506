// Writes a body into a file: in large pieces, one while the next is collected, so that memory stays small.
import type { FileHandle } from 'node:fs/promises'
import type { BlobBody } from '#platform/blobs/store/blob-store.ts'

// What is collected for one write. An upload holds two of these at most.
const BATCH_BYTES = 1024 * 1024
const BATCH_CHUNKS = 256
// The disk begins to write before the last byte is there, or syncing a large file would take as long as receiving it.
const FLUSH_BYTES = 32 * 1024 * 1024

/** writeBody writes all of a body. `written` is called with the number of bytes of each piece before the next one. */
export async function writeBody(
  file: FileHandle,
  body: BlobBody,
  written: (bytes: number) => Promise<void> | void,
): Promise<void> {
  const flushing = flusher(file)
  let batch: Uint8Array[] = []
  let bytes = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    const [chunks, count] = [batch, bytes]
    batch = []
    bytes = 0
    await written(count)
    writing = writeAll(file, chunks, count).then(() => flushing.add(count))
    // It is awaited before the next write; until then nobody else listens.
    writing.catch(() => {})
  }
  try {
    for await (const chunk of body) {
      batch.push(chunk)
      bytes += chunk.byteLength
      if (bytes >= BATCH_BYTES || batch.length >= BATCH_CHUNKS) await flush()
    }
    if (bytes > 0) await flush()
    await writing
  } finally {
    // The file is closed next, which no write may outlive.
    await writing.catch(() => {})
    await flushing.settled()
  }
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], count: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten === count) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  for (let done = 0; done < rest.byteLength; ) {
    const more = await file.write(rest, done)
    done += more.bytesWritten
  }
}

function flusher(file: FileHandle) {
  let since = 0
  let running: Promise<void> | undefined
  return {
    add: (bytes: number) => {
      since += bytes
      if (since < FLUSH_BYTES || running !== undefined) return
      since = 0
      // Errors come back from the final sync.
      running = file
        .datasync()
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
    },
    settled: () => running ?? Promise.resolve(),
  }
}

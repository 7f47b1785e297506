// A body between a client and an S3 server, which wants it in large parts. What does not fit into a small piece of memory
// waits in a file, so that a slow client holds disk and not memory.
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const MEMORY_BYTES = 256 * 1024

/** Spool takes bytes at its end and returns any part of them. */
export interface Spool {
  readonly size: number
  add(chunk: Uint8Array): Promise<void>
  read(from: number, bytes: number): Promise<Buffer>
  close(): Promise<void>
}

/** openSpool returns an empty spool. Its file is made when it is needed. */
export function openSpool(path: string): Spool {
  let held: Uint8Array[] = []
  let size = 0
  let written = 0
  let file: FileHandle | undefined
  let flushing: Promise<void> = Promise.resolve()

  const write = async () => {
    file ??= await createFile(path)
    const bytes = Buffer.concat(held)
    held = []
    for (let done = 0; done < bytes.byteLength; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, written)
      done += bytesWritten
      written += bytesWritten
    }
  }
  // Parts are read while more is added: two writes at once would meet at the same place of the file.
  const flush = () => {
    flushing = flushing.then(write)
    return flushing
  }

  return {
    get size() {
      return size
    },
    add: async (chunk) => {
      held.push(chunk)
      size += chunk.byteLength
      if (size - written > MEMORY_BYTES) await flush()
    },
    read: async (from, bytes) => {
      if (file === undefined) return Buffer.concat(held).subarray(from, from + bytes)
      if (from + bytes > written) await flush()
      const part = Buffer.allocUnsafe(bytes)
      for (let done = 0; done < bytes; ) {
        const { bytesRead } = await file.read(part, done, bytes - done, from + done)
        if (bytesRead === 0) throw new Error('a spool is shorter than what was written to it')
        done += bytesRead
      }
      return part
    },
    close: async () => {
      await flushing.catch(() => {})
      await file?.close()
      if (file !== undefined) await rm(path, { force: true })
    },
  }
}

async function createFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return open(path, 'wx+', 0o600)
}

// One entry of a backup: compressed and hashed as it is written, and read again from where it lies.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { CHECK_EVERY_BYTES, freeBytes, RESERVE_BYTES } from '#platform/blobs/disk/free-space.ts'
import { BackupError } from './backup-error.ts'
import { type Backup, damaged, type Entry } from './backup-files.ts'

const PIECE_BYTES = 1024 * 1024
const ZSTD = {
  chunkSize: PIECE_BYTES,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
}

/** writeEntry writes a stream into an entry, compressed with zstd. The disk keeps some room for others. */
export async function writeEntry(folder: string, name: string, source: Readable): Promise<Entry> {
  const [read, written, room] = [count(), count(), leaveRoom(folder)]
  const hash = createHash('sha256')
  const file = createWriteStream(join(folder, name), {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: 4 * PIECE_BYTES,
  })
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of written.pass(chunks)) {
      await room(chunk.length)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(source, read.pass, createZstdCompress(ZSTD), hashed, file)
  return { name, bytes: written.bytes(), sha256: hash.digest('hex'), unpacked: read.bytes() }
}

/** noteEntry returns the entry of a file that is in the folder as it is. */
export async function noteEntry(folder: string, name: string): Promise<Entry> {
  const { size } = await stat(join(folder, name))
  return { name, bytes: size, sha256: await hashOf(folder, name), unpacked: size }
}

/** checkEntries reads all of a backup, and throws a BackupError for the first entry that is not what was written. */
export async function checkEntries({ folder, entries }: Pick<Backup, 'folder' | 'entries'>): Promise<void> {
  for (const { name, bytes, sha256 } of entries) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.size !== bytes || (await hashOf(folder, name)) !== sha256) throw damaged(folder, name)
  }
}

async function hashOf(folder: string, name: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, name), { highWaterMark: PIECE_BYTES }), hash)
  return hash.digest('hex')
}

function count() {
  let total = 0
  return {
    bytes: () => total,
    pass: async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        total += chunk.length
        yield chunk
      }
    },
  }
}

// The database may be on the same disk, and cannot go on without room.
function leaveRoom(folder: string) {
  let left = 0
  return async (bytes: number) => {
    left -= bytes
    if (left > 0) return
    left = CHECK_EVERY_BYTES
    if ((await freeBytes(folder)) > RESERVE_BYTES) return
    throw new BackupError(`The backup could not be written to ${folder}: its disk is nearly full.`)
  }
}

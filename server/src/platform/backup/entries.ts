// One entry of a backup: packed as its name says (`.zst`, `.age`) and hashed as it is written, and read again from where it lies.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { freeBytes, watchRoom } from '#platform/blobs/disk/free-space.ts'
import { type AgeKey, type AgeLock, decryptAge, encryptAge, WrongAgeKey } from '#platform/crypto/age.ts'
import { BackupError } from './backup-error.ts'
import { AGE, type Backup, damaged, type Entry } from './backup-files.ts'

const PIECE_BYTES = 1024 * 1024
const ZSTD = {
  chunkSize: PIECE_BYTES,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
}

type Bytes = AsyncIterable<Uint8Array>

/** writeEntry writes bytes into an entry; one that ends with `.age` is for the lock. The disk keeps some room for others. */
export async function writeEntry(
  folder: string,
  name: string,
  source: Bytes,
  lock?: AgeLock,
): Promise<Entry> {
  const [read, written] = [count(), count()]
  const full = `The backup could not be written to ${folder}: its disk is nearly full.`
  const takeRoom = watchRoom(folder, freeBytes, () => new BackupError(full))
  const hash = createHash('sha256')
  const file = createWriteStream(join(folder, name), {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: 4 * PIECE_BYTES,
  })
  const hashed = async function* (chunks: Bytes) {
    for await (const chunk of written.pass(chunks)) {
      await takeRoom(chunk.length)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(pack(name, read.pass(source), lock), hashed, file)
  return { name, bytes: written.bytes(), sha256: hash.digest('hex'), unpacked: read.bytes() }
}

/** readEntry returns what was written into an entry. It throws a BackupError where there is no key that opens it, and where it is longer or shorter. */
export async function* readEntry(
  { folder }: Pick<Backup, 'folder'>,
  { name, unpacked }: Entry,
  key?: AgeKey,
): AsyncGenerator<Uint8Array> {
  const content = count()
  const file = createReadStream(join(folder, name), { highWaterMark: PIECE_BYTES })
  for await (const chunk of content.pass(unpack(folder, name, file, key))) {
    if (content.bytes() > unpacked) throw damaged(folder, name)
    yield chunk
  }
  if (content.bytes() < unpacked) throw damaged(folder, name)
}

function pack(name: string, content: Bytes, lock: AgeLock | undefined): Bytes {
  const packed = /\.zst\b/.test(name) ? through(createZstdCompress(ZSTD), content) : content
  if (!name.endsWith(AGE)) return packed
  if (lock === undefined) throw new Error(`${name} has nobody to be encrypted for`)
  return encryptAge(packed, lock)
}

function unpack(folder: string, name: string, bytes: Bytes, key: AgeKey | undefined): Bytes {
  const packed = name.endsWith(AGE) ? decrypt(folder, name, bytes, key) : bytes
  return /\.zst\b/.test(name) ? through(createZstdDecompress({ chunkSize: PIECE_BYTES }), packed) : packed
}

async function* decrypt(folder: string, name: string, bytes: Bytes, key: AgeKey | undefined) {
  if (key === undefined) throw new BackupError(`The backup in ${folder} is encrypted: name what opens it.`)
  try {
    yield* decryptAge(bytes, key)
  } catch (error) {
    if (!(error instanceof WrongAgeKey)) throw damaged(folder, name)
    const what = 'passphrase' in key ? 'passphrase' : 'identity'
    throw new BackupError(`This ${what} does not open the backup in ${folder}.`, { cause: error })
  }
}

async function* through(transform: Duplex, bytes: Bytes): AsyncGenerator<Uint8Array> {
  const feeding = pipeline(bytes, transform)
  // Reported below, to who reads.
  feeding.catch(() => {})
  yield* transform
  await feeding
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
    pass: async function* (chunks: Bytes) {
      for await (const chunk of chunks) {
        total += chunk.length
        yield chunk
      }
    },
  }
}

// One entry of a backup: packed as its name says (`.zst`, `.age`) and hashed as it is written, and read again from where it lies.
import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type AgeKey, type AgeLock, decryptAge, encryptAge, WrongAgeKey } from '#platform/crypto/age.ts'
import { BackupError } from './backup-error.ts'
import { AGE, type Backup, damaged, type Entry } from './backup-files.ts'
import { type BackupFiles, FileMissing } from './place.ts'

const PIECE_BYTES = 1024 * 1024
const ZSTD = {
  chunkSize: PIECE_BYTES,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
}

type Bytes = AsyncIterable<Uint8Array>

/** writeEntry writes bytes into an entry; one that ends with `.age` is for the lock. */
export async function writeEntry(
  files: BackupFiles,
  name: string,
  source: Bytes,
  lock?: AgeLock,
): Promise<Entry> {
  const [read, written] = [count(), hashed()]
  await files.write(name, written.pass(pack(name, read.pass(source), lock)))
  return { name, ...written.result(), unpacked: read.bytes() }
}

/** readEntry returns what was written into an entry. It throws a BackupError where there is no key that opens it, and where it is longer or shorter. */
export async function* readEntry(
  { files }: Pick<Backup, 'files'>,
  { name, unpacked }: Entry,
  key?: AgeKey,
): AsyncGenerator<Uint8Array> {
  const content = count()
  for await (const chunk of content.pass(unpack(files, name, key))) {
    if (content.bytes() > unpacked) throw damaged(files, name)
    yield chunk
  }
  if (content.bytes() < unpacked) throw damaged(files, name)
}

function pack(name: string, content: Bytes, lock: AgeLock | undefined): Bytes {
  const packed = /\.zst\b/.test(name) ? through(createZstdCompress(ZSTD), content) : content
  if (!name.endsWith(AGE)) return packed
  if (lock === undefined) throw new Error(`${name} has nobody to be encrypted for`)
  return encryptAge(packed, lock)
}

function unpack(files: BackupFiles, name: string, key: AgeKey | undefined): Bytes {
  const bytes = files.read(name)
  const packed = name.endsWith(AGE) ? decrypt(files, name, bytes, key) : bytes
  return /\.zst\b/.test(name) ? through(createZstdDecompress({ chunkSize: PIECE_BYTES }), packed) : packed
}

async function* decrypt(files: BackupFiles, name: string, bytes: Bytes, key: AgeKey | undefined) {
  if (key === undefined)
    throw new BackupError(`The backup in ${files.address} is encrypted: name what opens it.`)
  try {
    yield* decryptAge(bytes, key)
  } catch (error) {
    if (!(error instanceof WrongAgeKey)) throw damaged(files, name)
    const what = 'passphrase' in key ? 'passphrase' : 'identity'
    throw new BackupError(`This ${what} does not open the backup in ${files.address}.`, { cause: error })
  }
}

async function* through(transform: Duplex, bytes: Bytes): AsyncGenerator<Uint8Array> {
  const feeding = pipeline(bytes, transform)
  // Reported below, to who reads.
  feeding.catch(() => {})
  yield* transform
  await feeding
}

/** noteEntry returns the entry of a file that is there as it is. */
export async function noteEntry(files: BackupFiles, name: string): Promise<Entry> {
  const { bytes, sha256 } = await digest(files, name)
  return { name, bytes, sha256, unpacked: bytes }
}

/** checkEntries reads all of a backup, and throws a BackupError for the first entry that is not what was written. */
export async function checkEntries({ files, entries }: Pick<Backup, 'files' | 'entries'>): Promise<void> {
  for (const { name, bytes, sha256 } of entries) {
    const found = await digest(files, name).catch((error) => {
      throw error instanceof FileMissing ? damaged(files, name) : error
    })
    if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged(files, name)
  }
}

async function digest(files: BackupFiles, name: string) {
  const all = hashed()
  for await (const _ of all.pass(files.read(name)));
  return all.result()
}

function hashed() {
  const [hash, counted] = [createHash('sha256'), count()]
  return {
    result: () => ({ bytes: counted.bytes(), sha256: hash.digest('hex') }),
    pass: async function* (chunks: Bytes) {
      for await (const chunk of counted.pass(chunks)) {
        hash.update(chunk)
        yield chunk
      }
    },
  }
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

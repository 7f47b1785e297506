// The checksums that S3 clients send of bodies, in a header or behind the body.
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { s3Error } from './s3-errors.ts'

/** Checksum takes bytes and is compared with what a client has sent. */
export interface Checksum {
  readonly header: string
  update(bytes: Uint8Array): void
  /** base64 returns the checksum of all bytes. */
  base64(): string
}

const PREFIX = 'x-amz-checksum-'

/** isChecksumHeader tells whether a header is the checksum of a body. */
export function isChecksumHeader(name: string): boolean {
  return name.startsWith(PREFIX) && name !== `${PREFIX}algorithm` && name !== `${PREFIX}type`
}

/** openChecksum returns the checksum of a header, or throws 400 where it is unknown. */
export function openChecksum(header: string): Checksum {
  const algorithm = header.slice(PREFIX.length)
  if (algorithm === 'sha256' || algorithm === 'sha1') {
    const hash = createHash(algorithm)
    return { header, update: (bytes) => hash.update(bytes), base64: () => hash.digest('base64') }
  }
  const step = CYCLIC[algorithm]
  if (step === undefined)
    throw s3Error(
      'InvalidRequest',
      `${header.slice(0, 100)} is not supported. Send a CRC32, CRC32C, SHA1 or SHA256.`,
    )
  let value = 0
  return {
    header,
    update: (bytes) => {
      value = step(bytes, value)
    },
    base64: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

const CYCLIC: Readonly<Record<string, (bytes: Uint8Array, value: number) => number>> = { crc32, crc32c }

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value
})

function crc32c(bytes: Uint8Array, before: number): number {
  let value = ~before
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 255] ?? 0)
  return ~value >>> 0
}

/** checked passes a body on, and throws 400 at its end where it does not have the checksum that was announced. */
export async function* checked(
  body: AsyncIterable<Uint8Array>,
  checksum: Checksum,
  expected: string,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    checksum.update(bytes)
    yield bytes
  }
  if (checksum.base64() !== expected) throw wrongChecksum(checksum.header)
}

/** wrongChecksum returns the 400 of a body that is not what its checksum says. */
export function wrongChecksum(header: string) {
  return s3Error('BadDigest', `The ${header} of the bytes that arrived is not the one that was announced.`)
}

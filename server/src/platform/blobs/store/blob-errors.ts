// What can be wrong with bytes, as clients see it.
import { AppError, invalidInput } from '#platform/errors/app-error.ts'

/** BlobMissing is thrown where a blob is read that is not in the store. */
export class BlobMissing extends Error {
  override name = 'BlobMissing'
  readonly key: string

  constructor(key: string) {
    super(`the blob ${key} is not in the store`)
    this.key = key
  }
}

/** noRoom returns the 507 of a store that is full. */
export function noRoom(cause?: unknown): AppError {
  return new AppError('insufficient_storage', undefined, { cause })
}

/** tooLarge returns the 413 of a body that has more bytes than are allowed. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', `The file is too large: it can have ${maxBytes} bytes at most.`, {
    details: { max_bytes: maxBytes },
  })
}

/** wrongSize returns the 400 of a body with another length than was announced. */
export function wrongSize(announced: number, received: number): AppError {
  const much = received > announced ? 'more' : `only ${received}`
  return invalidInput(
    `The file was announced with ${announced} bytes, but ${much} arrived. Send exactly as many as announced.`,
    { announced },
  )
}

/** wrongDigest returns the 400 of a body that is not what its checksum says. */
export function wrongDigest(algorithm: string): AppError {
  return invalidInput(`The ${algorithm} of the bytes that arrived is not the one that was announced.`, {
    checksum: algorithm,
  })
}

// What goes wrong between this server and an S3 server, as clients may see it: no word of the other server reaches them.
import { BlobMissing, noRoom } from '#platform/blobs/store/blob-errors.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Log } from '#platform/log/log.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity'])

interface S3Failure {
  readonly name?: string
  readonly code?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** isMissing tells whether an S3 server has answered that there is no such object. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as S3Failure
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}

/** translate returns a 503 or 507 for what an S3 server or the way to it has failed at, and our own errors as they are. */
export function translate(error: unknown, log: Log): unknown {
  if (error instanceof AppError || error instanceof BlobMissing) return error
  if (error instanceof BodyFailed) return error.cause
  if (FULL.has(nameOf(error))) return noRoom(error)
  log.warn({ err: error }, 'the S3 server has failed')
  return new AppError('unavailable', 'Stored files cannot be reached right now. Try again shortly.', {
    cause: error,
    headers: { 'retry-after': '1' },
  })
}

/** BodyFailed has what a body threw that was to be sent to an S3 server. */
export class BodyFailed extends Error {}

// An error of the disk has a code where one of S3 has a name.
function nameOf(error: unknown): string {
  const { name = '', code } = error as S3Failure
  return code ?? name
}

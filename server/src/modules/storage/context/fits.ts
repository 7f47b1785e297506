// What a bucket takes: types of files, and how large they may be.
import { AppError, conflict } from '#platform/errors/app-error.ts'
import type { Bucket } from './buckets.store.ts'

/** checkFits throws where a bucket does not take a file of this size and type. */
export function checkFits(bucket: Bucket, file: { readonly size: number; readonly mime_type: string }): void {
  checkOpen(bucket)
  if (bucket.file_size_limit !== null && file.size > bucket.file_size_limit)
    throw tooLarge(bucket, bucket.file_size_limit)
  checkAllowed(file.mime_type, bucket.allowed_mime_types)
}

/** checkOpen throws 409 where a bucket is being deleted. */
export function checkOpen({ slug, is_emptying }: Bucket): void {
  if (is_emptying) throw conflict('wrong_state', `The bucket ${slug} is being deleted.`)
}

/** checkAllowed throws 415 where a bucket does not take a type. */
export function checkAllowed(type: string, allowed: readonly string[] | null): void {
  if (allowed === null || allowed.some((one) => matches(one, type))) return
  throw new AppError(
    'unsupported_media_type',
    `This bucket does not take files of type ${type}. It takes ${allowed.join(', ')}.`,
    { details: { mime_type: type, allowed_mime_types: allowed } },
  )
}

/** tooLarge is the 413 of a file that is larger than its bucket takes. */
export function tooLarge({ slug }: Bucket, limit: number): AppError {
  return new AppError(
    'payload_too_large',
    `The file is too large: files in ${slug} can have ${limit} bytes at most.`,
    { details: { max_bytes: limit } },
  )
}

function matches(pattern: string, type: string): boolean {
  return pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)))
}

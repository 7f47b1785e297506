// Errors by the codes that S3 clients know.
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'

// S3's codes, and which of our outcomes each is.
const CODES = {
  AccessDenied: 'forbidden',
  SignatureDoesNotMatch: 'forbidden',
  InvalidAccessKeyId: 'forbidden',
  RequestTimeTooSkewed: 'forbidden',
  NoSuchBucket: 'not_found',
  NoSuchKey: 'not_found',
  NoSuchUpload: 'not_found',
  BucketAlreadyOwnedByYou: 'conflict',
  BucketNotEmpty: 'conflict',
  InvalidRequest: 'invalid_input',
  InvalidURI: 'invalid_input',
  InvalidPart: 'invalid_input',
  InvalidPartNumber: 'range_not_satisfiable',
  InvalidPartOrder: 'invalid_input',
  MalformedXML: 'invalid_input',
  IncompleteBody: 'invalid_input',
  BadDigest: 'invalid_input',
  XAmzContentSHA256Mismatch: 'invalid_input',
  NotImplemented: 'invalid_input',
} as const satisfies Record<string, ErrorCode>

/** S3Code is a code that S3 clients know. */
export type S3Code = keyof typeof CODES

// What errors are that other parts of the server throw, by their status. Clients try again after SlowDown and InternalError.
const OTHERS: Readonly<Record<number, readonly [string, number]>> = {
  400: ['InvalidRequest', 400],
  401: ['AccessDenied', 403],
  403: ['AccessDenied', 403],
  404: ['NoSuchKey', 404],
  408: ['RequestTimeout', 400],
  409: ['OperationAborted', 409],
  412: ['PreconditionFailed', 412],
  413: ['EntityTooLarge', 400],
  415: ['InvalidRequest', 400],
  416: ['InvalidRange', 416],
  429: ['SlowDown', 503],
  503: ['SlowDown', 503],
  504: ['SlowDown', 503],
}

class S3Error extends AppError {
  readonly s3Code: S3Code

  constructor(code: S3Code, message: string) {
    super(CODES[code], message)
    this.s3Code = code
  }
}

/** s3Error returns an error with a code of S3. */
export function s3Error(code: S3Code, message: string): AppError {
  return new S3Error(code, message)
}

/** codeOf returns the code and status that S3 clients see of an error. */
export function codeOf(error: AppError): readonly [string, number] {
  if (error instanceof S3Error) return [error.s3Code, error.status]
  return OTHERS[error.status] ?? ['InternalError', error.status]
}

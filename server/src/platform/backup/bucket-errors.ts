// What fails at an S3 server: asked again where that may help, and said in a sentence.
import { setTimeout as pass } from 'node:timers/promises'
import { BackupError, PlaceUnreachable } from './backup-error.ts'
import { FileMissing } from './place.ts'

/** WAITS_MS is how long is waited before each further attempt: a minute in all, in which a server is started anew. */
export const WAITS_MS: readonly number[] = [1000, 2000, 4000, 8000, 15_000, 30_000]

/** MOST_MS is after how long no further attempt begins, however few there were: a server that does not answer takes long for each. */
export const MOST_MS = 5 * 60_000

const AGAIN = new Set([408, 429])
const SKEWED = 'RequestTimeTooSkewed'
// The client sets itself by the server's clock once that has refused its own; what was spoilt on its way is sent again.
const PASSING = new Set([
  SKEWED,
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'IncompleteBody',
  'RequestTimeout',
])

interface Failure extends Error {
  readonly code?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Patience says how often and for how long a server is asked again. */
export interface Patience {
  /** waits is how many milliseconds pass before each further attempt. */
  readonly waits: readonly number[]
  readonly mostMs: number
  /** stopping ends it at once. */
  readonly stopping: AbortSignal | undefined
}

/** Attempts counts attempts at one thing. */
export class Attempts {
  readonly #patience: Patience
  readonly #begun = performance.now()
  #failed = 0

  constructor(patience: Patience) {
    this.#patience = patience
  }

  /** next settles when the next attempt is due. It throws the error of the last one where there is none. */
  async next(error: unknown): Promise<void> {
    const { waits, mostMs, stopping } = this.#patience
    const wait = waits[this.#failed++]
    const isOver = stopping?.aborted === true || performance.now() - this.#begun >= mostMs
    if (wait === undefined || isOver) throw error
    await pass(wait, undefined, { signal: stopping })
  }
}

/** again does work until it succeeds, fails for good, or there are no further attempts. */
export async function again<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  for (const attempts = new Attempts(patience); ; ) {
    patience.stopping?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      await attempts.next(error)
    }
  }
}

/** isMissing tells whether a server has answered that there is no such object, in a bucket that there is. */
export function isMissing(error: unknown): boolean {
  return (error as Failure).name === 'NoSuchKey'
}

/** explain returns a BackupError for what a server or the way to it has failed at, and our own errors as they are. */
export function explain(error: unknown, bucket: string, endpoint = 'Amazon S3'): unknown {
  if (isOwn(error)) return error
  const { name, code, message, $metadata } = error as Failure
  const status = $metadata?.httpStatusCode
  const what = [status, code ?? name].filter(Boolean).join(' ')
  if (name === 'NoSuchBucket')
    return new BackupError(`There is no bucket ${bucket} at ${endpoint}.`, { cause: error })
  if (name === SKEWED)
    return new BackupError(`The clocks of this machine and of ${endpoint} differ. Set the wrong one right.`, {
      cause: error,
    })
  if (isDenied(error))
    return new BackupError(
      `${endpoint} refuses access to the bucket ${bucket}: ${what}. Check the access key and what it is allowed to do.`,
      { cause: error },
    )
  if (isRedirect(status))
    return new BackupError(
      `${endpoint} has the bucket ${bucket} elsewhere: ${what}. Set the endpoint and the region of the bucket.`,
      { cause: error },
    )
  if (status !== undefined && status < 500)
    return new BackupError(`${endpoint} refuses a request for the bucket ${bucket}: ${what}: ${message}`, {
      cause: error,
    })
  return new PlaceUnreachable(
    `${endpoint} does not serve the bucket ${bucket}, also when it is asked again: ${what}.`,
    { cause: error },
  )
}

function isPassing(error: unknown): boolean {
  if (isOwn(error)) return false
  const { name, code, $metadata: { httpStatusCode: status } = {} } = error as Failure
  if (PASSING.has(name)) return true
  if (code === 'ENOTFOUND' || isDenied(error) || isRedirect(status)) return false
  return status === undefined || status < 400 || status >= 500 || AGAIN.has(status)
}

// Such as that of a bucket in another region.
function isRedirect(status = 0): boolean {
  return status >= 300 && status < 400
}

// Of one object among several, the answer as a whole has another status.
function isDenied(error: unknown): boolean {
  const { name, $metadata } = error as Failure
  return name === 'AccessDenied' || [401, 403].includes($metadata?.httpStatusCode ?? 0)
}

function isOwn(error: unknown): boolean {
  return error instanceof BackupError || error instanceof FileMissing
}

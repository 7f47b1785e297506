// What a write may ask of the file that it replaces, changes or deletes (RFC 9110, 13). It is read here, and decided by the statement
// that writes: once it holds the row, PostgreSQL compares with what the row is by then.
import type { IncomingHttpHeaders } from 'node:http'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { checkConditions } from '#platform/http/routes/conditions.ts'
import type { StorageObject } from './objects.store.ts'

/**
 * WriteCondition is `absent` where no file of that name may be there, `present` where one must be, or the checksums of which it
 * must have one.
 */
export type WriteCondition = 'absent' | 'present' | readonly string[]

/** HeldCondition is a condition on a file that is there. */
export type HeldCondition = Exclude<WriteCondition, 'absent'>

/** BOTH and MATCH are the conditions that a write can take. */
export const BOTH = ['if-match', 'if-none-match'] as const
export const MATCH = ['if-match'] as const

/** readCondition returns the condition of a write, or throws a 400 where its headers have one that it does not take. */
export function readCondition(
  headers: IncomingHttpHeaders,
  taken: readonly string[] = BOTH,
): WriteCondition | undefined {
  checkConditions(headers, taken)
  const { 'if-match': match, 'if-none-match': none } = headers
  if (none === undefined) return match === undefined ? undefined : readMatch(match)
  if (none.trim() !== '*')
    throw invalidInput('If-None-Match: must be *, which writes only where no file of that name is there.')
  if (match !== undefined) throw invalidInput('If-Match and If-None-Match: no file can meet both.')
  return 'absent'
}

/** readHeld returns the condition of a request that takes If-Match alone. */
export function readHeld(headers: IncomingHttpHeaders): HeldCondition | undefined {
  const condition = readCondition(headers, MATCH)
  return condition === 'absent' ? undefined : condition
}

const ETAG = /^(?:W\/)?"?([0-9a-f]{64})"?$/

/**
 * readMatch returns which files an If-Match means. Quotes may be missing, and proxies that compress mark a tag as weak: the ETag
 * of a file is the hash of its bytes all the same. One that is no such hash is of no file.
 */
export function readMatch(text: string): HeldCondition {
  if (text.trim() === '*') return 'present'
  return text.split(',').flatMap((one) => ETAG.exec(one.trim())?.[1] ?? [])
}

/** heldSql returns the part of a statement's `where` that holds a row of `o` against a condition; `parameter` adds a value. */
export function heldSql(condition: HeldCondition | undefined, parameter: (value: string) => string): string {
  if (condition === undefined || condition === 'present') return ''
  return ` and o.checksum = any(${parameter(`{${condition.join()}}`)}::text[])`
}

/** isHeld reports whether a file that was found, or none, meets a condition. */
export function isHeld(object: StorageObject | undefined, condition: HeldCondition): boolean {
  if (object === undefined) return false
  return condition === 'present' || condition.includes(object.checksum)
}

/** conditionFailed is the 412 of a file that is not what a condition asks for. */
export function conditionFailed(name: string, condition: WriteCondition): AppError {
  return new AppError(
    'precondition_failed',
    condition === 'absent'
      ? `If-None-Match: ${name} exists already.`
      : `If-Match: ${name} is not the file that was named, or is not there. Read it again.`,
  )
}

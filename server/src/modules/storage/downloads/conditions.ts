// Whether a request wants an answer at all, by what its client has already (RFC 9110, 13).
import type { IncomingHttpHeaders } from 'node:http'
import { namesTag } from '#platform/http/answers/entity-tags.ts'
import { readHttpDate } from '#platform/http/http-date.ts'

/** Validators tell one state of a file from another. */
export interface Validators {
  readonly etag: string
  readonly modified: Date
}

/** outcomeOf returns 412 or 304 where the conditions of a request are not met, in the order of the RFC. */
export function outcomeOf(headers: IncomingHttpHeaders, validators: Validators): 200 | 304 | 412 {
  const { etag } = validators
  if (headers['if-match'] !== undefined) {
    if (!namesTag(headers['if-match'], etag)) return 412
  } else if (isBefore(headers['if-unmodified-since'], validators)) return 412
  if (headers['if-none-match'] !== undefined) return namesTag(headers['if-none-match'], etag) ? 304 : 200
  const since = timeOf(headers['if-modified-since'])
  return since !== undefined && secondsOf(validators.modified) <= since ? 304 : 200
}

/** wantsRange reports whether the part of a file that a client has is of this state; otherwise it gets the whole. */
export function wantsRange(header: string | string[] | undefined, { etag, modified }: Validators): boolean {
  if (header === undefined) return true
  const text = String(header)
  if (text.startsWith('"')) return text === etag
  return timeOf(text) === secondsOf(modified)
}

function isBefore(header: string | undefined, { modified }: Validators): boolean {
  const time = timeOf(header)
  return time !== undefined && secondsOf(modified) > time
}

function timeOf(header: string | undefined): number | undefined {
  const time = header === undefined ? undefined : readHttpDate(header)
  return time === undefined ? undefined : time / 1000
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

// The headers of requests and answers and the refusals of the API, described once and referred to by every route.
import type { JsonSchema } from './api-schemas.ts'

const text = { type: 'string' }
const whole = { type: 'integer', minimum: 0 }

/** REQUEST_HEADERS are the headers that routes take besides their credentials. */
export const REQUEST_HEADERS = {
  'Idempotency-Key': {
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'Makes a repeat safe: the same key and body get the first answer again, for 24 hours.',
    example: 'order-1001',
  },
  Prefer: {
    schema: text,
    description:
      '`resolution=merge-duplicates` updates rows that exist by `on_conflict`; `resolution=ignore-duplicates` leaves them. ' +
      'Of a list: `count=exact`, `count=planned` or `count=estimated`. ' +
      'Of a write by filter: `return=representation`, `max-affected=10`.',
    example: 'resolution=merge-duplicates',
  },
  'If-None-Match': {
    schema: text,
    description:
      'The `ETag` of what you have: where it is the same still, the answer is 304. Of a write of a file: `*`, which writes ' +
      'only where none of that name is there; otherwise the answer is 412.',
    example: '"7421-a1b2c3d4"',
  },
  'If-Match': {
    schema: text,
    description:
      'The `ETag` that the row or file must still have; otherwise the answer is 412, and nothing is written.',
    example: '"7421-a1b2c3d4"',
  },
  'X-Msingi-As': {
    schema: { type: 'string', pattern: '^(user:[0-9a-fA-F-]{36}|key:[0-9a-fA-F-]{36}|key:publishable)$' },
    description:
      'For dashboard users: acts as an end user or a key of the project. Reads answer what that caller sees. Writes are ' +
      'tried and undone; `details` of the answer has `undone: true` and the policies that decided.',
    example: 'key:publishable',
  },
  'Last-Event-ID': {
    schema: { type: 'string', maxLength: 100 },
    description: 'The id of the last event that was received: the stream goes on behind it.',
    example: '0198c1d2-0000-7000-8000-000000000001',
  },
  'X-Msingi-Session': {
    schema: { type: 'string', const: 'cookie' },
    description:
      'For pages of this server: the refresh token is kept in a cookie that no script can read, and is in no body.',
    example: 'cookie',
  },
} as const

/** RequestHeader names a header that a route takes. */
export type RequestHeader = keyof typeof REQUEST_HEADERS

/** RESPONSE_HEADERS are the headers of answers. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': { schema: { type: 'string', format: 'uuid' }, description: 'Names the request in logs.' },
  'RateLimit-Limit': { schema: whole, description: 'How many requests a window holds.' },
  'RateLimit-Remaining': { schema: whole, description: 'How many of them are left.' },
  'RateLimit-Reset': { schema: whole, description: 'Seconds until the window ends.' },
  'Retry-After': { schema: whole, description: 'Seconds after which a repeat can succeed.' },
  'X-Next-Cursor': { schema: text, description: '`cursor` of the next page; missing on the last.' },
  'X-Prev-Cursor': { schema: text, description: '`cursor` of the page before; missing on the first.' },
  'X-Total-Count': {
    schema: whole,
    description: 'How many entries there are on all pages, where they are counted.',
  },
  'Content-Range': {
    schema: text,
    description:
      'Which of all rows these are, as `0-49/1234`, with `Prefer: count=…`; how many rows were written, as `*/3`.',
  },
  'Preference-Applied': { schema: text, description: 'What of the header Prefer was done.' },
  Link: {
    schema: text,
    description:
      'The address of the next page, as `<…>; rel="next"`, and of the one before, with `rel="prev"`.',
  },
  ETag: { schema: text, description: 'Names what is in the answer, for If-None-Match and If-Match.' },
  'Idempotency-Replayed': {
    schema: { type: 'string', const: 'true' },
    description: 'The answer is that of an earlier request with the same Idempotency-Key.',
  },
  'X-Msingi-Hint': {
    schema: text,
    description: 'In development: what about the request is probably not as it was meant.',
  },
  'WWW-Authenticate': { schema: text, description: 'The kind of credential that helps: `Bearer`.' },
  Location: { schema: { type: 'string', format: 'uri' }, description: 'Where to go on.' },
} as const

/** ResponseHeader names a header of an answer. */
export type ResponseHeader = keyof typeof RESPONSE_HEADERS

/** EVENT_SOURCE is the type of streams of server-sent events. */
export const EVENT_SOURCE = 'text/event-stream'

/** PAGE_HEADERS say where the next page of a list is. */
export const PAGE_HEADERS: readonly ResponseHeader[] = ['X-Next-Cursor', 'Link']
/** LIMIT_HEADERS are on every answer that rate limits count. */
export const LIMIT_HEADERS: readonly ResponseHeader[] = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

/** headersOf refers to headers of answers by name. */
export function headersOf(names: readonly ResponseHeader[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

interface Refusal {
  readonly name: string
  readonly description: string
  readonly headers?: readonly ResponseHeader[]
  /** shows are the statuses whose examples it shows, where it is not the refusal of one status alone. */
  readonly shows?: readonly number[]
}

/** REFUSALS are the refusals by status, all with the body `Error`. */
export const REFUSALS: Readonly<Record<string, Refusal>> = {
  400: { name: 'BadRequest', description: 'The request is not valid; `errors` says what of it.' },
  401: {
    name: 'Unauthorized',
    description: 'The credential is missing, expired or not valid: a stream is not tried again with it.',
    headers: ['WWW-Authenticate', ...LIMIT_HEADERS],
  },
  404: {
    name: 'NotFound',
    description: 'There is nothing by that name or id, or the caller may not see it.',
  },
  409: { name: 'Conflict', description: 'This conflicts with what is already there.' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests.',
    headers: ['Retry-After', ...LIMIT_HEADERS],
  },
  default: {
    name: 'Refused',
    description:
      'Any other refusal: 400 of a request that is not valid, 401 where credentials are missing, expired or not valid, 403 ' +
      'where they do not allow this, 405 of a method, 412 where If-Match is not met, 413 and 415 of a body, 429 of too many ' +
      'requests, 500, and 503 or 504 where the database is not reached.',
    headers: ['WWW-Authenticate', 'Retry-After', ...LIMIT_HEADERS],
    shows: [401, 403],
  },
}

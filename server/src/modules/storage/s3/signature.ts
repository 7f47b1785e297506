// AWS Signature Version 4, as S3 uses it: what a client has signed, in the header or in the address, and whether it fits.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { s3Error } from './s3-errors.ts'

/** Signed is what a client says of its signature. */
export interface Signed {
  readonly accessKeyId: string
  /** day, region and service are the scope of the signing key. */
  readonly day: string
  readonly region: string
  /** date is when the request was signed, such as 20260131T235959Z. */
  readonly date: string
  readonly headers: readonly string[]
  readonly signature: string
  /** expires is the number of seconds for which an address is valid; undefined for a header. */
  readonly expires: number | undefined
  /** payload is the SHA-256 of the body, or a word that says how the body is signed. */
  readonly payload: string
}

/** SignedRequest is the part of a request that is signed. */
export interface SignedRequest {
  readonly method: string
  /** url is the path and the query, as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** EMPTY_SHA256 is the SHA-256 of nothing. */
export const EMPTY_SHA256 = createHash('sha256').digest('hex')

const ALGORITHM = 'AWS4-HMAC-SHA256'
const MAX_SKEW_MS = 15 * 60_000
const MAX_EXPIRES = 7 * 24 * 3600
const SIGNATURE = 'X-Amz-Signature'
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** readSigned returns what a request says of its signature, or throws 403 where it is not signed. */
export function readSigned({ url, headers }: SignedRequest): Signed {
  const query = new URLSearchParams(url.slice(queryStart(url)))
  const isInAddress = query.has('X-Amz-Algorithm')
  const signed = isInAddress ? fromQuery(query) : fromHeader(headers)
  if (!signed.headers.includes('host')) throw s3Error('AccessDenied', 'The header Host must be signed.')
  // What is not signed could have been added by somebody else, such as who was given an address to upload to.
  const added = Object.keys(headers).find(
    (name) =>
      name.startsWith('x-amz-') &&
      !signed.headers.includes(name) &&
      !(isInAddress && name === 'x-amz-content-sha256'),
  )
  if (added !== undefined) throw s3Error('AccessDenied', `The header ${added.slice(0, 100)} must be signed.`)
  return signed
}

function fromHeader(headers: IncomingHttpHeaders): Signed {
  const { authorization = '' } = headers
  if (!authorization.startsWith(`${ALGORITHM} `))
    throw s3Error('AccessDenied', `Requests must be signed with ${ALGORITHM}.`)
  const fields = Object.fromEntries(
    authorization
      .slice(ALGORITHM.length)
      .split(',', 10)
      .map((field) => {
        const [name = '', ...value] = field.trim().split('=')
        return [name, value.join('=')]
      }),
  )
  const payload = headers['x-amz-content-sha256']
  if (typeof payload !== 'string')
    throw s3Error('InvalidRequest', 'The header x-amz-content-sha256 is missing.')
  return {
    ...scopeOf(fields.Credential),
    date: String(headers['x-amz-date'] ?? ''),
    headers: (fields.SignedHeaders ?? '').split(';'),
    signature: fields.Signature ?? '',
    expires: undefined,
    payload,
  }
}

function fromQuery(query: URLSearchParams): Signed {
  if (query.get('X-Amz-Algorithm') !== ALGORITHM)
    throw s3Error('AccessDenied', `X-Amz-Algorithm must be ${ALGORITHM}.`)
  const expires = Number(query.get('X-Amz-Expires') ?? Number.NaN)
  if (!Number.isInteger(expires) || expires < 1 || expires > MAX_EXPIRES)
    throw s3Error('InvalidRequest', `X-Amz-Expires must be between 1 and ${MAX_EXPIRES} seconds.`)
  return {
    ...scopeOf(query.get('X-Amz-Credential') ?? undefined),
    date: query.get('X-Amz-Date') ?? '',
    headers: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get(SIGNATURE) ?? '',
    expires,
    payload: 'UNSIGNED-PAYLOAD',
  }
}

function scopeOf(credential = ''): Pick<Signed, 'accessKeyId' | 'day' | 'region'> {
  const [accessKeyId = '', day = '', region = '', service, end, ...rest] = credential.split('/', 7)
  if (service !== 's3' || end !== 'aws4_request' || rest.length > 0 || !/^\d{8}$/.test(day))
    throw s3Error('AccessDenied', 'The credential must be <access key>/<day>/<region>/s3/aws4_request.')
  return { accessKeyId, day, region }
}

/** checkTime throws 403 where a request was signed too long ago, or in the future. */
export function checkTime({ date, day, expires }: Signed, now: Date): void {
  const [, year, month, dayOfMonth, hour, minute, second] = DATE.exec(date) ?? []
  if (year === undefined || !date.startsWith(day))
    throw s3Error('AccessDenied', 'The date of the signature is missing, or not that of the credential.')
  const signed = Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}Z`)
  const age = now.getTime() - signed
  if (!(age >= -MAX_SKEW_MS))
    throw s3Error('RequestTimeTooSkewed', 'The clock of the client is ahead by too much.')
  if (expires !== undefined && age > expires * 1000) throw s3Error('AccessDenied', 'The address has expired.')
  if (expires === undefined && age > MAX_SKEW_MS)
    throw s3Error('RequestTimeTooSkewed', 'The clock of the client is behind by too much.')
}

/** signingKey returns the key that a secret signs with in a scope. */
export function signingKey(secret: string, { day, region }: Pick<Signed, 'day' | 'region'>): Buffer {
  return ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region))
}

/** checkSignature throws 403 where a request is not what was signed. */
export function checkSignature(request: SignedRequest, signed: Signed, key: Buffer): void {
  const text = [ALGORITHM, signed.date, scopeText(signed), sha256(canonical(request, signed))].join('\n')
  if (!sameText(hmac(key, text).toString('hex'), signed.signature)) {
    throw s3Error(
      'SignatureDoesNotMatch',
      'The signature does not fit the request. Check the secret access key and what signs the request.',
    )
  }
}

/** scopeText returns the scope of a signature as texts that are signed have it. */
export function scopeText({ day, region }: Pick<Signed, 'day' | 'region'>): string {
  return `${day}/${region}/s3/aws4_request`
}

/** sameText compares two texts in a time that does not depend on what they are. */
export function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)))
}

/** hmac returns the HMAC-SHA256 of a text. */
export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function canonical({ method, url, headers }: SignedRequest, signed: Signed): string {
  const start = queryStart(url)
  const path = url.slice(0, start).replace(/\?$/, '')
  const lines = signed.headers.map((name) => `${name}:${headerText(headers[name])}\n`)
  return [
    method,
    path.split('/').map(reencoded).join('/'),
    canonicalQuery(url.slice(start)),
    lines.join(''),
    signed.headers.join(';'),
    signed.payload,
  ].join('\n')
}

function queryStart(url: string): number {
  const at = url.indexOf('?')
  return at < 0 ? url.length : at + 1
}

function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [reencoded(name), reencoded(value)] as const
    })
    .filter(([name]) => name !== SIGNATURE)
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return pairs
    .toSorted(([a, x], [b, y]) => order(a, b) || order(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

// Clients encode more or less; all sign what AWS would have encoded.
function reencoded(text: string): string {
  const encoded = encodeURIComponent(decoded(text))
  return encoded.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw s3Error('InvalidURI', 'The address is not valid percent-encoded UTF-8.')
  }
}

function headerText(value: string | string[] | undefined): string {
  return String(value ?? '')
    .trim()
    .replace(/ {2,}/g, ' ')
}

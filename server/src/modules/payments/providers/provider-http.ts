// Requests to providers: JSON in and out, over the platform's HTTP client.
import type { OutboundAnswer, OutboundRequest } from '#platform/http-client/http-client.ts'
import { unanswered } from './provider-error.ts'

/** Send makes a request; the HTTP client's, or that of a test. */
export type Send = (request: OutboundRequest) => Promise<OutboundAnswer>

/** JsonAnswer is a response; `body` is undefined where it is no JSON object. */
export interface JsonAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> | undefined
}

const TIMEOUT_MS = 20_000
const MAX_BYTES = 64 * 1024

/** requestJson makes a request and reads a JSON object. It throws a ProviderError where there is no response. */
export async function requestJson(
  send: Send,
  method: 'GET' | 'POST',
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<JsonAnswer> {
  const answer = await send({
    method,
    url,
    headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    timeout_ms: TIMEOUT_MS,
    max_bytes: MAX_BYTES,
  }).catch((error) => {
    throw unanswered(error)
  })
  return { status: answer.status, body: objectIn(answer.body.toString('utf8')) }
}

/** objectIn returns the JSON object of a text, or undefined. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** asObject returns a value if it is a JSON object. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  const is = typeof value === 'object' && value !== null && !Array.isArray(value)
  return is ? (value as Record<string, unknown>) : undefined
}

/** asText returns a text or number as text, of at most 200 characters; anything else is undefined. */
export function asText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  return text === '' || text.length > 200 || text.includes('\0') ? undefined : text
}

/** asWhole returns a whole number that is written as a number or in digits; anything else is undefined. */
export function asWhole(value: unknown): number | undefined {
  if (typeof value === 'string' && !/^\d{1,15}(?:\.0{1,2})?$/.test(value)) return undefined
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}

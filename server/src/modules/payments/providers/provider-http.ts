// Requests to providers: JSON in and out, over the platform's HTTP client.
import type { OutboundAnswer, OutboundRequest } from '#platform/http-client/http-client.ts'
import { exactNumber, parseExactly } from '#platform/json/exact-json.ts'
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

/** objectIn returns the JSON object of a text with its numbers as parseExactly has them, or undefined. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(parseExactly(text))
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
  const text = exactNumber(value) ?? (typeof value === 'number' ? String(value) : value)
  if (typeof text !== 'string') return undefined
  return text === '' || text.length > 200 || text.includes('\0') ? undefined : text
}

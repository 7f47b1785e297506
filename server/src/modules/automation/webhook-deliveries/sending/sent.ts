// What came of one request to a target, as it is kept.
import type { AttemptRecord } from '#modules/automation/webhook-deliveries/queue/results.store.ts'

/** MAX_RESPONSE is how much of a response is kept. */
export const MAX_RESPONSE = 64 * 1024
const MAX_HEADER_BYTES = 8 * 1024
// A target that takes longer is slow: it gets fewer deliveries at a time.
const SLOW_MS = 5000

/** Sent is an attempt before it is decided what follows. */
export interface Sent extends Omit<AttemptRecord, 'next_attempt_at'> {
  /** strained is true where the target could not be reached, or took long. */
  readonly strained: boolean
  /** gone is true where the target wants no more. */
  readonly gone: boolean
  /** retryAfterMs is for how long the target asks to wait. */
  readonly retryAfterMs: number
}

/** NO_RESPONSE is what is kept where there was none. */
export const NO_RESPONSE = {
  response_status: null,
  response_headers: null,
  response_body: null,
  retryAfterMs: 0,
  gone: false,
} as const

/** startTiming returns what measures an attempt from now on. */
export function startTiming(): () => { readonly duration_ms: number; readonly strained: boolean } {
  const began = performance.now()
  return () => {
    const duration_ms = Math.round(performance.now() - began)
    return { duration_ms, strained: duration_ms > SLOW_MS }
  }
}

/** isSuccess reports whether a status says that a delivery has arrived. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** keptBody returns a body as it is stored: PostgreSQL holds no NUL characters. */
export function keptBody(body: Buffer, truncated: boolean): string {
  const text = body.toString('utf8').replaceAll('\0', '\uFFFD')
  return truncated ? `${text}\n[only the first ${MAX_RESPONSE / 1024} KB are kept]` : text
}

/** keptHeaders returns as many headers as are stored. */
export function keptHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const kept: Record<string, string> = {}
  let bytes = 0
  for (const [name, value] of headers) {
    bytes += name.length + value.length
    if (bytes > MAX_HEADER_BYTES) break
    kept[name] = value.replaceAll('\0', '')
  }
  return kept
}

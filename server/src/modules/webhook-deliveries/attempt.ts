// One attempt to deliver: signed, sent through the guarded client, and judged.
import type { OutboundAnswer } from '#platform/http-client/http-client.ts'
import { OutboundError } from '#platform/http-client/http-client.ts'
import type { Platform } from '#platform/platform.ts'
import type { ClaimedDelivery } from './queue.store.ts'
import type { AttemptRecord, AttemptResult } from './results.store.ts'
import { nextAttempt, readRetryAfter } from './retries.ts'
import type { Target } from './targets.ts'
import { signedHeaders } from './webhook-signing.service.ts'

const TIMEOUT_MS = 30_000
/** MAX_RESPONSE is how much of a response is kept. */
export const MAX_RESPONSE = 64 * 1024
const MAX_HEADER_BYTES = 8 * 1024
// A receiver that takes longer is slow: it gets fewer deliveries at a time.
const SLOW_MS = 5000
const GONE = 410
const USER_AGENT = 'Msingi-Webhooks/1'

type Sent = Pick<
  AttemptRecord,
  | 'started_at'
  | 'duration_ms'
  | 'url'
  | 'request_headers'
  | 'response_status'
  | 'response_headers'
  | 'response_body'
  | 'error'
> & { readonly strained: boolean; readonly retryAfterMs: number }

/**
 * sendDelivery sends a delivery once and returns what came of it; with `once` it is not tried again. It throws only the
 * reason of `signal`.
 */
export async function sendDelivery(
  platform: Platform,
  delivery: ClaimedDelivery & { readonly claim: string },
  target: Target,
  { once = false, signal }: { once?: boolean; signal?: AbortSignal } = {},
): Promise<AttemptResult> {
  const { strained, retryAfterMs, ...sent } = await send(platform, delivery, target, signal)
  const { id, webhook_id, position, claim } = delivery
  const now = platform.clock.now()
  const delivered = sent.error === null
  const gone = sent.response_status === GONE
  const failures = delivered ? delivery.failures : delivery.failures + 1
  const isOver = delivered || gone || once
  const next = isOver ? undefined : nextAttempt(failures, now, retryAfterMs, Math.random())
  return {
    ...{ id, webhook_id, position, claim, failures, strained, gone },
    status: delivered ? 'delivered' : next === undefined ? 'failed' : 'pending',
    record: { ...sent, next_attempt_at: next ?? null },
  }
}

async function send(
  { http, clock }: Platform,
  { event_id, body }: ClaimedDelivery,
  { url, secrets, refusal }: Target,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const started_at = clock.now()
  const began = performance.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signedHeaders({ id: event_id, at: started_at, body }, secrets),
  }
  const about = { started_at, url, request_headers: headers }
  const timing = () => {
    const duration_ms = Math.round(performance.now() - began)
    return { duration_ms, strained: duration_ms > SLOW_MS }
  }
  try {
    if (refusal !== undefined) throw new OutboundError('refused', refusal)
    const options = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_RESPONSE, truncate: true, signal }
    const answer = await http.send({ method: 'POST', url, headers, body, ...options })
    const { status } = answer
    return {
      ...about,
      ...timing(),
      response_status: status,
      response_headers: keptHeaders(answer),
      response_body: keptBody(answer),
      error: errorOf(status),
      retryAfterMs: readRetryAfter(answer.headers.get('retry-after'), clock.now()),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const none = { response_status: null, response_headers: null, response_body: null, retryAfterMs: 0 }
    const { duration_ms, strained } = timing()
    const unreached = error.reason === 'timeout' || error.reason === 'unreachable'
    return { ...about, duration_ms, strained: strained || unreached, ...none, error: error.message }
  }
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}. Redirects are not followed: change the URL of the webhook.`
  return `The receiver answered ${status}; a delivery has arrived when the answer is 2xx.`
}

// PostgreSQL holds no NUL characters.
function keptBody({ body, truncated }: OutboundAnswer): string {
  const text = body.toString('utf8').replaceAll('\0', '\uFFFD')
  return truncated ? `${text}\n[only the first ${MAX_RESPONSE / 1024} KB are kept]` : text
}

function keptHeaders({ headers }: OutboundAnswer): Record<string, string> {
  const kept: Record<string, string> = {}
  let bytes = 0
  for (const [name, value] of headers) {
    bytes += name.length + value.length
    if (bytes > MAX_HEADER_BYTES) break
    kept[name] = value.replaceAll('\0', '')
  }
  return kept
}

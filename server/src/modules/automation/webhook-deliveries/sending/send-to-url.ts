// One request to the address of a webhook: signed, and sent through the guarded client.

import type { ClaimedDelivery } from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import { readRetryAfter } from '#modules/automation/webhook-deliveries/queue/retries.ts'
import { OutboundError } from '#platform/http-client/http-client.ts'
import type { Platform } from '#platform/platform.ts'
import {
  isSuccess,
  keptBody,
  keptHeaders,
  MAX_RESPONSE,
  NO_RESPONSE,
  type Sent,
  startTiming,
} from './sent.ts'
import type { UrlTarget } from './targets.ts'
import { signedHeaders } from './webhook-signing.service.ts'

const TIMEOUT_MS = 30_000
const GONE = 410
const USER_AGENT = 'Msingi-Webhooks/1'

/** sendToUrl sends a delivery, and throws only the reason of `signal`. */
export async function sendToUrl(
  { http, clock }: Platform,
  { webhook_id, event_id, body }: ClaimedDelivery,
  { url, keys, refusal }: UrlTarget,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const started_at = clock.now()
  const timing = startTiming()
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signedHeaders({ id: event_id, at: started_at, body }, keys),
  }
  const about = { started_at, url, request_headers: headers }
  try {
    if (refusal !== undefined) throw new OutboundError('refused', refusal)
    const options = {
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_RESPONSE,
      truncate: true,
      owner: webhook_id,
      signal,
    }
    const answer = await http.send({ method: 'POST', url, headers, body, ...options })
    const { status } = answer
    return {
      ...about,
      ...timing(),
      response_status: status,
      response_headers: keptHeaders(answer.headers),
      response_body: keptBody(answer.body, answer.truncated),
      error: errorOf(status),
      gone: status === GONE,
      retryAfterMs: readRetryAfter(answer.headers.get('retry-after'), clock.now()),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const { duration_ms, strained } = timing()
    const unreached = error.reason === 'timeout' || error.reason === 'unreachable'
    return { ...about, ...NO_RESPONSE, duration_ms, strained: strained || unreached, error: error.message }
  }
}

function errorOf(status: number): string | null {
  if (isSuccess(status)) return null
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}. Redirects are not followed: change the URL of the webhook.`
  return `The receiver answered ${status}; a delivery has arrived when the answer is 2xx.`
}

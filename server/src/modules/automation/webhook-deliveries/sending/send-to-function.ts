// One call of the function that a trigger belongs to. It needs no signature: nobody else can call it as `event`.
import type {
  BackgroundAnswer,
  CallFunction,
} from '#modules/automation/functions/invoke/background-calls.service.ts'
import type { ClaimedDelivery } from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import { readRetryAfter } from '#modules/automation/webhook-deliveries/queue/retries.ts'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'
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
import type { FunctionTarget } from './targets.ts'

/** sendToFunction calls the function with an event, and throws only the reason of `signal`. */
export async function sendToFunction(
  { clock }: Platform,
  call: CallFunction,
  { event_id, event_type, project_id, body }: ClaimedDelivery,
  { slug }: FunctionTarget,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const started_at = clock.now()
  const timing = startTiming()
  const headers = { 'content-type': 'application/json', 'webhook-id': event_id }
  const about = { started_at, url: `function:${slug}`, request_headers: headers }
  try {
    const caller = { type: 'event', id: event_id } as const
    const target = { slug, headers, caller, trigger: event_type }
    const answer = await call(project_id, { ...target, body, maxBytes: MAX_RESPONSE, signal })
    return {
      ...about,
      ...timing(),
      response_status: answer.status,
      response_headers: keptHeaders(plain(answer.headers)),
      response_body: keptBody(answer.body, answer.truncated),
      error: errorOf(answer),
      gone: false,
      retryAfterMs: readRetryAfter(answer.headers['retry-after'] ?? null, clock.now()),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { duration_ms, strained } = timing()
    return {
      ...about,
      ...NO_RESPONSE,
      duration_ms,
      strained: strained || isStrained(error),
      error: error.message,
    }
  }
}

const STRAINING: ReadonlySet<ErrorCode> = new Set([
  'function_timeout',
  'function_ended',
  'function_out_of_memory',
  'quota_exceeded',
  'unavailable',
])

// It was too slow or there were too many calls: fewer at a time help.
function isStrained({ code }: AppError): boolean {
  return STRAINING.has(code)
}

function errorOf({ status, error }: BackgroundAnswer): string | null {
  if (error !== null) return `The function failed: ${error}`
  if (isSuccess(status)) return null
  return `The function answered ${status}; an event has arrived when the answer is 2xx.`
}

function plain(headers: BackgroundAnswer['headers']): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')])
}

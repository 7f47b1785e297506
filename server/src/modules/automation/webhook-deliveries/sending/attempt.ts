// One attempt to deliver: sent to its target, and judged.
import type { CallFunction } from '#modules/automation/functions/invoke/background-calls.service.ts'
import type { ClaimedDelivery } from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import type { AttemptResult } from '#modules/automation/webhook-deliveries/queue/results.store.ts'
import { nextAttempt } from '#modules/automation/webhook-deliveries/queue/retries.ts'
import type { Platform } from '#platform/platform.ts'
import { sendToFunction } from './send-to-function.ts'
import { sendToUrl } from './send-to-url.ts'
import type { Target } from './targets.ts'

/** Senders are what deliveries are sent with. */
export interface Senders {
  readonly platform: Platform
  readonly call: CallFunction
}

/**
 * sendDelivery sends a delivery once and returns what came of it; with `once` it is not tried again. It throws only the
 * reason of `signal`.
 */
export async function sendDelivery(
  { platform, call }: Senders,
  delivery: ClaimedDelivery & { readonly claim: string },
  target: Target,
  { once = false, signal }: { once?: boolean; signal?: AbortSignal } = {},
): Promise<AttemptResult> {
  const sending =
    target.kind === 'url'
      ? sendToUrl(platform, delivery, target, signal)
      : sendToFunction(platform, call, delivery, target, signal)
  const { strained, gone, retryAfterMs, ...sent } = await sending
  const { id, webhook_id, position, claim } = delivery
  const now = platform.clock.now()
  const delivered = sent.error === null
  const failures = delivered ? delivery.failures : delivery.failures + 1
  const isOver = delivered || gone || once
  const next = isOver ? undefined : nextAttempt(failures, now, retryAfterMs, Math.random())
  return {
    ...{ id, webhook_id, position, claim, failures, strained, gone },
    status: delivered ? 'delivered' : next === undefined ? 'failed' : 'pending',
    record: { ...sent, next_attempt_at: next ?? null },
  }
}

// When an open payment is asked about next: soon at first, then ever more seldom.
import type { Payment } from '#modules/payments/model/payment.ts'

const SECOND_MS = 1000
const SELDOM_MS = 15 * 60 * SECOND_MS
const FIRST_A_MS = 10 * SECOND_MS
const FIRST_B_MS = 60 * SECOND_MS
const AFTER_EXPIRY_MS = 5 * SECOND_MS
const GIVEN_UP_MS = 24 * 60 * 60 * SECOND_MS

/** nextCheckAt returns when a payment is asked about after `checks` times without an outcome. */
export function nextCheckAt({ provider, expires_at }: Payment, checks: number, now: Date): Date {
  const first = provider === 'provider_a' ? FIRST_A_MS : FIRST_B_MS
  const wait = Math.min(first * 2 ** Math.min(checks, 20), SELDOM_MS)
  const end = expires_at === null ? 0 : expires_at.getTime() + AFTER_EXPIRY_MS - now.getTime()
  return new Date(now.getTime() + (end > 0 ? Math.min(wait, end) : wait))
}

/** isGivenUp reports whether a payment has been open for so long that nobody will say what became of it. */
export function isGivenUp({ created_at, expires_at }: Payment, now: Date): boolean {
  return now.getTime() - (expires_at ?? created_at).getTime() > GIVEN_UP_MS
}

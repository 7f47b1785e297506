// What provider A's result codes mean. Its descriptions are for people, and are never parsed.

/** Outcome is a final state of a payment, and why it failed. */
export interface Outcome {
  readonly status: 'completed' | 'failed' | 'cancelled' | 'expired'
  readonly failure: string | null
}

const failed = (failure: string): Outcome => ({ status: 'failed', failure })

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  0: { status: 'completed', failure: null },
  1: failed('insufficient_funds'),
  17: failed('limit_reached'),
  26: failed('provider_busy'),
  1001: failed('subscriber_locked'),
  1019: { status: 'expired', failure: 'expired' },
  1025: failed('prompt_not_sent'),
  1032: { status: 'cancelled', failure: 'cancelled_by_payer' },
  1037: failed('no_response'),
  2001: failed('wrong_pin'),
  9999: failed('prompt_not_sent'),
}

// A query also reports these of requests that it is too busy to look up.
const INCONCLUSIVE_IN_QUERY: ReadonlySet<string> = new Set(['17', '26'])

// "Invalid CheckoutRequestID"; a query has no other field that can be wrong while its credentials are right.
const NOT_FOUND = '400.002.02'

/** isNotFound reports whether a query was answered that there is no such request. */
export function isNotFound(code: string): boolean {
  return code === NOT_FOUND
}

/** callbackOutcome returns what a code means in a callback, or undefined for one that decides nothing. */
export function callbackOutcome(code: string): Outcome | undefined {
  return Object.hasOwn(OUTCOMES, code) ? OUTCOMES[code] : undefined
}

/** queryOutcome returns what a code means in the answer of a query: only those on a list decide. */
export function queryOutcome(code: string): Outcome | undefined {
  return INCONCLUSIVE_IN_QUERY.has(code) ? undefined : callbackOutcome(code)
}

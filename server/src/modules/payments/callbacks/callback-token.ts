// The token in the address that provider A calls back: its callbacks are not signed, so the address is what tells them
// from those of somebody else, and which payment they belong to when the answer to the push was lost.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MasterKey } from '#platform/crypto/keys.ts'

/** callbackToken returns the token of a payment. */
export function callbackToken(keys: MasterKey, projectId: string, paymentId: string): string {
  return createHmac('sha256', keys.derive('payment-callbacks'))
    .update(`${projectId}/${paymentId}`)
    .digest('base64url')
}

/** isCallbackToken reports whether a token is that of a payment. */
export function isCallbackToken(
  keys: MasterKey,
  projectId: string,
  paymentId: string,
  token: string,
): boolean {
  const expected = Buffer.from(callbackToken(keys, projectId, paymentId))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

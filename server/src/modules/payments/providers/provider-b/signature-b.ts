// The signature of provider B's callbacks: hex HMAC-SHA256 over "{timestamp}.{raw body}".
import { createHmac, timingSafeEqual } from 'node:crypto'

/** SIGNATURE_WINDOW is how many seconds a callback may be older or newer than now. */
export const SIGNATURE_WINDOW = 300

/** signB returns the signature of a body. */
export function signB(secret: string, timestamp: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

/** isSignedB reports whether a callback was signed with the secret, and not long ago. */
export function isSignedB(
  secret: string,
  { timestamp, signature }: { timestamp: string; signature: string },
  body: Buffer,
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[\da-f]{64}$/i.test(signature)) return false
  const same = timingSafeEqual(
    Buffer.from(signB(secret, timestamp, body), 'hex'),
    Buffer.from(signature.toLowerCase(), 'hex'),
  )
  return same && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= SIGNATURE_WINDOW
}

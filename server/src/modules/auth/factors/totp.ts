// Time-based codes (RFC 6238) as every authenticator app makes them: six digits, 30 seconds, SHA-1.
import { Secret, TOTP } from 'otpauth'

// The clocks of phones go wrong: the code before and the one after are right as well (RFC 6238, section 5.2).
const DRIFT = 1

const SECRET_BYTES = 20
const CODE = /^[0-9]{6}$/

/** newSecret gives a secret in base 32, as people type it in. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** uriOf gives what an authenticator app reads from a QR code. */
export function uriOf(secret: string, issuer: string, label: string): string {
  return new TOTP({ issuer, label, secret }).toString()
}

/** stepOf gives the time step whose code this is, or undefined where it is none of this time. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // otpauth throws at digits of other scripts.
  if (!CODE.test(code)) return undefined
  const totp = new TOTP({ secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

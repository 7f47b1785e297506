// Time-based one-time passwords (RFC 6238) as authenticator apps generate them: six digits, 30 seconds, SHA-1.
import { Secret, TOTP } from 'otpauth'

// Phone clocks drift: the previous and the next code are accepted too (RFC 6238, section 5.2).
const DRIFT = 1

const SECRET_BYTES = 20
const CODE = /^[0-9]{6}$/

/** newSecret returns a random secret in base 32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** uriOf returns the otpauth:// URI for a QR code. */
export function uriOf(secret: string, issuer: string, label: string): string {
  return new TOTP({ issuer, label, secret }).toString()
}

/** stepOf returns the time step of a code, or undefined if the code is not valid now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // otpauth throws on digits of other scripts.
  if (!CODE.test(code)) return undefined
  const totp = new TOTP({ secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

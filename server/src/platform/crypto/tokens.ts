// Random tokens and their digests. Only digests are stored: a token has 256 bits, so a plain hash is enough.
import { hash, randomBytes } from 'node:crypto'

/** randomToken returns 43 URL-safe characters (256 bits). */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** digest returns the SHA-256 of a token as 43 URL-safe characters. */
export function digest(token: string): string {
  return hash('sha256', token, 'base64url')
}

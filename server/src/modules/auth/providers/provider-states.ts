// What binds a sign-in with an identity provider together: the state, which comes back once, and the secrets of the
// sign-in, which are computed from it. None of them is stored, and nobody who sees the state in an address can
// compute them.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'

/** STATE_SECONDS is how long somebody may take at their provider. */
export const STATE_SECONDS = 600

/** StateSecrets are what goes with a state. */
export interface StateSecrets {
  /** nonce must come back in the ID token. */
  readonly nonce: string
  /** verifier is the PKCE verifier between us and the provider. */
  readonly verifier: string
  /** browser is the value of the cookie by which we know the browser that has begun. */
  readonly browser: string
}

/** secretsOf computes the secrets of a state. */
export function secretsOf({ keys }: Platform, state: string): StateSecrets {
  const key = keys.derive('provider-state')
  const of = (name: string) => createHmac('sha256', key).update(`${name}:${state}`).digest('base64url')
  return { nonce: of('nonce'), verifier: of('verifier'), browser: of('browser') }
}

const NAME_LENGTH = 16

// A name of its own for each sign-in: one begun in another tab does not end this one. With TLS, the prefix keeps
// other hosts of the same domain from planting it.
function cookieName({ nonce }: StateSecrets, secure: boolean): string {
  return `${secure ? '__Host-' : ''}msingi-signin-${nonce.slice(0, NAME_LENGTH)}`
}

/** bindingCookie gives the Set-Cookie header that binds a sign-in to a browser; `seconds` of 0 take it away. */
export function bindingCookie(secrets: StateSecrets, base: string, seconds: number): string {
  const secure = base.startsWith('https:')
  // Lax, not Strict: the provider sends the browser back to us, and the cookie must come along.
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName(secrets, secure)}=${seconds > 0 ? secrets.browser : ''}; ${attributes}`
}

/** isSameBrowser says whether a Cookie header comes from the browser that has begun. */
export function isSameBrowser(secrets: StateSecrets, base: string, header: string | undefined): boolean {
  const name = `${cookieName(secrets, base.startsWith('https:'))}=`
  const found = header?.split(/; */).find((one) => one.startsWith(name))
  const value = Buffer.from(found?.slice(name.length) ?? '')
  const expected = Buffer.from(secrets.browser)
  return value.length === expected.length && timingSafeEqual(value, expected)
}

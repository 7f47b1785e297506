// Binds the steps of a provider sign-in together: the single-use state, and secrets derived from it with a server key.
// The secrets are not stored, and cannot be computed from a state that was seen in a URL.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { digest } from '#platform/crypto/tokens.ts'
import { type AppError, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** STATE_SECONDS is how long a user can take at the provider. */
export const STATE_SECONDS = 600

/** Redirection is a redirect of the browser and the cookie to set. */
export interface Redirection {
  readonly location: string
  readonly cookie: string
}

export interface StateSecrets {
  /** nonce must be in the ID token. */
  readonly nonce: string
  /** verifier is the PKCE verifier between this server and the provider. */
  readonly verifier: string
  /** browser is the value of the cookie that identifies the browser. */
  readonly browser: string
}

export function secretsOf({ keys }: Platform, state: string): StateSecrets {
  const key = keys.derive('provider-state')
  const of = (name: string) => createHmac('sha256', key).update(`${name}:${state}`).digest('base64url')
  return { nonce: of('nonce'), verifier: of('verifier'), browser: of('browser') }
}

const NAME_LENGTH = 16

// One cookie per sign-in, so that sign-ins in several tabs do not overwrite each other. With TLS, the __Host- prefix
// keeps other hosts of the same domain from setting it.
function cookieName({ nonce }: StateSecrets, secure: boolean): string {
  return `${secure ? '__Host-' : ''}msingi-signin-${nonce.slice(0, NAME_LENGTH)}`
}

/** bindingCookie returns the Set-Cookie header that binds a sign-in to a browser; `seconds` = 0 deletes the cookie. */
export function bindingCookie(secrets: StateSecrets, base: string, seconds: number): string {
  const secure = base.startsWith('https:')
  // Lax, not Strict: the redirect from the provider must send the cookie.
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName(secrets, secure)}=${seconds > 0 ? secrets.browser : ''}; ${attributes}`
}

/** isSameBrowser reports whether a Cookie header comes from the browser that began the sign-in. */
export function isSameBrowser(secrets: StateSecrets, base: string, header: string | undefined): boolean {
  const name = `${cookieName(secrets, base.startsWith('https:'))}=`
  const found = header?.split(/; */).find((one) => one.startsWith(name))
  const value = Buffer.from(found?.slice(name.length) ?? '')
  const expected = Buffer.from(secrets.browser)
  return value.length === expected.length && timingSafeEqual(value, expected)
}

/** CODE_SECONDS is how long a code of ours can be redeemed: enough for a page to load, too short for a browser history. */
export const CODE_SECONDS = 120

/** unknownState returns the refusal of a state that is not this browser's, has expired or is used up. */
export function unknownState(): AppError {
  return invalidInput(
    'This sign-in was started in another browser, has expired or was already completed. Start it again.',
  )
}

/**
 * verifierMatches checks the PKCE verifier of a client. A verifier without a challenge is refused too: the challenge was
 * removed on the way (PKCE downgrade; RFC 9700, section 2.1.1).
 */
export function verifierMatches(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  return timingSafeEqual(Buffer.from(challenge), Buffer.from(digest(verifier)))
}

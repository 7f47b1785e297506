// Signing in with the provider of an organisation: there, and back with a code.
import { errorOf } from '#api/client/api-error.ts'
import { COOKIE, client, data } from '#api/client/client.ts'
import { BASE } from '#api/client/session.ts'
import { beginSession } from './accounts.ts'

// The verifier (PKCE, RFC 7636) outlives the way to the provider in this tab. Without the code it opens nothing.
const VERIFIER = 'msingi:sso'

/** leaveForProvider leads to the provider of an address, and back to the sign-in screen. ApiError 404 where there is none. */
export async function leaveForProvider(email: string, next: string | undefined): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const back = new URLSearchParams(next === undefined ? {} : { next })
  const query = new URLSearchParams({
    email,
    code_challenge: base64url(new Uint8Array(digest)),
    redirect_to: `/console/sign-in${back.size === 0 ? '' : `?${back}`}`,
  })
  const address = `${BASE}/auth/sso/authorize?${query}`
  // Asked here first: the browser would show a refusal as it is written.
  const answer = await fetch(address, { redirect: 'manual' })
  if (answer.type !== 'opaqueredirect') throw await errorOf(answer)
  sessionStorage.setItem(VERIFIER, verifier)
  location.assign(address)
}

/** returnFromProvider begins the session with the code that came back. */
export async function returnFromProvider(code: string): Promise<void> {
  const body = { code, code_verifier: sessionStorage.getItem(VERIFIER) ?? '' }
  sessionStorage.removeItem(VERIFIER)
  beginSession(await data(client.POST('/api/v1/auth/sso/token', { body, headers: COOKIE })))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

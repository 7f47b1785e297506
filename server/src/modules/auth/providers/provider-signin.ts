// Signing in with an identity provider, in three steps: to the provider, back from it with a code of ours, and from
// the code to tokens. Tokens never travel in addresses (RFC 9700, section 4.3).
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { wrongCode } from '#auth/codes/codes.ts'
import type { Auth } from '#auth/context/auth.ts'
import { checkRedirect, withParameters } from '#auth/context/redirect-urls.ts'
import { getSettings } from '#auth/settings/settings.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import { forbidden, invalidInput } from '#platform/errors/app-error.ts'
import { type ProviderClient, ProviderError } from './provider-client.ts'
import type { authorize, token } from './provider-signin.schema.ts'
import { saveCode, saveState, takeCode, takeState } from './provider-signin.store.ts'
import { bindingCookie, isSameBrowser, STATE_SECONDS, secretsOf } from './provider-states.ts'
import { signInAs } from './provider-users.ts'
import type { ProviderRow } from './providers.store.ts'
import { callbackOf, getProvider } from './providers.ts'

// Long enough for an application to start, too short to be found in a history.
const CODE_SECONDS = 120

/** Redirection is where to send a browser, and the cookie to send along. */
export interface Redirection {
  readonly location: string
  readonly cookie: string
}

/** ProviderSignIn is project auth and the client that speaks to identity providers. */
export interface ProviderSignIn {
  readonly auth: Auth
  readonly client: ProviderClient
}

/** beginSignIn sends a browser to a provider. */
export async function beginSignIn(
  { auth, client }: ProviderSignIn,
  project: ProjectRecord,
  name: string,
  { redirect_to, code_challenge }: z.output<typeof authorize>,
  base: string,
): Promise<Redirection> {
  const { platform } = auth
  checkRedirect(await getSettings(platform, project), redirect_to)
  const provider = enabled(await getProvider(platform, project, name))
  const state = randomToken()
  const secrets = secretsOf(platform, state)
  const cookie = bindingCookie(secrets, base, STATE_SECONDS)
  try {
    const location = await client.authorizationUrl(provider, callbackOf(provider, base), state, secrets)
    const begun = { project_id: project.id, provider_id: provider.id, redirect_to }
    const row = { ...begun, code_challenge: code_challenge ?? null }
    await saveState(platform.clusters.of(project).admin, row, {
      digest: digest(state),
      ...lifetime(auth, STATE_SECONDS),
    })
    return { location, cookie }
  } catch (error) {
    return { location: failed(redirect_to, error), cookie: bindingCookie(secrets, base, 0) }
  }
}

/** finishSignIn takes a browser that comes back from a provider to where it began, with a code or with an error. */
export async function finishSignIn(
  { auth, client }: ProviderSignIn,
  project: ProjectRecord,
  name: string,
  { state, search, cookies }: { state: string; search: string; cookies: string | undefined },
  base: string,
): Promise<Redirection> {
  const { platform } = auth
  const { admin } = platform.clusters.of(project)
  const provider = enabled(await getProvider(platform, project, name))
  const secrets = secretsOf(platform, state)
  // Before the state is used up: nobody but this browser can end what it has begun.
  if (!isSameBrowser(secrets, base, cookies)) throw unknownState()
  const begun = await takeState(admin, provider, digest(state), platform.clock.now())
  if (begun === undefined) throw unknownState()
  const cookie = bindingCookie(secrets, base, 0)
  try {
    const callback = new URL(`${callbackOf(provider, base)}${search}`)
    const identity = await client.redeem(provider, callback, state, secrets)
    const code = randomToken()
    await saveCode(admin, begun, identity, { digest: digest(code), ...lifetime(auth, CODE_SECONDS) })
    return { location: withParameters(begun.redirect_to, { code }), cookie }
  } catch (error) {
    return { location: failed(begun.redirect_to, error), cookie }
  }
}

/** redeemCode gives the tokens for a code. Only whoever has begun knows the verifier of its challenge. */
export async function redeemCode(
  auth: Auth,
  project: ProjectRecord,
  { code, code_verifier }: z.output<typeof token>,
  userAgent: string | undefined,
) {
  const { platform } = auth
  const { admin } = platform.clusters.of(project)
  // Used up whatever comes of it: a wrong verifier has no second try.
  const proven = await takeCode(admin, project.id, digest(code), platform.clock.now())
  if (proven === undefined || !fits(proven.code_challenge, code_verifier)) throw wrongCode()
  return signInAs(auth, project, proven, userAgent)
}

// A verifier where there was no challenge is refused as well: somebody has taken the challenge away on its way to us
// (RFC 9700, section 2.1.1).
function fits(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  return timingSafeEqual(Buffer.from(challenge), Buffer.from(digest(verifier)))
}

function enabled(provider: ProviderRow): ProviderRow {
  if (provider.enabled) return provider
  throw forbidden(`Signing in with ${provider.name} is turned off.`)
}

function lifetime({ platform }: Auth, seconds: number) {
  const now = platform.clock.now()
  return { now, expires_at: new Date(now.getTime() + seconds * 1000) }
}

// The address is on the project's list, so that the application may hear what went wrong and tell its user.
function failed(redirectTo: string, error: unknown): string {
  if (!(error instanceof ProviderError)) throw error
  return withParameters(redirectTo, { error: error.code, error_description: error.message })
}

function unknownState() {
  return invalidInput(
    'This sign-in was not begun in this browser, has expired or was finished before. Begin it again.',
  )
}

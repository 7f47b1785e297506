// Sign-in with an identity provider in three steps: redirect to the provider, return with a code of our own, exchange
// the code for tokens. Tokens never appear in URLs (RFC 9700, section 4.3).
import type { z } from 'zod'
import { wrongCode } from '#modules/auth/codes/codes.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { checkRedirect } from '#modules/auth/context/redirect-urls.ts'
import { getSettings } from '#modules/auth/settings/settings.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import { withParameters } from '#platform/http/query-parameters.ts'
import type { OpenIdClient } from '#platform/openid/openid-client.ts'
import { errorRedirect, type ProviderReturn } from '#platform/openid/provider-return.ts'
import {
  bindingCookie,
  CODE_SECONDS,
  isSameBrowser,
  type Redirection,
  STATE_SECONDS,
  secretsOf,
  unknownState,
  verifierMatches,
} from '#platform/openid/sign-in-states.ts'
import type { authorize, token } from './provider-signin.schema.ts'
import { saveCode, saveState, takeCode, takeState } from './provider-signin.store.ts'
import { signInAs } from './provider-users.ts'
import type { ProviderRow } from './providers.store.ts'
import { callbackOf, getProvider, registrationOf } from './providers.ts'

export interface ProviderSignIn {
  readonly auth: Auth
  readonly client: OpenIdClient
}

/** beginSignIn returns the redirect to a provider, or back to the application with an error. */
export async function beginSignIn(
  { auth, client }: ProviderSignIn,
  project: ProjectRecord,
  name: string,
  { redirect_to, code_challenge }: z.output<typeof authorize>,
  base: string,
): Promise<Redirection> {
  const { platform } = auth
  checkRedirect(await getSettings(platform, project), redirect_to)
  const provider = requireEnabled(await getProvider(platform, project, name))
  const state = randomToken()
  const secrets = secretsOf(platform, state)
  const cookie = bindingCookie(secrets, base, STATE_SECONDS)
  try {
    const location = await client.authorizationUrl(
      registrationOf(platform, provider),
      callbackOf(provider, base),
      state,
      secrets,
    )
    const begun = { project_id: project.id, provider_id: provider.id, redirect_to }
    const row = { ...begun, code_challenge: code_challenge ?? null }
    await saveState(platform.clusters.of(project).admin, row, {
      digest: digest(state),
      ...lifetime(auth, STATE_SECONDS),
    })
    return { location, cookie }
  } catch (error) {
    return { location: errorRedirect(redirect_to, error), cookie: bindingCookie(secrets, base, 0) }
  }
}

/** finishSignIn returns the redirect from the callback to the application, with a code or an error. */
export async function finishSignIn(
  { auth, client }: ProviderSignIn,
  project: ProjectRecord,
  name: string,
  { state, search, cookies }: ProviderReturn,
  base: string,
): Promise<Redirection> {
  const { platform } = auth
  const { admin } = platform.clusters.of(project)
  const provider = requireEnabled(await getProvider(platform, project, name))
  const secrets = secretsOf(platform, state)
  // Before the state is used: only the browser that began the sign-in can finish it.
  if (!isSameBrowser(secrets, base, cookies)) throw unknownState()
  const begun = await takeState(admin, provider, digest(state), platform.clock.now())
  if (begun === undefined) throw unknownState()
  const cookie = bindingCookie(secrets, base, 0)
  try {
    const callback = new URL(`${callbackOf(provider, base)}${search}`)
    const identity = await client.redeem(registrationOf(platform, provider), callback, state, secrets)
    const code = randomToken()
    await saveCode(admin, begun, identity, { digest: digest(code), ...lifetime(auth, CODE_SECONDS) })
    return { location: withParameters(begun.redirect_to, { code }), cookie }
  } catch (error) {
    return { location: errorRedirect(begun.redirect_to, error), cookie }
  }
}

/** redeemCode exchanges a code for tokens. Only the client that began the sign-in has the verifier. */
export async function redeemCode(
  auth: Auth,
  project: ProjectRecord,
  { code, code_verifier }: z.output<typeof token>,
  userAgent: string | undefined,
) {
  const { platform } = auth
  const { admin } = platform.clusters.of(project)
  // Deleted in any case: a wrong verifier gets no second try.
  const proven = await takeCode(admin, project.id, digest(code), platform.clock.now())
  if (proven === undefined || !verifierMatches(proven.code_challenge, code_verifier)) throw wrongCode()
  return signInAs(auth, project, proven, userAgent)
}

function requireEnabled(provider: ProviderRow): ProviderRow {
  if (provider.enabled) return provider
  throw forbidden('turned_off', `Sign-in with ${provider.name} is turned off.`)
}

function lifetime({ platform }: Auth, seconds: number) {
  const now = platform.clock.now()
  return { now, expires_at: new Date(now.getTime() + seconds * 1000) }
}

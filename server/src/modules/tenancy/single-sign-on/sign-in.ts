// Sign-in with an organisation's provider in three steps: redirect to the provider, return with a code of our own, exchange
// the code for tokens. Tokens never appear in URLs (RFC 9700, section 4.3).
import type { z } from 'zod'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import { AppError, invalidInput, notFound } from '#platform/errors/app-error.ts'
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
import type { Platform } from '#platform/platform.ts'
import { domainOf } from './domains.ts'
import type { Refusals, SsoRequest } from './refusals.ts'
import { findVerified, type SsoRow } from './settings.store.ts'
import { callbackOf, getSso, registrationOf } from './settings.ts'
import { type CodeRow, saveCode, saveState, takeCode, takeState } from './sign-in.store.ts'
import type { authorize, codeExchange } from './sso.schema.ts'

/** SignIn is what signing in stands on. */
export interface SignIn {
  readonly platform: Platform
  readonly client: OpenIdClient
  readonly refusals: Refusals
}

/** beginSignIn returns the redirect to the provider of an organisation, or back with an error. */
export async function beginSignIn(
  { platform, client }: SignIn,
  input: z.output<typeof authorize>,
  base: string,
): Promise<Redirection> {
  const redirect_to = checkedRedirect(input.redirect_to, base)
  const sso = await findSso(platform, input)
  const { organisation_id } = sso
  const state = randomToken()
  const secrets = secretsOf(platform, state)
  try {
    const registration = registrationOf(platform, sso)
    const location = await client.authorizationUrl(registration, callbackOf(sso, base), state, secrets)
    const { code_challenge } = input
    const row = { organisation_id, redirect_to, code_challenge, ...lifetime(platform, state, STATE_SECONDS) }
    await saveState(platform.clusters.main.admin, row, platform.clock.now())
    return { location, cookie: bindingCookie(secrets, base, STATE_SECONDS) }
  } catch (error) {
    return { location: errorRedirect(redirect_to, error), cookie: bindingCookie(secrets, base, 0) }
  }
}

/** finishSignIn returns the redirect from the callback to where the sign-in began, with a code or an error. */
export async function finishSignIn(
  { platform, client, refusals }: SignIn,
  organisationId: string,
  { state, search, cookies }: ProviderReturn,
  base: string,
  request: SsoRequest,
): Promise<Redirection> {
  const now = platform.clock.now()
  const secrets = secretsOf(platform, state)
  // Before the state is used: only the browser that began the sign-in can finish it.
  if (!isSameBrowser(secrets, base, cookies)) throw unknownState()
  const begun = await takeState(platform.clusters.main.admin, organisationId, digest(state), now)
  if (begun === undefined) throw unknownState()
  const cookie = bindingCookie(secrets, base, 0)
  try {
    const sso = await getSso(platform, organisationId)
    const callback = new URL(`${callbackOf(sso, base)}${search}`)
    const identity = await client.redeem(registrationOf(platform, sso), callback, state, secrets)
    const code = randomToken()
    const { organisation_id, code_challenge } = begun
    const row = { organisation_id, code_challenge, identity }
    await saveCode(platform.clusters.main.admin, { ...row, ...lifetime(platform, code, CODE_SECONDS) }, now)
    return { location: withParameters(begun.redirect_to, { code }), cookie }
  } catch (error) {
    await refusals.report(begun, request, error)
    return { location: errorRedirect(begun.redirect_to, error), cookie }
  }
}

/** redeemCode uses a code up, or throws 401. Only the client that began the sign-in has the verifier. */
export async function redeemCode(
  { platform, refusals }: SignIn,
  { code, code_verifier }: z.output<typeof codeExchange>,
  request: SsoRequest,
): Promise<CodeRow> {
  // Deleted in any case: a wrong verifier gets no second try.
  const proven = await takeCode(platform.clusters.main.admin, digest(code), platform.clock.now())
  if (proven !== undefined && verifierMatches(proven.code_challenge, code_verifier)) return proven
  const error = new AppError(
    'unauthorized',
    'The code is wrong, has expired or was used already. Sign in again.',
    { details: { reason: 'code' } },
  )
  if (proven !== undefined) await refusals.report(proven, request, error)
  throw error
}

async function findSso(
  platform: Platform,
  { email, organisation_id }: z.output<typeof authorize>,
): Promise<SsoRow> {
  if (organisation_id !== undefined) return getSso(platform, organisation_id)
  const found =
    email === undefined ? undefined : await findVerified(platform.clusters.main.admin, domainOf(email))
  if (found === undefined) throw notFound('Single sign-on for this address')
  return getSso(platform, found.organisation_id)
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

// The address of this server, or of a program on the person's own machine (RFC 8252, section 7.3).
function checkedRedirect(wanted: string, base: string): string {
  const url = URL.parse(wanted, `${base}/`)
  const own = url?.origin === new URL(base).origin
  const program = url?.protocol === 'http:' && LOOPBACK.includes(url.hostname)
  if (url !== null && (own || program) && url.hash === '' && `${url.username}${url.password}` === '')
    return url.href
  throw invalidInput(
    'redirect_to: must be a path of this server, or an address such as http://127.0.0.1:4000/.',
  )
}

function lifetime({ clock }: Platform, secret: string, seconds: number) {
  return { digest: digest(secret), expires_at: new Date(clock.now().getTime() + seconds * 1000) }
}

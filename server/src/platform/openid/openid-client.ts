// The OpenID Connect client: authorization code flow with PKCE and nonce, through openid-client, over an HTTP client
// that reaches public addresses only.
import * as oidc from 'openid-client'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { emailAddress } from '#platform/http/routes/validation.ts'
import { type HttpClient, OutboundError } from '#platform/http-client/http-client.ts'
import type { Platform } from '#platform/platform.ts'
import type { StateSecrets } from './sign-in-states.ts'

const MAX_ISSUERS = 1000
const MAX_NAME = 200
const MAX_SUBJECT = 255

/** OpenIdProvider is a client registration at an identity provider. */
export interface OpenIdProvider {
  /** name is what messages call the provider. */
  readonly name: string
  readonly issuer: string
  readonly client_id: string
  /** client_secret is undefined for a public client. */
  readonly client_secret: string | undefined
  readonly scopes: readonly string[]
}

/** ProvenIdentity is a person's identity as a provider asserts it. */
export interface ProvenIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly email_verified: boolean
  /** email_denied is true where the provider says that the address is not verified, rather than nothing. */
  readonly email_denied: boolean
  readonly full_name: string | null
}

/**
 * ProviderError is a sign-in that the provider refused or answered with an invalid response. Code and message are
 * returned to the application as `error` and `error_description` (RFC 6749, section 4.1.2.1).
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** OpenIdClient talks to the identity providers of all projects and organisations. */
export class OpenIdClient {
  readonly #platform: Platform
  // The metadata of an issuer is the same for everybody.
  readonly #metadata: LookupCache<oidc.ServerMetadata>

  constructor(platform: Platform) {
    this.#platform = platform
    this.#metadata = new LookupCache(platform.clock, MAX_ISSUERS, (issuer) => this.#discover(issuer))
  }

  /** authorizationUrl returns the provider's address to redirect the browser to. */
  async authorizationUrl(
    provider: OpenIdProvider,
    callback: string,
    state: string,
    { nonce, verifier }: StateSecrets,
  ): Promise<string> {
    return this.#translated(provider, async (client) => {
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: callback,
        response_type: 'code',
        scope: provider.scopes.join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      // The browser will be redirected to this address.
      if (url.protocol === 'https:' || url.protocol === new URL(provider.issuer).protocol) return url.href
      throw new ProviderError(
        'server_error',
        `The authorization endpoint of ${provider.name} does not use TLS.`,
      )
    })
  }

  /** redeem exchanges the provider's authorization code for the identity of the user. */
  async redeem(
    provider: OpenIdProvider,
    callback: URL,
    state: string,
    { nonce, verifier }: StateSecrets,
  ): Promise<ProvenIdentity> {
    return this.#translated(provider, async (client) => {
      const tokens = await oidc.authorizationCodeGrant(client, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims() as oidc.IDToken
      // Many providers return the e-mail address only there.
      const asks = claims.email === undefined && client.serverMetadata().userinfo_endpoint !== undefined
      const info = asks ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : {}
      return identityOf(claims, { ...claims, ...info })
    })
  }

  async #translated<T>(
    provider: OpenIdProvider,
    work: (client: oidc.Configuration) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(await this.#configure(provider))
    } catch (error) {
      throw translate(error, provider)
    }
  }

  // Created for each sign-in, so that the issuer's keys are fetched again: a key that was rotated in a second ago is
  // accepted, a revoked one is not.
  async #configure(provider: OpenIdProvider): Promise<oidc.Configuration> {
    const metadata = await this.#metadata.find(provider.issuer)
    if (metadata === undefined) throw new Error('an issuer either has metadata or throws')
    const skew = Math.round((this.#platform.clock.now().getTime() - Date.now()) / 1000)
    const client = new oidc.Configuration(
      metadata,
      provider.client_id,
      { [oidc.clockSkew]: skew },
      authenticationOf(metadata, provider.client_secret),
    )
    client[oidc.customFetch] = fetchBy(this.#platform.http)
    // Otherwise the signature of an ID token is not verified when it was received over TLS.
    oidc.enableNonRepudiationChecks(client)
    if (new URL(provider.issuer).protocol === 'http:') oidc.allowInsecureRequests(client)
    return client
  }

  async #discover(issuer: string): Promise<oidc.ServerMetadata> {
    const insecure = new URL(issuer).protocol === 'http:'
    const found = await oidc.discovery(new URL(issuer), 'discovery', undefined, oidc.None(), {
      [oidc.customFetch]: fetchBy(this.#platform.http),
      execute: insecure ? [oidc.allowInsecureRequests] : [],
    })
    return { ...found.serverMetadata() }
  }
}

// OpenID Connect Core 1.0, section 9: client_secret_basic is the default.
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata,
  secret: string | undefined,
): oidc.ClientAuth {
  if (secret === undefined) return oidc.None()
  const basic = methods === undefined || methods.includes('client_secret_basic')
  return basic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
}

function fetchBy(http: HttpClient): oidc.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const text = body === undefined || body === null ? undefined : String(body)
    const answer = await http.send({ method, url, headers, body: text, signal })
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), answer)
  }
}

function identityOf(token: oidc.IDToken, claims: Readonly<Record<string, unknown>>): ProvenIdentity {
  // Not trimmed: subjects that differ in a space are different people.
  const subject = token.sub
  if (textOf(subject, MAX_SUBJECT) === null) {
    throw new ProviderError('server_error', 'The ID token has no valid subject.')
  }
  const email = emailAddress.safeParse(claims.email).data ?? null
  return {
    issuer: token.iss,
    subject,
    email,
    // Some providers send it as a string.
    email_verified: email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
    email_denied: claims.email_verified === false || claims.email_verified === 'false',
    full_name: textOf(claims.name, MAX_NAME) ?? textOf(claims.preferred_username, MAX_NAME),
  }
}

function textOf(value: unknown, max: number): string | null {
  if (typeof value !== 'string' || value.includes('\0')) return null
  const text = value.trim()
  return text === '' || text.length > max ? null : text
}

function translate(error: unknown, { name }: OpenIdProvider): unknown {
  if (error instanceof ProviderError) return error
  if (error instanceof oidc.AuthorizationResponseError) {
    const said = error.error_description ?? error.error
    return new ProviderError(error.error, `${name} refused the sign-in: ${said}`, error)
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof OutboundError)) continue
    const code = cause.reason === 'refused' ? 'server_error' : 'temporarily_unavailable'
    return new ProviderError(code, `${name} cannot be reached: ${cause.message}`, error)
  }
  if (error instanceof oidc.ResponseBodyError) {
    return new ProviderError('server_error', `${name} rejected the request: ${error.error}.`, error)
  }
  // openid-client sets a code on its errors, also on a TypeError about invalid metadata.
  const { code } = error as { readonly code?: unknown }
  if (typeof code !== 'string' || !/^(?:OAUTH_|ERR_INVALID_ARG_)/.test(code)) return error
  return new ProviderError('server_error', `${name} returned an invalid response (${code}).`, error)
}

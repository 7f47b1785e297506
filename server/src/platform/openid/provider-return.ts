// What a browser brings back from an identity provider, and where it goes with an error.
import type { FastifyRequest } from 'fastify'
import { withParameters } from '#platform/http/query-parameters.ts'
import { ProviderError } from './openid-client.ts'

/** ProviderReturn is the request that ends at the callback; `search` is the query as the provider wrote it. */
export interface ProviderReturn {
  readonly state: string
  readonly search: string
  readonly cookies: string | undefined
}

/** providerReturnOf returns what a request to a callback brings. */
export function providerReturnOf({
  query,
  url,
  headers,
}: FastifyRequest<{ Querystring: { readonly state: string } }>): ProviderReturn {
  return { state: query.state, search: url.slice(url.indexOf('?')), cookies: headers.cookie }
}

/** errorRedirect returns where the browser goes with an error of the provider; any other error is thrown. The address was checked before. */
export function errorRedirect(redirectTo: string, error: unknown): string {
  if (!(error instanceof ProviderError)) throw error
  return withParameters(redirectTo, { error: error.code, error_description: error.message })
}

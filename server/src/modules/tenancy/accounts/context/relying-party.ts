// The site that passkeys are bound to (WebAuthn, "relying party").
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'

/** RelyingParty is a site: its id is a host name, its origin what browsers state in what they sign. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** FindRelyingParty returns the site of a request, or throws 400 where passkeys are impossible. */
export type FindRelyingParty = () => RelyingParty

/** relyingPartyOf returns the site that MSINGI_PUBLIC_URL names, else the one that the request came to. */
export function relyingPartyOf(config: Config, request: FastifyRequest): RelyingParty {
  const { origin, hostname } = new URL(baseUrlOf(config, request))
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw invalidInput(
      'Passkeys need a host name, and this address has none. Use localhost in development, or set MSINGI_PUBLIC_URL.',
    )
  }
  return { id: hostname, origin }
}

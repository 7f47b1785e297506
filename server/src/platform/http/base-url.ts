// The address that clients know the server under.
import type { FastifyRequest } from 'fastify'
import { withoutEndSlashes } from '#platform/config/addresses.ts'
import type { Config } from '#platform/config/config.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

/** baseUrlOf returns the address that was set, else the one that a request came to, without a slash at its end. */
export function baseUrlOf({ publicUrl }: Config, { protocol, host }: FastifyRequest): string {
  const base = publicUrl ?? `${protocol}://${host}`
  // The header is whatever the client has written into it.
  if (!URL.canParse(base)) throw invalidInput('The Host header is not an address.')
  return withoutEndSlashes(base)
}

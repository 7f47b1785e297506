// The address that clients know the server under.
import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

/** baseUrlOf gives the address that was set, else the one that a request came to, without a slash at its end. */
export function baseUrlOf({ publicUrl }: Config, { protocol, host }: FastifyRequest): string {
  const base = publicUrl ?? `${protocol}://${host}`
  // The header is whatever the client has written into it.
  if (!URL.canParse(base)) throw invalidInput('The Host header is not an address.')
  return withoutEndSlashes(base)
}

/** withoutEndSlashes gives an address without the slashes at its end. */
export function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}

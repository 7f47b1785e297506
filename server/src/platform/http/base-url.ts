// The address that clients know the server under.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { withoutEndSlashes } from '#platform/config/addresses.ts'
import type { Config } from '#platform/config/config.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { isProjectHost } from './project-hosts.ts'

/**
 * baseUrlOf returns the address that clients of a request go on with, without a slash at its end: the project's own host if
 * the request came to one, else that of the server.
 */
export function baseUrlOf(config: Config, request: FastifyRequest): string {
  return isProjectHost(request) ? addressOf(request) : serverUrlOf(config, request)
}

/** serverUrlOf returns the address of the server: the one that was set, else the one that a request came to. */
export function serverUrlOf({ publicUrl }: Config, request: FastifyRequest): string {
  return publicUrl === undefined ? addressOf(request) : withoutEndSlashes(publicUrl)
}

// The addresses under which requests stand that came over no network.
const ADDRESSES = new WeakMap<IncomingMessage, string>()

/** standUnder has a request that came over no network stand under an address, such as that of the request it is part of. */
export function standUnder(request: IncomingMessage, address: string): void {
  ADDRESSES.set(request, address)
}

function addressOf({ raw, protocol, host }: FastifyRequest): string {
  const address = ADDRESSES.get(raw) ?? `${protocol}://${host}`
  // The header is whatever the client has written into it.
  if (!URL.canParse(address)) throw invalidInput('The Host header is not an address.')
  return withoutEndSlashes(address)
}

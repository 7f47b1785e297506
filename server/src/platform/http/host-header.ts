// The Host header (RFC 9112, 3.2): whatever a client has written into it, refused on every route where it is malformed.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { invalidInput } from '#platform/errors/app-error.ts'

// What must not be in it, although a URL may go on with it.
const FOREIGN = /[\s/?#@\\]/

/**
 * createHostCheck returns a function that throws 400 for a request whose Host is missing or malformed, or whose
 * X-Forwarded-Host is where a proxy is trusted. HTTP/1.0 needs none: the address of the server takes its place.
 */
export function createHostCheck(trustProxy: boolean): (request: FastifyRequest) => void {
  // Nearly all requests come with the same one.
  let known: string | undefined
  const check = (host: string | undefined, name: string) => {
    if (host === known && host !== undefined) return
    if (host === undefined || host === '' || FOREIGN.test(host) || !URL.canParse(`http://${host}`))
      throw invalidInput(
        `The ${name} header must be a host name or address, with a port where it is not 80 or 443.`,
      )
    known = host
  }
  return ({ raw, headers }) => {
    if (headers.host === undefined && raw.httpVersion === '1.0') headers.host = addressOf(raw)
    check(headers.host, 'Host')
    if (!trustProxy) return
    const forwarded = headers['x-forwarded-host']
    if (forwarded !== undefined) check(String(forwarded).split(',').at(-1)?.trim(), 'X-Forwarded-Host')
  }
}

function addressOf({ socket }: IncomingMessage): string {
  const { localAddress = 'localhost', localPort = 80 } = socket
  return isIPv6(localAddress) ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`
}

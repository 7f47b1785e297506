// Requests to addresses that a project has chosen: identity providers, webhooks. A name is resolved once, all its
// addresses are checked, and the connection goes to these addresses, so that DNS rebinding has no effect. Redirects are
// returned, not followed.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AddressGuard } from './address-guard.ts'
import { tryConnection } from './connect.ts'
import { KeptConnections } from './kept-connections.ts'

/** HttpClientOptions configure an HttpClient. */
export interface HttpClientOptions {
  /** internalNetworks are allowed although they are not public. */
  readonly internalNetworks: readonly string[]
  /** resolve returns all addresses of a name; by default with the operating system's resolver. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
}

/** OutboundRequest is a request to make. */
export interface OutboundRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** timeout_ms bounds everything: resolving, connecting, sending and reading the whole response. */
  readonly timeout_ms?: number
  /** max_bytes is the largest size of the response's body. */
  readonly max_bytes?: number
  /** truncate cuts a larger body off at max_bytes instead of throwing `too_large`. */
  readonly truncate?: boolean
  /**
   * owner lets the request share connections with others of the same owner to the same addresses. It must be safe to send
   * twice: where a kept connection turns out to be closed, it is sent again on a new one.
   */
  readonly owner?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** OutboundAnswer is a complete response of any status. */
export interface OutboundAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  /** truncated is true where the body had more bytes than were wanted. */
  readonly truncated: boolean
}

/**
 * OutboundReason is why there is no response: the address is not allowed, it cannot be reached, the response took too
 * long, or it is too large.
 */
export type OutboundReason = 'refused' | 'unreachable' | 'timeout' | 'too_large'

/** OutboundError says why there is no response, in a sentence for the developer who chose the address. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Unreached is why a request did not succeed: a code as those of Node, and a sentence. */
export interface Unreached {
  readonly code: string
  readonly message: string
}

// What these names are on every machine (RFC 6761).
const LOCALHOST = /^(?:.+\.)?localhost\.?$/
const LOOPBACK = ['127.0.0.1', '::1']
const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

/** HttpClient makes requests to allowed addresses only. */
export class HttpClient {
  readonly #guard: AddressGuard
  readonly #connections = new KeptConnections()
  readonly #resolve: (name: string) => Promise<readonly string[]>

  constructor({ internalNetworks, resolve = resolveBySystem }: HttpClientOptions) {
    this.#guard = new AddressGuard(internalNetworks)
    this.#resolve = resolve
  }

  /** send makes a request and reads the response. Throws an OutboundError, or the reason of the caller's signal. */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const url = this.#parse(request.url)
    const { timeout_ms = TIMEOUT_MS, signal } = request
    const timeout = AbortSignal.timeout(timeout_ms)
    const stop = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
    try {
      const addresses = await unlessStopped(stop, this.#allowedOf(url.hostname))
      return await this.#exchange(url, request, addresses, stop)
    } catch (error) {
      if (error instanceof OutboundError) throw error
      if (signal?.aborted) throw signal.reason
      if (timeout.aborted) {
        throw new OutboundError('timeout', `${url.host} did not respond within ${timeout_ms} ms.`, error)
      }
      throw new OutboundError('unreachable', `${url.host} cannot be reached (${codeOf(error)}).`, error)
    }
  }

  /**
   * addressesOf returns the addresses of a host, to connect to in its place by another protocol than HTTP. Throws an
   * OutboundError unless all of them are allowed, also after `timeoutMs`.
   */
  async addressesOf(hostname: string, timeoutMs: number): Promise<readonly string[]> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await unlessStopped(timeout, this.#allowedOf(hostname))
    } catch (error) {
      if (error instanceof OutboundError) throw error
      if (timeout.aborted)
        throw new OutboundError('timeout', `${hostname} was not found within ${timeoutMs} ms.`, error)
      throw new OutboundError('unreachable', `${hostname} cannot be reached (${codeOf(error)}).`, error)
    }
  }

  /**
   * whyUnreached returns why a request to an address did not succeed that something else has made: it connects, and sends
   * nothing. It takes twice `timeoutMs` at most.
   */
  async whyUnreached(address: string, timeoutMs: number): Promise<Unreached> {
    try {
      const url = this.#parse(address)
      const [first = ''] = await this.addressesOf(url.hostname, timeoutMs)
      await tryConnection({ url, address: first, timeoutMs })
      return { code: 'ECONNRESET', message: `${url.host} closed the connection before it had answered.` }
    } catch (error) {
      if (error instanceof OutboundError && error.cause === undefined)
        return { code: error.reason === 'timeout' ? 'ETIMEDOUT' : 'EACCES', message: error.message }
      const { message, code = 'EIO' } = (
        error instanceof OutboundError ? error.cause : error
      ) as NodeJS.ErrnoException
      return { code, message }
    }
  }

  /** check throws an OutboundError where an address is not allowed, as far as it says so without asking for its name. */
  check(address: string): void {
    const { hostname } = this.#parse(address)
    const addresses = LOCALHOST.test(hostname) ? LOOPBACK : [literalOf(hostname)]
    if (addresses.every((address) => isIP(address) !== 0 && !this.#guard.permits(address)))
      throw notPublic(hostname)
  }

  async #exchange(
    url: URL,
    request: OutboundRequest,
    addresses: readonly string[],
    stop: AbortSignal,
  ): Promise<OutboundAnswer> {
    const { owner } = request
    if (owner === undefined) return exchange(url, request, addresses, false, stop)
    try {
      const agent = this.#connections.agentFor({ owner, url, addresses })
      return await exchange(url, request, addresses, agent, stop)
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      return exchange(url, request, addresses, false, stop)
    }
  }

  #parse(text: string): URL {
    const url = URL.parse(text)
    if (url === null) throw new OutboundError('refused', 'The address is not a URL.')
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new OutboundError('refused', 'The address must begin with https:// or http://.')
    }
    if (url.username !== '' || url.password !== '') {
      throw new OutboundError('refused', 'The address must not contain a user name or password.')
    }
    return url
  }

  // Node connects to literal addresses without `lookup`, so they are checked here. One internal address among several is
  // enough to refuse: an attacker who controls the name would want it to be tried.
  async #allowedOf(hostname: string): Promise<readonly string[]> {
    const literal = literalOf(hostname)
    const addresses = isIP(literal) === 0 ? await this.#resolve(hostname) : [literal]
    if (addresses.length > 0 && addresses.every((address) => this.#guard.permits(address))) return addresses
    throw notPublic(hostname)
  }
}

function literalOf(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function notPublic(hostname: string): OutboundError {
  return new OutboundError(
    'refused',
    `${hostname} is not an address of the public Internet. The operator allows others with MSINGI_INTERNAL_NETWORKS.`,
  )
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

// A lookup cannot be cancelled; it ends by itself.
function unlessStopped<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  if (stop.aborted) return Promise.reject(stop.reason)
  const stopped = Promise.withResolvers<never>()
  const giveUp = () => stopped.reject(stop.reason)
  stop.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work, stopped.promise]).finally(() => stop.removeEventListener('abort', giveUp))
}

// A kept connection that its server had closed before it answered.
class StaleConnection extends Error {}

// With `agent: false` a request has a connection of its own.
async function exchange(
  url: URL,
  { method, headers, body, max_bytes = MAX_BYTES, truncate = false }: OutboundRequest,
  addresses: readonly string[],
  agent: http.Agent | false,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
    lookup: pinnedTo(addresses),
    signal,
    agent,
  })
  const fail = (error: Error) => {
    const isStale = request.reusedSocket && STALE.has(codeOf(error))
    reject(isStale ? new StaleConnection(error.message, { cause: error }) : error)
  }
  // `on`, not `once`: a connection can emit several errors, and an unhandled one ends the process.
  request.once('response', resolve).on('error', fail).end(body)
  const response = await promise
  try {
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      ...(await readBody(response, max_bytes, truncate)),
    }
  } finally {
    // After a complete response the agent has the connection.
    if (agent === false || !response.complete) request.destroy()
  }
}

const STALE: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all: every }, done) => {
    const [first] = all
    if (every === true) done(null, all)
    else done(null, first?.address ?? '', first?.family)
  }
}

async function readBody(response: http.IncomingMessage, max: number, truncate: boolean) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    chunks.push(chunk)
    if (length <= max) continue
    if (!truncate) throw new OutboundError('too_large', `The response has more than ${max} bytes.`)
    return { body: Buffer.concat(chunks, max), truncated: true }
  }
  return { body: Buffer.concat(chunks), truncated: false }
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  }
  return headers
}

// For several addresses the first error is reported.
function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return (first as NodeJS.ErrnoException)?.code ?? 'no valid answer'
}

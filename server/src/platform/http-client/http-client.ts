// Requests that the server makes to addresses which a project has chosen: identity providers, webhooks. A name is
// resolved once, every address that it has is looked at, and the connection goes to those very addresses, so that a
// name that changes between the look and the connection gains nothing. Redirects are answers, not followed.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AddressGuard } from './address-guard.ts'

/** HttpClientOptions is what a client is made of. */
export interface HttpClientOptions {
  /** internalNetworks may be spoken to although they are not public. */
  readonly internalNetworks: readonly string[]
  /** resolve returns all addresses of a name; the operating system's resolver unless said here. */
  readonly resolve?: (name: string) => Promise<readonly string[]>
}

/** OutboundRequest is a request to make. */
export interface OutboundRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** timeout_ms bounds all of it: resolving, connecting, sending and reading the last byte of the answer. */
  readonly timeout_ms?: number
  /** max_bytes is how large the answer's body may be. */
  readonly max_bytes?: number
  readonly signal?: AbortSignal | undefined
}

/** OutboundAnswer is an answer of whatever status, read to its end. */
export interface OutboundAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

/**
 * OutboundReason is why there is no answer: the address may not be spoken to, nobody answers there, the answer took too
 * long, or it is too large.
 */
export type OutboundReason = 'refused' | 'unreachable' | 'timeout' | 'too_large'

/** OutboundError reports why there is no answer, in a sentence for whoever has chosen the address. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

/** HttpClient makes requests to public addresses and to none else. */
export class HttpClient {
  readonly #guard: AddressGuard
  readonly #resolve: (name: string) => Promise<readonly string[]>

  constructor({ internalNetworks, resolve = resolveBySystem }: HttpClientOptions) {
    this.#guard = new AddressGuard(internalNetworks)
    this.#resolve = resolve
  }

  /** send makes a request and reads the answer, or throws an OutboundError, or what the caller has stopped it with. */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const url = this.#parse(request.url)
    const { timeout_ms = TIMEOUT_MS, signal } = request
    const timeout = AbortSignal.timeout(timeout_ms)
    const stop = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
    try {
      const addresses = await unlessStopped(stop, this.#addressesOf(url.hostname))
      return await exchange(url, request, addresses, stop)
    } catch (error) {
      if (error instanceof OutboundError) throw error
      if (signal?.aborted) throw signal.reason
      if (timeout.aborted) {
        throw new OutboundError('timeout', `${url.host} did not answer within ${timeout_ms} ms.`, error)
      }
      throw new OutboundError('unreachable', `${url.host} cannot be reached (${codeOf(error)}).`, error)
    }
  }

  #parse(text: string): URL {
    const url = URL.parse(text)
    if (url === null) throw new OutboundError('refused', 'The address is not a URL.')
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new OutboundError('refused', 'The address must begin with https:// or http://.')
    }
    if (url.username !== '' || url.password !== '') {
      throw new OutboundError('refused', 'The address must not carry a user name or password.')
    }
    return url
  }

  // Node connects to a literal address without asking `lookup`, so it is judged here like any other. One internal
  // address among several is reason enough: whoever controls the name wants us to try them all.
  async #addressesOf(hostname: string): Promise<readonly string[]> {
    const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
    const addresses = isIP(literal) === 0 ? await this.#resolve(hostname) : [literal]
    if (addresses.length > 0 && addresses.every((address) => this.#guard.permits(address))) return addresses
    throw new OutboundError('refused', `${hostname} is not an address of the public Internet.`)
  }
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

// A lookup cannot be called off; it ends by itself, and nobody waits for it any longer.
function unlessStopped<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  if (stop.aborted) return Promise.reject(stop.reason)
  const stopped = Promise.withResolvers<never>()
  const giveUp = () => stopped.reject(stop.reason)
  stop.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work, stopped.promise]).finally(() => stop.removeEventListener('abort', giveUp))
}

async function exchange(
  url: URL,
  { method, headers, body, max_bytes = MAX_BYTES }: OutboundRequest,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
    lookup: pinnedTo(addresses),
    signal,
    // A connection of its own: none is shared with requests that were made under other rules.
    agent: false,
  })
  // `on`, not `once`: a connection may break more than once, and an error that nobody hears ends the process.
  request.once('response', resolve).on('error', reject).end(body)
  const response = await promise
  try {
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: await readBody(response, max_bytes),
    }
  } finally {
    request.destroy()
  }
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all: every }, done) => {
    const [first] = all
    if (every === true) done(null, all)
    else done(null, first?.address ?? '', first?.family)
  }
}

async function readBody(response: http.IncomingMessage, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > max) throw new OutboundError('too_large', `The answer has more than ${max} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  }
  return headers
}

// What failed at several addresses is told by the first.
function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return (first as NodeJS.ErrnoException)?.code ?? 'no valid answer'
}

// Requests to the server: bounded in time, sent again where that is safe, never redirected.
import { fetchWithProgress } from '../runtime/progress.ts'
import { sleep } from '../runtime/sleep.ts'
import { type Watchdog, watchdog } from '../runtime/watchdog.ts'
import { dataOf, type Parse, refusal } from './answers.ts'
import { checkPath } from './check-path.ts'
import { MsingiError } from './error.ts'

/** Method is one of HTTP. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Call is one request; `path` is below /api/v1, or a whole address. */
export interface Call {
  readonly method?: Method
  readonly path: string
  readonly query?: URLSearchParams | undefined
  /** body is sent as JSON, and content as it is. */
  readonly body?: unknown
  readonly content?: NonNullable<RequestInit['body']>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** timeout is in milliseconds, for each attempt; by default the client's. */
  readonly timeout?: number
  /** repeatable says that it may be sent twice; what reads may, and what has an Idempotency-Key where the route takes one. */
  readonly repeatable?: boolean
  /** retries is how often it is sent again where it may be; by default the client's. */
  readonly retries?: number
  /** began is `changes` of the session when the first of several calls began; each call begins by itself otherwise. */
  readonly began?: number
  /** onSent is called with the bytes sent so far, in runtimes that know. */
  readonly onSent?: ((bytes: number) => void) | undefined
}

/** RequestOptions bound the requests of a client. */
export interface RequestOptions {
  /** timeout is in milliseconds, for an answer in all; of files, without a byte. 30,000 by default. */
  readonly timeout?: number
  /** retries is how often reads, and writes with an idempotency key, are sent again when the network or a server fails. 2 by default. */
  readonly retries?: number
  /** signal stops the requests: they reject with its reason. */
  readonly signal?: AbortSignal
}

/** Reply is a response; `data` is that of the envelope. */
export interface Reply<Data> {
  readonly data: Data
  readonly headers: Headers
}

/** Request sends a call with the client's credentials. Rejects with a MsingiError, or with the reason of a signal. */
export type Request = <Data>(call: Call) => Promise<Reply<Data>>

/** Open sends a call with the client's credentials, and leaves the body of the response to be read. */
export type Open = (call: Call) => Promise<Response>

/** Credentials are the headers that say who sends a request. */
export type Credentials = Readonly<Record<string, string>>

/** Read reads the response of a call, within its timeout. */
export type Read<Result> = (response: Response, parse: Parse, alive: Watchdog) => Promise<Result>

/** Exchange sends a call with the client's credentials, and returns what `read` makes of the response. */
export type Exchange = <Result>(call: Call, read: Read<Result>) => Promise<Result>

/** Wire is how requests reach the server. */
export interface Wire extends Required<Omit<RequestOptions, 'signal'>> {
  readonly base: string
  readonly fetch: typeof globalThis.fetch
  /** reports says that XMLHttpRequest may be used for progress: nobody has given the client another fetch. */
  readonly reports: boolean
  readonly parse: Parse
  readonly signal: AbortSignal | undefined
}

// Whoever is refused so is served a moment later.
const PASSING: ReadonlySet<number> = new Set([0, 429, 502, 503, 504])
// The routes that do a write with the same Idempotency-Key once. Elsewhere the header says nothing.
const KEYED =
  /^(?:POST \/(?:data\/[^/?]+|(?:projects\/[^/]+\/)?batch|projects\/[^/]+\/(?:tables\/[^/]+\/records|graphql|payments\/provider_(?:a\/stk-push|b\/(?:initiate|session))))|PATCH \/(?:data\/[^/]+|projects\/[^/]+\/tables\/[^/]+\/records)\/[^/?]+)(?:\?|$)/
const FIRST_PAUSE_MS = 250
const MEGABYTE = 1024 * 1024

function isPassing({ status, code }: MsingiError): boolean {
  return PASSING.has(status) || code === 'still_running'
}

/** send sends a call and returns what `read` makes of the response. Rejects with a MsingiError, or with the reason of a signal. */
export async function send<Result>(
  wire: Wire,
  call: Call,
  credentials: Credentials,
  read: Read<Result>,
): Promise<Result> {
  const { timeout = wire.timeout } = call
  for (let sent = 1, pause = FIRST_PAUSE_MS; ; sent += 1, pause *= 2) {
    try {
      return await attempt(wire, call, credentials, read)
    } catch (error) {
      if (!(error instanceof MsingiError) || !isPassing(error)) throw error
      // Clients that were refused together do not come back together.
      const wait = 1000 * (error.retryAfter ?? 0) + pause * (0.5 + Math.random() / 2)
      if (sent > retriesOf(wire, call) || wait > timeout) throw error
      const signal = either(wire.signal, call.signal)
      await sleep(wait, signal)
      signal?.throwIfAborted()
    }
  }
}

function retriesOf(
  wire: Wire,
  { method = 'GET', path, repeatable, retries = wire.retries, headers, content }: Call,
) {
  const isRead = method === 'GET' || method === 'HEAD'
  const isKeyed = headers?.['idempotency-key'] !== undefined && KEYED.test(`${method} ${path}`)
  const isSafe = repeatable === true || isRead || isKeyed
  return isSafe && !isStream(content) ? retries : 0
}

async function attempt<Result>(
  wire: Wire,
  call: Call,
  credentials: Credentials,
  read: Read<Result>,
): Promise<Result> {
  const { timeout = wire.timeout, content, onSent } = call
  const ending = new AbortController()
  const given = either(wire.signal, call.signal)
  const signal = given === undefined ? ending.signal : AbortSignal.any([given, ending.signal])
  const reporting = wire.reports && onSent !== undefined ? fetchWithProgress(progress) : undefined
  // Where nobody says how much of a body is sent, each megabyte has the time of a request.
  const bytes = reporting === undefined && content instanceof Blob ? content.size : 0
  const longest = timeout * (1 + Math.floor(bytes / MEGABYTE))
  const alive = watchdog(longest, () => {
    const message = `The server has not answered within ${longest / 1000} seconds.`
    ending.abort(new MsingiError(message, { status: 0 }))
  })
  function progress(sent: number) {
    alive.feed()
    onSent?.(sent)
  }
  try {
    const [url, init] = requestOf(wire, call, credentials)
    const response = await (reporting ?? wire.fetch)(url, { ...init, signal }).catch((cause: unknown) => {
      const message = 'The server cannot be reached. Check the network and the address.'
      throw new MsingiError(message, { status: 0, cause })
    })
    if (!response.ok) throw await refusal(response)
    return await read(response, wire.parse, alive)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    alive.stop()
  }
}

function requestOf(
  { base }: Wire,
  { method = 'GET', path, query, body, content, headers }: Call,
  credentials: Credentials,
): [url: string, init: RequestInit] {
  checkPath(path)
  const url = path.startsWith('/') ? `${base}/api/v1${path}` : path
  if (Object.keys(credentials).length > 0 && !url.startsWith(`${base}/`))
    throw new TypeError(`${path} is no path of the API, which begins with /, and no address of this server.`)
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...credentials,
      ...headers,
    },
    redirect: 'manual',
  }
  if (body !== undefined) init.body = JSON.stringify(body)
  if (content !== undefined) init.body = content
  // Streams need it, and nothing else minds.
  if (isStream(content)) init.duplex = 'half'
  return [
    query === undefined || query.size === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    init,
  ]
}

function either(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other])
}

/** isStream reports whether a body is a stream, which can be sent once. Not every runtime has the class. */
export function isStream(content: Call['content']): boolean {
  return typeof content === 'object' && 'getReader' in content
}

/** requestOver returns the Request of an Exchange. */
export function requestOver(exchange: Exchange): Request {
  return <Data>(call: Call) =>
    exchange(call, async (response, parse) => {
      const data = (await dataOf(response, parse)) as Data
      return { data, headers: response.headers }
    })
}

/** lowerCase writes the names of headers as the client compares them. */
export function lowerCase(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers))
}

/** idempotent returns the header that makes a write safe to repeat. */
export function idempotent(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key }
}

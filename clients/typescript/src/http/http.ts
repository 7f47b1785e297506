// Requests to the server: unwraps the envelope, and throws a MsingiError for error responses (spec 2.1, 7).
import { warn } from '../runtime/warn.ts'
import { MsingiError } from './error.ts'

/** Call is one request; `path` is relative to /api/v1. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: URLSearchParams | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Reply is a response; `data` is that of the envelope. */
export interface Reply<Data> {
  readonly data: Data
  readonly headers: Headers
}

/** Request sends a call with the client's credentials. */
export type Request = <Data>(call: Call) => Promise<Reply<Data>>

/** Send makes a request with the given credentials. Rejects with a MsingiError. */
export type Send = <Data>(call: Call, credentials: Readonly<Record<string, string>>) => Promise<Reply<Data>>

/** createSend returns the Send of one server. */
export function createSend(base: string, fetch: typeof globalThis.fetch): Send {
  return async <Data>(call: Call, credentials: Readonly<Record<string, string>>): Promise<Reply<Data>> => {
    const response = await open(base, fetch, call, credentials)
    const text = await textOf(response)
    if (text === '') return { data: null as Data, headers: response.headers }
    const { data, details } = envelope(text, response)
    for (const hint of (details as Hinted | undefined)?.hints ?? []) tellOnce(hint)
    return { data: data as Data, headers: response.headers }
  }
}

interface Hinted {
  readonly hints?: readonly string[]
}

const MOST_HINTS = 100
const hints = new Set<string>()

// In development the server says what about a read is probably not as it was meant, such as a misspelt column.
function tellOnce(hint: string): void {
  if (hints.has(hint) || hints.size >= MOST_HINTS) return
  hints.add(hint)
  warn(hint)
}

/** open sends a request and returns the response, with its body unread. Rejects with a MsingiError if it failed. */
export async function open(
  base: string,
  fetch: typeof globalThis.fetch,
  { method = 'GET', path, query, body, headers = {}, signal }: Call,
  credentials: Readonly<Record<string, string>>,
): Promise<Response> {
  const search = query === undefined || query.size === 0 ? '' : `?${query}`
  const init: RequestInit = { method, headers: { ...credentials, ...headers } }
  if (signal !== undefined) init.signal = signal
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json', ...init.headers }
  }
  return receive(fetch, `${base}/api/v1${path}${search}`, init)
}

/** receive sends a request to any address of the server and returns the response. Rejects with a MsingiError if it failed. */
export async function receive(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const response = await fetch(url, init).catch((cause: unknown) => {
    init.signal?.throwIfAborted()
    throw new MsingiError('The server cannot be reached. Check the network and the address.', {
      status: 0,
      cause,
    })
  })
  if (!response.ok) throw await refusal(response)
  return response
}

interface Envelope {
  readonly data?: unknown
  readonly code?: string
  readonly message?: string
  // GraphQL's errors are objects.
  readonly errors?: readonly (string | { readonly message: string })[]
  readonly details?: unknown
}

/** textOf reads a body. Rejects with a MsingiError of status 0 if it was cut off. */
export function textOf(response: Response): Promise<string> {
  return response.text().catch((cause: Error) => {
    if (cause.name === 'AbortError' || cause.name === 'TimeoutError') throw cause
    throw new MsingiError('The response was cut off. Check the network.', { status: 0, cause })
  })
}

/** jsonOf reads the JSON of a body. Rejects with a MsingiError if it was cut off, or is none. */
export async function jsonOf<Body>(response: Response): Promise<Body> {
  return envelope(await textOf(response), response) as Body
}

async function refusal(response: Response): Promise<MsingiError> {
  const text = await textOf(response)
  const { code, message, errors: given = [], details } = envelope(text, response)
  const errors = given.map((error) => (typeof error === 'string' ? error : error.message))
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new MsingiError(message ?? errors[0] ?? `The server returned the status ${response.status}.`, {
    status: response.status,
    code,
    errors,
    details,
    retryAfter: Number.isNaN(wait) ? undefined : wait,
    challenged: response.headers.has('www-authenticate'),
  })
}

// A proxy can respond with an HTML page.
function envelope(text: string, { status, ok }: Response): Envelope {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // Said below.
  }
  if (!ok) return {}
  throw new MsingiError('The response is not one of Msingi. Check the address of the server.', { status })
}

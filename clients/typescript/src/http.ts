// Requests to the server: the envelope is taken off, refusals become a MsingiError (spec 2.1, 7).
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

/** Reply is an answer; `data` is what stood in the envelope. */
export interface Reply<Data> {
  readonly data: Data
  readonly headers: Headers
}

/** Send makes a request with the given credentials. */
export type Send = <Data>(call: Call, credentials: Readonly<Record<string, string>>) => Promise<Reply<Data>>

/** createSend makes the function that speaks to one server. */
export function createSend(base: string, fetch: typeof globalThis.fetch): Send {
  return async <Data>(call: Call, credentials: Readonly<Record<string, string>>): Promise<Reply<Data>> => {
    const response = await open(base, fetch, call, credentials)
    const text = await response.text()
    return { data: (text === '' ? null : envelope(text, response).data) as Data, headers: response.headers }
  }
}

/** open sends a request and returns the response once its status says that it succeeded. */
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
  const response = await fetch(`${base}/api/v1${path}${search}`, init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new MsingiError('The server cannot be reached.', { status: 0, cause })
  })
  if (!response.ok) throw await refusal(response)
  return response
}

interface Envelope {
  readonly data?: unknown
  readonly message?: string
  readonly errors?: readonly string[]
  readonly details?: unknown
}

async function refusal(response: Response): Promise<MsingiError> {
  const text = await response.text()
  const { message, errors = [], details } = envelope(text, response)
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new MsingiError(message ?? `The server answered ${response.status}.`, {
    status: response.status,
    errors,
    details,
    retryAfter: Number.isNaN(wait) ? undefined : wait,
    challenged: response.headers.has('www-authenticate'),
  })
}

// A proxy in between may answer with a page of its own.
function envelope(text: string, { status, ok }: Response): Envelope {
  try {
    return JSON.parse(text) as Envelope
  } catch (cause) {
    if (!ok) return {}
    throw new MsingiError('The answer is not JSON.', { status, cause })
  }
}

// Functions of the project, called as the user (spec 4.11).
import { receive, textOf } from './http/http.ts'

/** InvokeOptions are the request to a function. */
export interface InvokeOptions {
  /** method is POST unless it is said here. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** path is what stands behind the function's address, such as `/orders?open=true`. */
  readonly path?: string
  /** body is sent as it is where it is text, bytes, a form or a stream, and as JSON otherwise. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

type WithCredentials = <T>(work: (credentials: Record<string, string>) => Promise<T>) => Promise<T>

/** Functions calls the functions of one project. */
export class Functions {
  readonly #fetch: typeof globalThis.fetch
  readonly #address: string
  readonly #withCredentials: WithCredentials

  constructor(fetch: typeof globalThis.fetch, address: string, withCredentials: WithCredentials) {
    this.#fetch = fetch
    this.#address = address
    this.#withCredentials = withCredentials
  }

  /** invoke calls a function and returns its answer: parsed where it is JSON, else its text. Rejects with a MsingiError. */
  async invoke<Result = unknown>(slug: string, options: InvokeOptions = {}): Promise<Result> {
    const response = await this.open(slug, options)
    const text = await textOf(response)
    const isJson = /^application\/([\w.+-]*\+)?json\b/i.test(response.headers.get('content-type') ?? '')
    return (isJson && text !== '' ? JSON.parse(text) : text) as Result
  }

  /** open calls a function and returns the response with its body unread, to stream it. Rejects with a MsingiError. */
  open(
    slug: string,
    { method = 'POST', path = '', body, headers = {}, signal }: InvokeOptions = {},
  ): Promise<Response> {
    const url = `${this.#address}/${encodeURIComponent(slug)}${path === '' || path.startsWith('/') ? path : `/${path}`}`
    return this.#withCredentials((credentials) => {
      const init: RequestInit & { duplex?: 'half' } = { method, headers: { ...credentials, ...headers } }
      if (signal !== undefined) init.signal = signal
      if (body !== undefined && isSentAsItIs(body)) {
        init.body = body
        // Streams need it, and nothing else minds.
        init.duplex = 'half'
      } else if (body !== undefined) {
        init.body = JSON.stringify(body)
        init.headers = { 'content-type': 'application/json', ...init.headers }
      }
      return receive(this.#fetch, url, init)
    })
  }
}

function isSentAsItIs(body: unknown): body is NonNullable<RequestInit['body']> {
  const kinds = [ArrayBuffer, Blob, FormData, ReadableStream, URLSearchParams]
  return typeof body === 'string' || ArrayBuffer.isView(body) || kinds.some((kind) => body instanceof kind)
}

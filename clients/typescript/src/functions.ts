// Functions of the project, called as the user.

import { textOf, watched } from './http/answers.ts'
import { MsingiError } from './http/error.ts'
import { type Call, type Exchange, lowerCase, type Method } from './http/http.ts'
import { queryOf } from './http/query-of.ts'

/** InvokeOptions are the request to a function. */
export interface InvokeOptions {
  /** method is POST unless it is said here. */
  readonly method?: Method
  /** path is what stands behind the function's address, such as `/orders?open=true`. */
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  /** body is sent as it is where it is text, bytes, a form or a stream, and as JSON otherwise. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Functions calls the functions of one project. */
export class Functions {
  readonly #exchange: Exchange
  readonly #address: string

  constructor(exchange: Exchange, address: string) {
    this.#exchange = exchange
    this.#address = address
  }

  /** invoke calls a function and returns its answer: parsed where it is JSON, else its text. Rejects with a MsingiError. */
  invoke<Result = unknown>(slug: string, options?: InvokeOptions): Promise<Result> {
    return this.#exchange(this.#call(slug, options), async (response, parse) => {
      const text = await textOf(response)
      const isJson = /^application\/([\w.+-]*\+)?json\b/i.test(response.headers.get('content-type') ?? '')
      if (!isJson || text === '') return text as Result
      try {
        return parse(text) as Result
      } catch (cause) {
        const { status } = response
        throw new MsingiError(`The function ${slug} has answered with JSON that cannot be read.`, {
          status,
          cause,
        })
      }
    })
  }

  /** open calls a function and returns the response with its body unread, to stream it. Rejects with a MsingiError. */
  open(slug: string, options?: InvokeOptions): Promise<Response> {
    return this.#exchange(this.#call(slug, options), async (response, _, alive) => watched(response, alive))
  }

  #call(
    slug: string,
    { method = 'POST', path = '', query, headers, body, signal }: InvokeOptions = {},
  ): Call {
    const below = path === '' || path.startsWith('/') ? path : `/${path}`
    return {
      method,
      path: `${this.#address}/${encodeURIComponent(slug)}${below}`,
      query: queryOf(query),
      headers: lowerCase(headers),
      signal,
      ...(isSentAsItIs(body) ? { content: body } : { body }),
    }
  }
}

function isSentAsItIs(body: unknown): body is NonNullable<RequestInit['body']> {
  const kinds = [ArrayBuffer, Blob, FormData, ReadableStream, URLSearchParams]
  return typeof body === 'string' || ArrayBuffer.isView(body) || kinds.some((kind) => body instanceof kind)
}

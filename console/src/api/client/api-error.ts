// What the server refuses, as one typed error.

/** ApiError is an answer that is no success; `errors` are the server's own sentences. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** status is that of HTTP; 0 where the server did not answer. */
  readonly status: number
  readonly errors: readonly string[]
  readonly details: unknown
  /** retryAfter is in how many seconds a repeat can succeed, if the server says so. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    extras: { errors?: readonly string[]; details?: unknown; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.errors = extras.errors ?? [message]
    this.details = extras.details
    this.retryAfter = extras.retryAfter
  }

  /** field is the path of the one field that all of it is about. */
  get field(): string | undefined {
    const { fields = [] } = (this.details ?? {}) as { fields?: readonly string[] }
    return fields.length === 1 ? fields[0] : undefined
  }
}

/** errorOf reads the envelope of a refusal. Proxies in between may answer with anything. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const extras = Number.isFinite(retryAfter) ? { retryAfter } : {}
  try {
    const { message, errors, details } = JSON.parse(text)
    return new ApiError(response.status, String(message), { errors, details, ...extras })
  } catch {
    return new ApiError(response.status, `The server answered ${response.status}.`, extras)
  }
}

// Errors of the server.

/** MsingiError is an error response; `status` is the HTTP status, or 0 if the server could not be reached. */
export class MsingiError extends Error {
  override readonly name = 'MsingiError'
  readonly status: number
  /** code says what is wrong, for programs, such as `already_exists`; undefined where the server did not answer itself. */
  readonly code: string | undefined
  /** errors are sentences, one for each problem. */
  readonly errors: readonly string[]
  readonly details: unknown
  /** requestId is what the server calls the request, also in its logs; undefined where no answer came. */
  readonly requestId: string | undefined
  /** retryAfter is how many seconds to wait after a 429 or 503, if the server says so. */
  readonly retryAfter: number | undefined
  /** challenged is true if a 401 is about the credentials of the request, and not about its body, such as a wrong code. */
  readonly challenged: boolean

  constructor(
    message: string,
    {
      status,
      code,
      errors = [],
      details,
      requestId,
      retryAfter,
      challenged = false,
      cause,
    }: {
      readonly status: number
      readonly code?: string | undefined
      readonly errors?: readonly string[]
      readonly details?: unknown
      readonly requestId?: string | undefined
      readonly retryAfter?: number | undefined
      readonly challenged?: boolean
      readonly cause?: unknown
    },
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.errors = errors
    this.details = details
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.challenged = challenged
  }
}

// What goes wrong, as the server tells it (spec 7).

/** MsingiError is a refusal of the server; `status` is the HTTP status, 0 where no answer came. */
export class MsingiError extends Error {
  override readonly name = 'MsingiError'
  readonly status: number
  /** errors are sentences, one for each thing that is wrong. */
  readonly errors: readonly string[]
  readonly details: unknown
  /** retryAfter is how many seconds to wait after a 429 or 503, where the server says so. */
  readonly retryAfter: number | undefined
  /** challenged is true where a 401 is about the credentials, and not about what was sent: a wrong code, say. */
  readonly challenged: boolean

  constructor(
    message: string,
    {
      status,
      errors = [],
      details,
      retryAfter,
      challenged = false,
      cause,
    }: {
      readonly status: number
      readonly errors?: readonly string[]
      readonly details?: unknown
      readonly retryAfter?: number | undefined
      readonly challenged?: boolean
      readonly cause?: unknown
    },
  ) {
    super(message, { cause })
    this.status = status
    this.errors = errors
    this.details = details
    this.retryAfter = retryAfter
    this.challenged = challenged
  }
}

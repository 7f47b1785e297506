// How requests fail: one error type, one table of statuses.

/** ErrorCode is the `code` of an error, by which a program tells it apart. */
export type ErrorCode = keyof typeof OUTCOMES

type CodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof OUTCOMES)[Code][0] extends Status ? Code : never
}[ErrorCode]

/**
 * OUTCOMES maps each code to its status and to the sentence that a bare error shows. The first seven are
 * the specification's; what stands behind says more of a 403 or 409, or is HTTP's own.
 */
export const OUTCOMES = {
  unauthorized: [401, 'Credentials are missing or not valid.'],
  forbidden: [403, 'These credentials do not allow this.'],
  not_found: [404, 'There is nothing here by that name or id.'],
  conflict: [409, 'This conflicts with what is already there.'],
  invalid_input: [400, 'The request is not valid.'],
  quota_exceeded: [429, 'Too many requests. Try again later.'],
  internal: [500, 'Something went wrong on our side.'],
  permission_missing: [403, 'Your role does not allow this.'],
  scope_missing: [403, 'This API key lacks the scope for this.'],
  policy_denied: [403, 'You are not allowed to do this with this row.'],
  not_a_member: [403, 'You are not a member of this organisation.'],
  other_project: [403, 'These credentials belong to another project.'],
  wrong_credentials: [403, 'This takes credentials of another kind.'],
  turned_off: [403, 'This is turned off.'],
  deactivated: [403, 'This account is deactivated.'],
  verification_required: [403, 'This has to be verified first.'],
  proof_rejected: [403, 'The password or code is wrong.'],
  link_invalid: [403, 'This link is not valid any more.'],
  already_exists: [409, 'This exists already.'],
  limit_reached: [409, 'There are as many of these as there may be.'],
  in_use: [409, 'This is still in use.'],
  reference_missing: [409, 'This refers to something that does not exist.'],
  wrong_state: [409, 'This is not possible in its present state.'],
  not_set_up: [409, 'Something that this needs is not set up.'],
  values_in_the_way: [409, 'Values that are there already do not allow this.'],
  changed_meanwhile: [409, 'This has changed meanwhile. Try again.'],
  count_differs: [409, 'Another number of rows matches.'],
  still_running: [409, 'An earlier request is still at work on this.'],
  key_reused: [409, 'This Idempotency-Key was used for another request.'],
  cancelled: [409, 'This was cancelled.'],
  upgrade_required: [426, 'No other protocol is spoken here.'],
  method_not_allowed: [405, 'This method is not possible here.'],
  precondition_failed: [412, 'This has changed meanwhile.'],
  payload_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'The request body must be JSON (content-type: application/json).'],
  locked: [423, 'Another request is working on this. Try again shortly.'],
  checksum_mismatch: [460, 'The bytes that arrived do not have the checksum that was announced.'],
  expectation_failed: [417, 'This expectation cannot be met.'],
  unavailable: [503, 'The database cannot be reached right now. Try again shortly.'],
  timeout: [504, 'The database took too long to answer.'],
  function_failed: [500, 'The function failed. Its log says why.'],
  function_bad_answer: [502, 'The function answered with something that cannot be passed on.'],
  function_timeout: [504, 'The function did not finish in time.'],
  function_ended: [503, 'The function was ended.'],
  function_out_of_memory: [503, 'The function used up its memory, and was ended.'],
  hook_failed: [503, 'This app cannot check the request right now. Try again shortly.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  headers_too_large: [431, 'The address and the headers are too large.'],
  range_not_satisfiable: [416, 'No part of that range is there.'],
  insufficient_storage: [507, 'There is no room left to store this. Try again later or remove files.'],
} as const satisfies Record<string, readonly [number, string]>

export interface AppErrorExtras {
  /** errors are one sentence for each problem; by default the message. */
  errors?: string[]
  /** details is for machines: field names, positions, constraint names. */
  details?: unknown
  /** headers are sent with the response, such as `retry-after`. */
  headers?: Record<string, string>
  cause?: unknown
}

/** AppError is the only error whose message reaches clients; any other becomes a 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: string[]
  readonly details: unknown
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message?: string, extras: AppErrorExtras = {}) {
    super(message ?? OUTCOMES[code][1], { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = extras.errors ?? [this.message]
    this.details = extras.details
    this.headers = extras.headers ?? {}
  }

  /** status is the HTTP status of the code. */
  get status(): number {
    return OUTCOMES[this.code][0]
  }
}

/** invalidInput returns a 400 with one entry of `errors` for each problem; its message says the first of them. */
export function invalidInput(problems: string | string[], details?: unknown): AppError {
  const errors = typeof problems === 'string' ? [problems] : problems
  return new AppError('invalid_input', messageOf(errors), { errors, details })
}

const SENTENCES = 3
const CHARACTERS = 500

// A person who sees nothing but the message learns what to change, and how much there is besides.
function messageOf(errors: readonly string[]): string | undefined {
  const [first, ...others] = errors
  if (first === undefined || others.length === 0) return first
  const sentences = errors.slice(0, SENTENCES).map((text) => (/[.?!]$/.test(text) ? text : `${text}.`))
  while (sentences.length > 1 && sentences.join(' ').length > CHARACTERS) sentences.pop()
  const more = errors.length - sentences.length
  return [...sentences, ...(more === 0 ? [] : [`And ${more} more.`])].join(' ')
}

/** unauthorized returns a 401 with `www-authenticate`, so that clients know that other or renewed credentials can help. */
export function unauthorized(message?: string): AppError {
  return new AppError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })
}

/** forbidden returns a 403; `code` says why. */
export function forbidden(code: CodeOf<403>, message?: string, details?: unknown): AppError {
  return new AppError(code, message, { details })
}

/** notFound returns a 404; `what` is the subject of its message, such as "The table books". */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} was not found.`)
}

/** alreadyExists returns the 409 of a field whose value something else has. */
export function alreadyExists(field: string, message: string): AppError {
  return conflict('already_exists', message, { fields: [field] })
}

/** conflict returns a 409; `code` says why. */
export function conflict(code: CodeOf<409>, message?: string, details?: unknown): AppError {
  return new AppError(code, message, { details })
}

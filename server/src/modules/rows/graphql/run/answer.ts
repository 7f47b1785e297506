// Answers in GraphQL's form: the data as the database wrote it, and errors with their path and code.
import { GraphQLError } from 'graphql'
import { FilterError } from '#engine/request/operands.ts'
import type { AppError } from '#platform/errors/app-error.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { toAppError } from '#platform/http/answers/error-handler.ts'
import type { Platform } from '#platform/platform.ts'

/** GraphqlAnswer is a status and the text of the body. */
export interface GraphqlAnswer {
  readonly status: number
  readonly body: string
  /** replayed is true where an earlier request with the same Idempotency-Key was answered so. */
  readonly replayed?: boolean | undefined
}

/** FieldError is an error of one field of an operation. */
export interface FieldError {
  readonly message: string
  readonly path?: readonly string[]
  readonly locations?: readonly object[]
  readonly extensions: { readonly code: string; readonly details?: unknown }
}

/** executed is the answer of an operation that ran: its fields as JSON texts, and what went wrong in some of them. */
export function executed(
  fields: ReadonlyMap<string, string> | null,
  errors: readonly FieldError[],
): GraphqlAnswer {
  const entries = fields === null ? [] : [...fields].map(([key, text]) => `${JSON.stringify(key)}:${text}`)
  const data = fields === null ? 'null' : `{${entries.join(',')}}`
  const wrong = errors.length === 0 ? '' : `,"errors":${JSON.stringify(errors)}`
  return { status: 200, body: `{"data":${data}${wrong}}` }
}

/** extended adds `extensions` to the body of an answer. */
export function extended(body: string, extensions: object | undefined): string {
  return extensions === undefined ? body : `${body.slice(0, -1)},"extensions":${JSON.stringify(extensions)}}`
}

/** refused is the answer to a document that cannot run. */
export function refused(
  errors: readonly GraphQLError[],
  status = 400,
  code = 'invalid_input',
): GraphqlAnswer {
  const shown = errors.map((error) => {
    const { message, locations } = error.toJSON()
    return { message, ...(locations && { locations }), extensions: { code } }
  })
  return { status, body: JSON.stringify({ errors: shown }) }
}

/** fieldError returns an error as GraphQL shows it; what is our own fault is logged and not shown. */
export function fieldError(platform: Platform, thrown: unknown, path: readonly string[]): FieldError {
  const error = appError(thrown)
  if (error.status >= 500) platform.log.error({ err: thrown, path }, 'a field of a GraphQL request failed')
  const { code, details, errors } = error
  const message = errors.join(' ')
  return { message, path, extensions: { code, ...(details === undefined ? {} : { details }) } }
}

function appError(thrown: unknown): AppError {
  if (thrown instanceof FilterError || thrown instanceof GraphQLError) return invalidInput(thrown.message)
  return toAppError(thrown)
}

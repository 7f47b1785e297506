// The response envelope, written here and nowhere else.
import { type AppError, OUTCOMES } from '#platform/errors/app-error.ts'

const MESSAGE = 'Request completed successfully.'
const HEAD = `{"success":true,"message":${JSON.stringify(MESSAGE)},"data":`

/** JsonText is data that PostgreSQL has already written as JSON; it goes out as it is. */
export class JsonText {
  readonly text: string
  /** details stand beside the data: hints in development, and what is said of a write that was only tried. */
  readonly details: unknown

  constructor(text: string, details?: unknown) {
    this.text = text
    this.details = details
  }
}

/** withJson returns an object that has one more member, whose value is JSON text already. */
export function withJson(object: object, name: string, text: string): JsonText {
  const rest = JSON.stringify(object).slice(1)
  return new JsonText(`{${JSON.stringify(name)}:${text}${rest === '}' ? '' : ','}${rest}`)
}

/** success writes the envelope of a handler's return value. */
export function success(data: unknown): string {
  if (!(data instanceof JsonText)) return `${HEAD}${JSON.stringify(data) ?? 'null'}}`
  const details = data.details === undefined ? '' : `,"details":${JSON.stringify(data.details)}`
  return `${HEAD}${data.text}${details}}`
}

/** failure writes the envelope of an error. */
export function failure(error: AppError): string {
  const { code, message, errors, details } = error
  return JSON.stringify({ success: false, code, message: message || OUTCOMES[code][1], errors, details })
}

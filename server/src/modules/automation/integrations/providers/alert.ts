// An alert: something that has happened to a project, as chats, error trackers and addresses of the project's people get it.
import { shortenText } from '#engine/shapes/shorten.ts'

/** Alert is an alert. It holds no secret. */
export interface Alert {
  /** id is a UUID, the same on each attempt. */
  readonly id: string
  readonly type: string
  readonly severity: 'info' | 'warning' | 'error'
  readonly project: { readonly id: string; readonly name: string }
  /** message is a sentence. */
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
  /** created_at is the time in ISO 8601. */
  readonly created_at: string
  /** thrown is what a function threw: name, message and stack, as consoles show them. */
  readonly thrown?: string | undefined
}

const MAX_STACK = 1500

/** alertText writes an alert as plain text of at most `max` characters. */
export function alertText({ severity, project, message, type, thrown }: Alert, max: number): string {
  const head = `[${severity}] ${project.name}: ${message} (${type})`
  const text = thrown === undefined ? head : `${head}\n${shortenText(thrown, MAX_STACK)}`
  return shortenText(text, max)
}

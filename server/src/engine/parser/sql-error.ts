// The one error for SQL of a client that is refused: conditions, queries, definitions and DDL.

/** SqlError says why a text is refused; `position` counts UTF-16 units from the start of the client's text. */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.position = position
  }
}

/** sentenceOf returns a message as a sentence: with a capital letter and a full stop. */
export function sentenceOf(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`
}

// One piece of advice.

/** Advice is one thing to do. */
export interface Advice {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  /** what says what is the matter, in a sentence. */
  readonly what: string
  /** where names what it is about: a table, an index, a secret. */
  readonly where: Readonly<Record<string, string | readonly string[]>>
  /** todo says what to do about it. */
  readonly todo: string
  /** docs is the page of the documentation about it. */
  readonly docs: string
}

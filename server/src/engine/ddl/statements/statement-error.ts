// The one error of statements that a client wrote: what is wrong, and where.

/** StatementError says why a statement is refused; `position` counts characters of the source from 0. */
export class StatementError extends Error {
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.name = 'StatementError'
    this.position = position
  }
}

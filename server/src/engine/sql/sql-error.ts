// The one error that refused SQL of a client ends in (spec 4.5).

/** SqlError says why a query is refused; `position` counts UTF-16 units from the start of its source. */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.position = position
  }
}

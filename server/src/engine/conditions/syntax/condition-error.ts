// The one error that a refused condition ends in (spec 2.15).

/** ConditionError says why a condition is refused; `position` counts UTF-16 units from the start of its source. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError'
  readonly position: number | undefined

  constructor(message: string, position?: number) {
    super(message)
    this.position = position
  }
}

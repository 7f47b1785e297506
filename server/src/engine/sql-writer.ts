// What a statement collects while it is written: its parameters, and names for the tables in it.

/** SqlWriter holds the parameters of one statement in the order in which they are met. */
export class SqlWriter {
  readonly values: (string | null)[] = []
  #tables = 0

  /** add takes a parameter and gives what stands for it in the SQL. */
  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** table gives a name for one more table. Like all names here it holds a `$`, which no column's does. */
  table(): string {
    this.#tables += 1
    return `e${this.#tables}$`
  }
}

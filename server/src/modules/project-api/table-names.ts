// What tables and columns are called in a description, where names must be unique and of letters and digits.

/** TableNames hands out names, each once. */
export class TableNames {
  readonly #taken: Set<string>

  /** taken are names that something else has. */
  constructor(taken: ReadonlySet<string>) {
    this.#taken = new Set(taken)
  }

  /** table returns a name such as `OrderItems`, of which all names that `derive` makes are still free. */
  table(slug: string, derive: (name: string) => readonly string[]): string {
    return this.#free(pascal(slug) || 'Table', derive)
  }

  /** type returns a free name for the type of a column. */
  type(table: string, column: string): string {
    return this.#free(`${table}${pascal(column)}`, (name) => [name])
  }

  #free(wanted: string, derive: (name: string) => readonly string[]): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}${number}`
      const names = derive(name)
      if (names.some((one) => this.#taken.has(one))) continue
      for (const one of names) this.#taken.add(one)
      return name
    }
  }
}

function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/)
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return /^\d/.test(joined) ? `T${joined}` : joined
}

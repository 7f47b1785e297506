// What tables and columns are called where names must be unique and of letters and digits. Some languages do not tell
// upper from lower case, so names do not either.

const NONE: ReadonlySet<string> = new Set()

/** TypeNames hands out names, each once. */
export class TypeNames {
  readonly #taken: Set<string>

  /** taken are names that something else has. */
  constructor(taken: ReadonlySet<string>) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()))
  }

  /** table returns a name such as `OrderItems`, of which all names that `derive` makes are still free. */
  table(slug: string, derive: (name: string) => readonly string[]): string {
    return this.#free(pascal(slug) || 'Table', derive)
  }

  /** type returns a free name for the type of a column; `reserved` are names, in lower case, that it cannot have. */
  type(table: string, column: string, reserved: ReadonlySet<string> = NONE): string {
    return this.#free(`${table}${pascal(column)}`, (name) => [name], reserved)
  }

  #free(wanted: string, derive: (name: string) => readonly string[], reserved = NONE): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}${number}`
      const names = derive(name).map((one) => one.toLowerCase())
      if (names.some((one) => this.#taken.has(one) || reserved.has(one))) continue
      for (const one of names) this.#taken.add(one)
      return name
    }
  }
}

/** pascal writes a name as one word: `order_items` as `OrderItems`, `2nd` as `T2nd`. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/)
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return /^\d/.test(joined) ? `T${joined}` : joined
}

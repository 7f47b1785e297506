// What a statement collects while it is written: its parameters, and names for the tables in it.
import { quoteLiteral } from '#engine/shapes/identifiers.ts'

/** CompiledStatement is SQL with its parameters in PostgreSQL's text form. */
export interface CompiledStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** links is the place among the values where the source of the addresses of files goes, if the statement shows any. */
  readonly links?: number | undefined
}

/** SqlWriter holds the parameters of one statement in the order in which they are met. */
export class SqlWriter {
  readonly values: (string | null)[] = []
  readonly #known = new Map<string, string>()
  #tables = 0
  #links: number | undefined

  /** add takes a parameter and returns its placeholder in the SQL. */
  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /**
   * once takes a parameter of a type, and returns the same again for the same value: where an expression stands twice,
   * PostgreSQL shall see that it is one.
   */
  once(value: string, type: string): string {
    const key = `${type} ${value}`
    const known = this.#known.get(key) ?? `${this.add(value)}::${type}`
    this.#known.set(key, known)
    return known
  }

  /** number takes a whole number that PostgreSQL need not know the type of. */
  number(value: number): string {
    return this.add(String(value))
  }

  /** links takes the source of the addresses of files, which is known only when the statement runs. */
  links(): string {
    this.#links ??= this.values.push(null) - 1
    return `$${this.#links + 1}::jsonb`
  }

  /** statement returns what was collected as a statement of that text. */
  statement(text: string): CompiledStatement {
    return { text, values: this.values, ...(this.#links === undefined ? {} : { links: this.#links }) }
  }

  /** table returns a name for one more table. Like all names here it holds a `$`, which no column's does. */
  table(): string {
    this.#tables += 1
    return `e${this.#tables}$`
  }
}

/** LiteralWriter writes values into the SQL itself, for people to read. */
export class LiteralWriter extends SqlWriter {
  override add(value: string | null): string {
    return value === null ? 'null' : quoteLiteral(value)
  }

  override number(value: number): string {
    return String(value)
  }

  // Addresses are made with a key, which nobody reads.
  override links(): string {
    return "'{}'::jsonb"
  }
}

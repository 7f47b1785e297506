// The rows that cells refer to, in memory: read together, and each once.
import type { Row } from '#api/data/rows.ts'

/** Wanted is a row of another table, and the column that it is known by. */
export interface Wanted {
  readonly table: string
  readonly column: string
  readonly id: string
}

/** MOST_IDS is how many rows are read at once. */
export const MOST_IDS = 100
const MOST_KEPT = 5000

type Read = (table: string, column: string, ids: readonly string[]) => Promise<readonly Row[]>

/** RelatedRows reads what is wanted and not yet known: one request for each table and 100 rows. */
export class RelatedRows {
  readonly #read: Read
  // null: there is no such row, or the viewer must not see it.
  readonly #rows = new Map<string, Row | null>()
  readonly #asked = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #version = 0

  constructor(read: Read) {
    this.#read = read
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** version is another one when rows have been read. */
  readonly version = (): number => this.#version

  /** find returns a row; null where there is none, undefined while it is not read. */
  find(wanted: Wanted): Row | null | undefined {
    return this.#rows.get(keyOf(wanted))
  }

  /** want reads those that are not known. What cannot be read is asked for again the next time. */
  want(all: readonly Wanted[]): void {
    const missing = all.filter((one) => !this.#rows.has(keyOf(one)) && !this.#asked.has(keyOf(one)))
    for (const group of Map.groupBy(missing, ({ table, column }) => `${table} ${column}`).values()) {
      const ids = [...new Set(group.map(({ id }) => id))]
      const [first] = group
      for (let at = 0; first !== undefined && at < ids.length; at += MOST_IDS)
        void this.#fetch(first, ids.slice(at, at + MOST_IDS))
    }
  }

  async #fetch({ table, column }: Wanted, ids: readonly string[]): Promise<void> {
    const keys = ids.map((id) => keyOf({ table, column, id }))
    for (const key of keys) this.#asked.add(key)
    try {
      const rows = new Map((await this.#read(table, column, ids)).map((row) => [row.id, row]))
      ids.forEach((id, at) => {
        this.#rows.set(keys[at] ?? '', rows.get(id) ?? null)
      })
      this.#forget()
      this.#version += 1
      for (const listener of this.#listeners) listener()
    } catch {
      // The ids are shown in their place.
    } finally {
      for (const key of keys) this.#asked.delete(key)
    }
  }

  // Those that were read first go first.
  #forget(): void {
    for (const key of this.#rows.keys()) {
      if (this.#rows.size <= MOST_KEPT) return
      this.#rows.delete(key)
    }
  }
}

function keyOf({ table, column, id }: Wanted): string {
  return `${table} ${column} ${id}`
}

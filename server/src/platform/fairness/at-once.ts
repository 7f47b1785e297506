// How many of something are under way at the same time, by whose they are.

/** AtOnce counts them. Who has none left is forgotten. */
export class AtOnce<Key> {
  readonly #counts = new Map<Key, number>()

  /** size is how many have some. */
  get size(): number {
    return this.#counts.size
  }

  /** of returns how many one has. */
  of(key: Key): number {
    return this.#counts.get(key) ?? 0
  }

  /** keys returns who has some. */
  keys(): Iterable<Key> {
    return this.#counts.keys()
  }

  /** clear forgets all. */
  clear(): void {
    this.#counts.clear()
  }

  /** add counts one more. */
  add(key: Key): void {
    this.#counts.set(key, this.of(key) + 1)
  }

  /** remove counts one less, and returns how many are left. */
  remove(key: Key): number {
    const left = Math.max(0, this.of(key) - 1)
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
    return left
  }
}

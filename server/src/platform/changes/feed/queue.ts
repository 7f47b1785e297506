// Items in their order, taken off at the front without moving the others each time.

/** Queue is a list that shrinks at its front. */
export class Queue<T> {
  #items: T[] = []
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  get first(): T | undefined {
    return this.#items[this.#head]
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items[this.#head]
    if (item === undefined) return undefined
    // Else the array would hold on to what is gone.
    this.#items[this.#head] = undefined as T
    this.#head += 1
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  /** after returns the items behind all those for which `before` holds; it holds for the first ones only. */
  after(before: (item: T) => boolean): T[] {
    let low = this.#head
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (before(this.#items[middle] as T)) low = middle + 1
      else high = middle
    }
    return this.#items.slice(low)
  }
}

// Work that must be done one piece after the other, at once where nothing is before it.

/** Lane runs pieces of work in the order in which they came. */
export class Lane {
  #tail: Promise<void> | undefined

  /** run does the work after all that came before; the promise settles with it. */
  run<T>(work: () => T | Promise<T>): T | Promise<T> {
    if (this.#tail === undefined) {
      const result = work()
      if (result instanceof Promise) this.#wait(result)
      return result
    }
    const result = this.#tail.then(work)
    this.#wait(result)
    return result
  }

  #wait(work: Promise<unknown>): void {
    const tail = work.then(ignore, ignore).then(() => {
      if (this.#tail === tail) this.#tail = undefined
    })
    this.#tail = tail
  }
}

// Whoever asked for the work hears of its failure.
function ignore(): void {}

// Tasks that must run one after another; the first one runs at once, synchronously.

/** SerialQueue runs tasks in the order in which they were added. */
export class SerialQueue {
  #tail: Promise<void> | undefined

  /** run returns the task's result: at once if the queue is empty, else a promise that settles with it. */
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

// The caller of `run` receives the error.
function ignore(): void {}

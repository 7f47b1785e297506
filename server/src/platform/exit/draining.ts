// The time between the word that a node stops and its stop: everything is still served, and all who can go elsewhere.
import type { AlarmClock } from '#platform/clock/clock.ts'

/** Draining is whether this node is about to stop. */
export class Draining {
  readonly #clock: AlarmClock
  readonly #listeners: ((ms: number) => void)[] = []
  #ended: Promise<void> | undefined
  #end = () => {}

  constructor(clock: AlarmClock) {
    this.#clock = clock
  }

  get isDraining(): boolean {
    return this.#ended !== undefined
  }

  /** onBegin calls a listener with how long draining takes, in milliseconds. */
  onBegin(listener: (ms: number) => void): void {
    this.#listeners.push(listener)
  }

  /** begin settles when the time is over, or `cutShort` is called. */
  begin(ms: number): Promise<void> {
    if (this.#ended !== undefined) return this.#ended
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#clock.at(new Date(this.#clock.now().getTime() + ms), resolve)
    this.#end = () => {
      cancel()
      resolve()
    }
    this.#ended = promise
    for (const listener of this.#listeners) listener(ms)
    return promise
  }

  cutShort(): void {
    this.#end()
  }
}

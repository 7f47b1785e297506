// What a component shows of something outside of React: read while it is shown, and stopped when it is not.
import type { Status } from '../live/subscription.ts'
import type { Source } from '../tables/source.ts'

/** State is what is known of a value so far. */
export interface State<Value> {
  readonly value: Value | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
  readonly status: Status | undefined
}

/** Start begins to read a value and reports what becomes known of it. Returns a function that stops it. */
export type Start<Value> = (report: (news: Partial<State<Value>>) => void) => () => void

const LOADING = { value: undefined, error: undefined, isLoading: true, status: undefined }
const IDLE = { ...LOADING, isLoading: false }

/** Store is a value for `useSyncExternalStore`. What was read for one user is never returned to another. */
export class Store<Value> {
  readonly #session: Source['session']
  readonly #start: Start<Value> | undefined
  readonly #listeners = new Set<() => void>()
  #state: State<Value>
  #changes: number | undefined
  #stop = () => {}
  #unlisten: (() => void) | undefined

  /** Without `start` nothing is read. `initial` is shown until it is. */
  constructor(session: Source['session'], start: Start<Value> | undefined, initial: Value | undefined) {
    this.#session = session
    this.#start = start
    this.#state = start === undefined ? IDLE : { ...LOADING, value: initial }
    this.#changes = session.changes
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      this.#unlisten = this.#session.listen(() => this.#read(LOADING))
      this.#read({ ...this.snapshot(), isLoading: true })
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stop()
      this.#unlisten?.()
    }
  }

  // Whoever has signed in while nobody listened, or whose listener comes later than the rendering, is another user too.
  readonly snapshot = (): State<Value> => (this.#session.changes === this.#changes ? this.#state : LOADING)

  /** refetch reads the value again, and keeps it until then. */
  readonly refetch = (): void => {
    if (this.#listeners.size > 0) this.#read({ ...this.snapshot(), error: undefined, isLoading: true })
  }

  #read(state: State<Value>): void {
    if (this.#start === undefined) return
    this.#stop()
    this.#changes = this.#session.changes
    this.#set(state)
    let isStopped = false
    const stop = this.#start((news) => {
      if (!isStopped) this.#set({ ...this.#state, ...news })
    })
    this.#stop = () => {
      isStopped = true
      stop()
    }
  }

  #set(state: State<Value>): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}

/** errorOf returns what was thrown as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

// One table's live changes, shared by all its subscriptions: connects, stays connected, and resumes where it was.
import { MsingiError } from './error.ts'
import { runtime } from './runtime.ts'
import type { Change, ChangeListener, Status, SubscribeOptions, Subscription } from './subscription.ts'
import type { Position, Receiver, Transport } from './transport.ts'

// Backoff of the specification's section 6.2: 1 s, 2 s, 4 s, up to 30 s.
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

// Refusals that trying again does not change: only another session does, which restarts the channel.
const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 404])

interface Subscriber {
  readonly listener: ChangeListener<never>
  readonly options: SubscribeOptions
}

/** Channel is the connection of one table. */
export class Channel {
  readonly #transport: Transport
  readonly #subscribers = new Set<Subscriber>()
  #position: Position | undefined
  #status: Status = 'connecting'
  #running: AbortController | undefined

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** idle reports that nobody listens. */
  get idle(): boolean {
    return this.#subscribers.size === 0
  }

  /** add begins a subscription; the first one connects, and so does one after a refusal. */
  add(listener: ChangeListener<never>, options: SubscribeOptions, gone: () => void): Subscription {
    const subscriber = { listener, options }
    this.#subscribers.add(subscriber)
    if (this.#running === undefined || this.#status === 'closed') this.#start()
    else options.onStatus?.(this.#status)
    return {
      unsubscribe: () => {
        if (!this.#subscribers.delete(subscriber)) return
        options.onStatus?.('closed')
        if (!this.idle) return
        this.#running?.abort()
        gone()
      },
    }
  }

  /** restart connects anew, at the same place in the stream of changes: under another session, say. */
  restart(): void {
    if (this.idle) return
    this.#running?.abort()
    this.#transport.forget()
    this.#start()
  }

  #start(): void {
    const running = new AbortController()
    this.#running = running
    this.#tell('connecting')
    void this.#run(running.signal)
  }

  async #run(signal: AbortSignal): Promise<void> {
    let wait = FIRST_WAIT_MS
    while (!signal.aborted) {
      let pause: number | undefined
      try {
        await this.#connect(signal, () => {
          wait = FIRST_WAIT_MS
        })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof MsingiError) {
          if (FINAL.has(error.status)) return this.#tell('closed', error)
          pause = error.retryAfter === undefined ? undefined : error.retryAfter * 1000
        }
      }
      if (signal.aborted) return
      this.#tell('reconnecting')
      await sleep(Math.max(wait, pause ?? 0), signal)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }

  // Browsers keep connections that can carry nothing any more once the device has lost its network, and say nothing: it
  // would take half a minute to notice.
  async #connect(signal: AbortSignal, connected: () => void): Promise<void> {
    const connection = new AbortController()
    const end = () => connection.abort()
    signal.addEventListener('abort', end)
    runtime.addEventListener?.('offline', end)
    try {
      await this.#transport.connect(
        this.#position,
        this.#receiver(connection.signal, connected),
        connection.signal,
      )
    } finally {
      signal.removeEventListener('abort', end)
      runtime.removeEventListener?.('offline', end)
    }
  }

  #receiver(signal: AbortSignal, connected: () => void): Receiver {
    const move = (position: Position) => {
      this.#position = { ...this.#position, ...position }
    }
    return {
      live: (missed) => {
        if (signal.aborted) return
        connected()
        if (missed) this.#tell('gap')
        this.#tell('live')
      },
      change: (change, position) => {
        if (signal.aborted) return
        move(position)
        this.#deliver(change)
      },
      moved: (position) => {
        if (!signal.aborted) move(position)
      },
    }
  }

  // A listener that throws is the application's error, and nobody else's: it is reported as unhandled.
  #deliver(change: Change): void {
    for (const { listener, options } of [...this.#subscribers]) {
      if (options.events !== undefined && !options.events.includes(change.type)) continue
      isolated(() => listener(change as Change<never>))
    }
  }

  #tell(status: Status, error?: Error): void {
    this.#status = status
    for (const { options } of [...this.#subscribers]) isolated(() => options.onStatus?.(status, error))
  }
}

function isolated(call: () => void): void {
  try {
    call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

// Ends early when the caller gives up, or when the device is back on a network.
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      runtime.removeEventListener?.('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
    runtime.addEventListener?.('online', done)
  })
}

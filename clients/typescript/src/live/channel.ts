// What arrives live of one table or channel, shared by all its subscriptions: connects, reconnects and resumes.
import { MsingiError } from '../http/error.ts'
import { runtime } from '../runtime/runtime.ts'
import { sleep } from '../runtime/sleep.ts'
import { warn } from '../runtime/warn.ts'
import type { LiveEvent, Status, Subscription } from './subscription.ts'
import type { Position, Receiver, Transport } from './transport.ts'

// Backoff: 1 s, 2 s, 4 s, up to 30 s.
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000

// Refusals that a retry does not change, only another session, which restarts the channel.
const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 404])

/** ChannelOptions are what one subscription wants to hear of. */
export interface ChannelOptions {
  readonly events?: readonly string[]
  readonly onStatus?: (status: Status, error?: Error) => void
  readonly onStale?: () => void
  /** onMoved is called with a position that is not that of an event. */
  readonly onMoved?: (position: Position) => void
}

interface Subscriber<Event> {
  readonly listener: (event: Event) => void
  readonly options: ChannelOptions
  /** stale is true until events arrive that follow what the subscriber reads from then on. */
  stale: boolean
}

/** Channel is the connection of one table or channel. */
export class Channel<Event extends LiveEvent> {
  readonly #transport: Transport<Event>
  readonly #subscribers = new Set<Subscriber<Event>>()
  #position: Position | undefined
  #status: Status = 'connecting'
  #running: AbortController | undefined
  #connection: AbortController | undefined
  #held: Promise<void> | undefined

  constructor(transport: Transport<Event>, position?: Position) {
    this.#transport = transport
    this.#position = position
  }

  /** idle is true if there are no subscriptions. */
  get idle(): boolean {
    return this.#subscribers.size === 0
  }

  /** add begins a subscription. The first one connects, and so does one after a refusal. `onIdle` follows the last one. */
  add(listener: (event: Event) => void, options: ChannelOptions, onIdle: () => void): Subscription {
    const subscriber = { listener, options, stale: true }
    this.#subscribers.add(subscriber)
    if (this.#running === undefined || this.#status === 'closed') this.#start()
    else {
      isolated(() => options.onStatus?.(this.#status))
      if (this.#status === 'live') tellStale(subscriber)
    }
    return {
      unsubscribe: () => {
        if (!this.#subscribers.delete(subscriber)) return
        // One that was refused has said so, with the reason.
        if (this.#status !== 'closed') isolated(() => options.onStatus?.('closed'))
        if (!this.idle) return
        this.#running?.abort()
        // Whoever subscribes next begins anew.
        this.#running = undefined
        this.#position = undefined
        onIdle()
      },
    }
  }

  /** restart reconnects with the current session and resumes at the same position. */
  restart(): void {
    if (this.idle) return
    this.#running?.abort()
    this.#transport.clearToken()
    for (const subscriber of this.#subscribers) subscriber.stale = true
    this.#start()
  }

  /** hold ends the connection, and has the next one wait: what is not delivered yet comes again then. */
  hold(until: Promise<void>): void {
    this.#held = until
    this.#connection?.abort()
  }

  #start(): void {
    const running = new AbortController()
    this.#running = running
    this.#setStatus('connecting')
    void this.#run(running.signal)
  }

  async #run(signal: AbortSignal): Promise<void> {
    let wait = FIRST_WAIT_MS
    while (!signal.aborted) {
      let [pause, refusal]: [number?, Error?] = []
      try {
        await this.#connect(signal, () => {
          wait = FIRST_WAIT_MS
        })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof MsingiError) {
          if (FINAL.has(error.status)) return this.#setStatus('closed', error)
          pause = Math.min((error.retryAfter ?? 0) * 1000, LONGEST_PAUSE_MS)
          // The network comes back; what stands at the address may have to be put right.
          if (error.status !== 0) refusal = error
        }
      }
      if (signal.aborted) return
      this.#setStatus('reconnecting', refusal)
      await this.#held
      await sleep(Math.max(wait, pause ?? 0), signal)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }

  // Browsers keep dead connections open after the device has lost its network. Without `offline` it would take half a
  // minute to notice.
  async #connect(signal: AbortSignal, connected: () => void): Promise<void> {
    const connection = new AbortController()
    this.#connection = connection
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

  #receiver(signal: AbortSignal, connected: () => void): Receiver<Event> {
    return {
      live: (missed, position = this.#position) => {
        if (signal.aborted) return
        connected()
        if (missed) this.#setStatus('gap')
        // Rows are read again before the position behind the gap is told.
        if (position !== undefined && position !== this.#position) this.#move(position)
        this.#setStatus('live')
        for (const subscriber of [...this.#subscribers]) if (missed || subscriber.stale) tellStale(subscriber)
      },
      event: (event, position) => {
        if (signal.aborted) return
        this.#position = position ?? this.#position
        this.#deliver(event)
      },
    }
  }

  #move(position: Position): void {
    this.#position = position
    for (const { options } of [...this.#subscribers]) isolated(() => options.onMoved?.(position))
  }

  // An error of a listener is reported as unhandled, and does not affect other listeners.
  #deliver(event: Event): void {
    for (const { listener, options } of [...this.#subscribers]) {
      if (options.events !== undefined && !options.events.includes(event.type)) continue
      isolated(() => listener(event))
    }
  }

  #setStatus(status: Status, error?: Error): void {
    this.#status = status
    for (const { options } of [...this.#subscribers]) isolated(() => tellStatus(options, status, error))
  }
}

// Why a subscription has ended, or does not connect, is not lost where nobody hears of its status.
function tellStatus({ onStatus }: ChannelOptions, status: Status, error: Error | undefined): void {
  if (onStatus !== undefined) onStatus(status, error)
  else if (error !== undefined)
    warn(`A subscription ${status === 'closed' ? 'has ended' : 'cannot connect'}: ${error.message}`)
}

function tellStale(subscriber: Pick<Subscriber<never>, 'options' | 'stale'>): void {
  subscriber.stale = false
  isolated(() => subscriber.options.onStale?.())
}

/** isolated calls a listener: what it throws is reported as unhandled, and stops nobody else. */
export function isolated(call: () => void): void {
  try {
    call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

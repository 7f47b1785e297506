// What the two ways to receive changes have in common.
import type { Change } from './subscription.ts'

/** Position is how far a channel has come; each transport knows its own words for it. */
export interface Position {
  readonly epoch?: string
  readonly offset?: number
  readonly event?: string
}

/** Receiver hears from a connection. */
export interface Receiver {
  /** live reports that changes arrive from now on; `missed`, that some before may not have. */
  live(missed: boolean): void
  change(change: Change, position: Position): void
  moved(position: Position): void
}

/**
 * Transport holds one connection at a time. `connect` begins behind the position, and settles when the connection has
 * ended: rejected with a MsingiError where the server refused.
 */
export interface Transport {
  connect(position: Position | undefined, receiver: Receiver, signal: AbortSignal): Promise<void>
  /** forget drops what was kept of who has connected: the next connection may be somebody else's. */
  forget(): void
}

/** watchdog calls `bark` when nothing has fed it for so long: a connection may die without a word. */
export function watchdog(milliseconds: number, bark: () => void): { feed(): void; stop(): void } {
  let timer = setTimeout(bark, milliseconds)
  return {
    feed() {
      clearTimeout(timer)
      timer = setTimeout(bark, milliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}

// What both transports have in common.
import type { LiveEvent } from './subscription.ts'

/** Position is the last change that a channel has received: epoch and offset over WebSocket, an event id over SSE. */
export interface Position {
  readonly epoch?: string
  readonly offset?: number
  readonly event?: string
}

/** Receiver gets the events of a connection. */
export interface Receiver<Event extends LiveEvent> {
  /** live is called when changes arrive from now on; `missed` means that earlier ones may be missing. */
  live(missed: boolean): void
  event(event: Event, position: Position): void
  moved(position: Position): void
}

/**
 * Transport has one connection at a time. `connect` resumes after the position, and settles when the connection has
 * ended: it rejects with a MsingiError if the server refused.
 */
export interface Transport<Event extends LiveEvent> {
  connect(position: Position | undefined, receiver: Receiver<Event>, signal: AbortSignal): Promise<void>
  /** clearToken drops the token: the next connection can belong to another user. */
  clearToken(): void
}

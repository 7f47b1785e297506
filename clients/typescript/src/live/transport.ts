// What both transports have in common.
import type { LiveEvent } from './subscription.ts'

/** Position is where a channel stands: `epoch:offset`, or the id of an event, from which only server-sent events go on. */
export type Position = string

/** Receiver gets the events of a connection. */
export interface Receiver<Event extends LiveEvent> {
  /** live is called when changes arrive from now on, behind a position; `missed` means that earlier ones may be missing. */
  live(missed: boolean, position?: Position): void
  /** event is called for each; what cannot be resumed behind has no position. */
  event(event: Event, position: Position | undefined): void
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

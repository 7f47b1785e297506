// What a subscription to a table has to offer its topic, and what the topic returns to it.
import type { Listener } from '#modules/realtime/access/audience.ts'
import type { LiveCaller } from '#modules/realtime/access/callers.ts'
import type { RowFilter } from '#modules/realtime/access/row-filter.ts'
import type { LiveEvent } from './live-event.ts'

/** EndReason is why a channel ends: it was removed or turned off, or changes may be missing and the client must resume. */
export type EndReason = 'removed' | 'interrupted'

/** TableListener is a subscription to a table. */
export interface TableListener extends Listener {
  caller: LiveCaller
  /** wants is the text of the filter that the client has asked for. */
  readonly wants: string | undefined
  /** filter is that filter, which the topic reads for its table. */
  filter: RowFilter | undefined
  /** after is the offset of the last change that this listener must not receive any more: it was replayed, or is older. */
  after: number
  /** isGone is true once its client has left. Nothing is replayed for it then. */
  readonly isGone: boolean
  /** deliver returns whether the client asked for events of this type. */
  deliver(event: LiveEvent): boolean
  /** end is called once, when nothing more comes; `detail` says more where more is known. */
  end(reason: EndReason, detail?: string): void
}

/** Position is the last change that a client received: an offset within an epoch, or the id of an event. */
export type Position =
  | { readonly offset: number; readonly epoch: string; readonly isRequired?: boolean }
  | { readonly id: string }

/** TopicState is where a topic stands, with the events that were asked for. */
export interface TopicState {
  readonly epoch: string
  readonly offset: number
  /** events are those since the position; undefined if some of them are no longer available. */
  readonly events: readonly LiveEvent[] | undefined
}

// The public types of subscriptions to live changes.

/** LiveEvent is anything that arrives over a channel: a change of a row, or a message. */
export interface LiveEvent {
  readonly type: string
}

/** ChangeType is the type of an event; a soft delete is a DELETE. */
export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** Change is one event of one row. */
export interface Change<Row = Record<string, unknown>> {
  readonly id: string
  readonly type: ChangeType
  readonly table: string
  readonly project_id: string
  /** record is the new row; for a DELETE, the deleted one. */
  readonly record: Row
  /** old_record is the row before an UPDATE, if the user was allowed to see it. */
  readonly old_record?: Row
  readonly created_at: string
  /** position is where to go on behind this change: `after` of a later subscription. */
  readonly position: string
}

/** ChangeListener is called for each change, in commit order. */
export type ChangeListener<Row> = (change: Change<Row>) => void

/**
 * Status is the state of a subscription. `gap` means that changes may be missing after a long disconnect; `onStale`
 * follows. `reconnecting` has an error where something has answered that is no stream of changes. `closed` is final; it has an error
 * unless the subscription was unsubscribed.
 */
export type Status = 'connecting' | 'live' | 'reconnecting' | 'gap' | 'closed'

/** SubscribeOptions are what a subscription asks for, and listeners for its state. */
export interface SubscribeOptions {
  /** events are the types to receive; all by default. */
  readonly events?: readonly ChangeType[]
  /** transport is `auto` by default: WebSocket if the runtime has it, else server-sent events. */
  readonly transport?: 'auto' | 'websocket' | 'sse'
  /**
   * filter lets some changes through: filters of the data API on the row, `board_id.eq.42,state.in.(open,late)`. An UPDATE
   * comes where the row passes before or after it, so that rows are heard of that enter and leave.
   */
  readonly filter?: string
  readonly onStatus?: (status: Status, error?: Error) => void
  /** after goes on behind a stored position; by default changes from now on come. */
  readonly after?: string
  /**
   * onPosition is told where to go on later, to be stored: once the subscription is live, and behind each change that is
   * handled. Listeners are then waited for, one change after the other, and one that fails ends the subscription.
   */
  readonly onPosition?: (position: string) => void
  /**
   * onStale is called when rows that were read before may be old: once changes arrive, after a gap, and when the
   * subscription belongs to another session. Whoever shows rows reads them in it.
   */
  readonly onStale?: () => void
}

export interface Subscription {
  unsubscribe(): void
}

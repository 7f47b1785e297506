// What a subscription to live changes is, to whoever opens one (spec 2.6, 6.4).

/** ChangeType is what happened to a row; soft deletes are DELETE. */
export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** Change is one event of one row (spec 2.6). */
export interface Change<Row = Record<string, unknown>> {
  readonly id: string
  readonly type: ChangeType
  readonly table: string
  readonly project_id: string
  /** record is the row as it is now; of a DELETE, as it was before. */
  readonly record: Row
  /** old_record is the row before an UPDATE, where the caller was allowed to see it. */
  readonly old_record?: Row
  readonly created_at: string
}

/** ChangeListener is called for one change after another, in the order in which they were committed. */
export type ChangeListener<Row> = (change: Change<Row>) => void

/**
 * Status is how a subscription is doing. `gap` says that it was away for so long that changes may be missing: read the
 * rows again. `closed` is the end; its error says why, if it was not unsubscribed.
 */
export type Status = 'connecting' | 'live' | 'reconnecting' | 'gap' | 'closed'

/** SubscribeOptions are those of the specification's section 6.4, and a listener for the subscription's status. */
export interface SubscribeOptions {
  /** events are the types to hear of; all by default. */
  readonly events?: readonly ChangeType[]
  /** transport is `auto` by default: WebSocket where the runtime has it, else server-sent events. */
  readonly transport?: 'auto' | 'websocket' | 'sse'
  readonly onStatus?: (status: Status, error?: Error) => void
}

/** Subscription is open until it is unsubscribed. */
export interface Subscription {
  unsubscribe(): void
}

// What a query stands on, and what it can be asked for.
import type { SessionKeeper } from '../auth/session.ts'
import type { Request } from '../http/http.ts'
import type { List } from '../http/list.ts'
import type { ChangeListener, SubscribeOptions, Subscription } from '../live/subscription.ts'

/** Subscribe opens a subscription to a table's changes. */
export type Subscribe = (
  table: string,
  listener: ChangeListener<never>,
  options?: SubscribeOptions,
) => Subscription

/** Source is a table, and how requests about it are sent. */
export interface Source {
  readonly table: string
  readonly request: Request
  readonly subscribe: Subscribe
  /** session is whose rows are read. */
  readonly session: Pick<SessionKeeper, 'changes' | 'listen'>
}

/** Precision is how rows are counted: `estimated` is exact up to 10,000, and `planned` reads no rows at all. */
export type Precision = 'exact' | 'estimated' | 'planned'

/** Page is one page of a list; `next` and `previous` are the cursors of the pages on either side, if there are any. */
export interface Page<Result> {
  readonly rows: List<Result>
  readonly next: string | undefined
  readonly previous: string | undefined
  /** count is how many rows match in all, after `withCount`. */
  readonly count: number | undefined
}

/** OrderOptions say where rows without a value stand: otherwise last in ascending and first in descending order. */
export interface OrderOptions {
  readonly nulls?: 'first' | 'last'
}

/** RepeatOptions make a write safe to repeat: with the same key it is done once, and sent again when the network fails. */
export interface RepeatOptions {
  readonly idempotencyKey?: string
}

/** WriteOptions bound a write by filter: where more rows match than `maxAffected`, nothing is written. */
export interface WriteOptions {
  readonly maxAffected?: number
}

/** ReturningOptions ask for the rows that were written, instead of their number. */
export interface ReturningOptions extends WriteOptions {
  readonly returning: true
}

// The two ways to capture changes, as the feed of a cluster sees them.

import type { ChangeInbox } from '#platform/changes/consumers/change-inbox.ts'
import type { ChangeLog } from '#platform/changes/feed/change-log.ts'
import type { ChangeRelay } from '#platform/changes/feed/change-relay.ts'
import type { CaptureKind } from '#platform/changes/state/checkpoint.store.ts'
import type { PhysicalTable } from '#platform/changes/state/watched-tables.store.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'
import type { FloodLimits } from './flood-guard.ts'

/** CaptureContext is what both ways work with. */
export interface CaptureContext {
  readonly cluster: Cluster
  readonly changes: ChangeLog
  /** relay carries changes between the nodes. */
  readonly relay: ChangeRelay
  /** inbox carries changes to durable consumers. */
  readonly inbox: ChangeInbox
  readonly clock: Clock
  readonly log: Log
  /** notifyWatched has the other nodes look whether there is something to read. */
  readonly notifyWatched: (() => Promise<void>) | undefined
  /** retentionMs is for how long changes can be read again after a restart. */
  readonly retentionMs: number
  readonly flood: FloodLimits | undefined
}

/**
 * CaptureState is what a node does: nothing is watched, another node reads, or this one does and is up to date; or was
 * when it was cut off, and will go on where it was.
 */
export type CaptureState = 'starting' | 'idle' | 'standby' | 'live' | 'resuming'

/** CapturedTables is what a way of capture does with single tables. */
export interface CapturedTables {
  /** instrument makes a table ready, as its owner. It waits for locks on the table for `patienceMs` at most (55P03). */
  instrument(table: PhysicalTable, patienceMs?: number): Promise<void>
  /** isPrepared reports whether what commits from here on can be read; in a transaction that shares the lock. */
  isPrepared(db: Queryable): Promise<boolean>
  /** prepare makes it so, in a transaction that holds the lock alone. It may wait for every transaction of the server. */
  prepare(db: Queryable): Promise<void>
  /**
   * lock waits, for as long as the transaction's lock_timeout lets it, until nobody is in the way of an `attach` or a
   * `detach`, which then wait for nobody that holds a table.
   */
  lock(db: Queryable, table: PhysicalTable, purpose: 'attach' | 'detach'): Promise<void>
  /** attach begins to capture a table, detach ends it; in a transaction that shares the lock. */
  attach(db: Queryable, table: PhysicalTable): Promise<void>
  detach(db: Queryable, table: PhysicalTable): Promise<void>
}

/** Capture reads changes into the log of one cluster. One node reads; the others stand by. */
export interface Capture {
  readonly kind: CaptureKind
  readonly state: CaptureState
  readonly tables: CapturedTables
  /** wake looks at once whether there is something to read. */
  wake(): void
  /** settled settles when it is known whether this node reads, and it is up to date then; or when that has failed. */
  settled(): Promise<void>
  /** catchUp settles when all that was committed before is in the log, if it is this node that reads. */
  catchUp(): Promise<void>
  /** note puts a message among the changes, which is in force when it settles. */
  note(message: string): Promise<void>
  /** lag returns how many bytes of the log, or rows of the outbox, are kept for us. */
  lag(): Promise<number>
  /** behind returns how much of that is still to be read, where this node reads. */
  behind(): Promise<number>
  close(): Promise<void>
}

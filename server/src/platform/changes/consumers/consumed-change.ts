// What a durable consumer receives: changes as live events have them, and gaps where changes are missing.
import type { BreakReason, Change } from '#platform/changes/feed/change-feed.ts'
import { RowChange, type RowTexts } from '#platform/changes/feed/row-change.ts'

/** GapReason is why changes are missing: as for subscribers of the feed, or because the consumer's backlog was full. */
export type GapReason = BreakReason | 'backlog'

/** ConsumedChange is one change of one row. Its offset is of the epoch. */
export interface ConsumedChange extends Change {
  readonly kind: 'change'
  readonly epoch: string
}

/** ConsumedGap stands where changes of a table are missing: what is known of its rows has to be read anew. */
export interface ConsumedGap {
  readonly kind: 'gap'
  readonly reason: GapReason
  readonly project_id: string
  readonly table_id: string
  readonly epoch: string
  /** offset is that of the latest change before the end of the gap. */
  readonly offset: number
  /** committed_at is when the gap was noticed. */
  readonly committed_at: Date
}

/** Consumed is one entry of a batch. */
export type Consumed = ConsumedChange | ConsumedGap

/** ConsumedRow is a change as it was stored. */
export class ConsumedRow extends RowChange implements ConsumedChange {
  readonly kind = 'change'
  readonly epoch: string

  constructor(epoch: string, offset: number, texts: RowTexts) {
    super(offset, texts)
    this.epoch = epoch
  }
}

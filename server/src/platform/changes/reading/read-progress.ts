// How far changes have been read: the checkpoint follows the reading at the distance of the retention, and stays before what
// is not in the inbox of durable consumers yet. Only what is before the checkpoint may be removed.

import { moveCheckpoint } from '#platform/changes/state/checkpoint.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { CaptureContext } from './capture.ts'
import { CheckpointHistory, type Mark } from './checkpoint-history.ts'

/** ReadProgress keeps the checkpoint of one cluster. */
export class ReadProgress {
  readonly #context: CaptureContext
  readonly #history: CheckpointHistory
  readonly #idleStep: bigint
  #saved: Mark = { position: 0n, sequence: 0 }
  /** position is up to where everything has been handed on. */
  position = 0n

  /** Without changes, the checkpoint moves only by more than `idleStep`. */
  constructor(context: CaptureContext, idleStep = 0n) {
    this.#context = context
    this.#history = new CheckpointHistory(context.retentionMs)
    this.#idleStep = idleStep
  }

  /** start begins to read at a position; `isAnew` where marks of an earlier reading no longer hold. */
  start(position: bigint, saved: Mark, isAnew: boolean): void {
    if (isAnew) this.#history.clear()
    this.position = position
    this.#saved = saved
  }

  /** note remembers where the reading stands now, which must be between two transactions. */
  note(): void {
    const { changes, clock } = this.#context
    this.#history.add({ position: this.position, sequence: changes.cursor }, clock.now())
  }

  /**
   * save moves the checkpoint to what is older than the retention, and then calls `release` with its position. Returns
   * false where another epoch has begun.
   */
  async save(db: Queryable, release: (position: bigint) => unknown): Promise<boolean> {
    const { changes, clock, inbox } = this.#context
    const ripe = this.#history.take(clock.now(), inbox.safe)
    if (ripe === undefined || !this.#isWorthSaving(ripe)) return true
    if (!(await moveCheckpoint(db, changes.epoch, ripe.position, ripe.sequence))) return false
    this.#saved = ripe
    await release(ripe.position)
    return true
  }

  /** passOver moves the checkpoint behind a transaction, which nobody reads any more. */
  async passOver(place: bigint): Promise<boolean> {
    const { changes, cluster, inbox } = this.#context
    await inbox.flush()
    this.#history.clear()
    // The server leaves out transactions that are committed before the place from which it reads.
    this.position = place + 1n
    this.#saved = { position: this.position, sequence: changes.cursor }
    return moveCheckpoint(cluster.admin, changes.epoch, this.position, changes.cursor)
  }

  #isWorthSaving({ position, sequence }: Mark): boolean {
    return sequence > this.#saved.sequence || position > this.#saved.position + this.#idleStep
  }
}

// How far the log has been read: the checkpoint follows the reading at the distance of the retention, and only what is
// before it may the server forget.
import type { CaptureContext } from './capture.ts'
import { moveCheckpoint } from './checkpoint.store.ts'
import { CheckpointHistory, type Mark } from './checkpoint-history.ts'
import type { ReplicationStream } from './replication-stream.ts'

// A checkpoint is itself written to the log: without changes it moves only for the sake of the disk.
const IDLE_BYTES = 1024n * 1024n

/** LogProgress keeps the checkpoint of one cluster's log. */
export class LogProgress {
  readonly #context: CaptureContext
  readonly #history: CheckpointHistory
  #saved: Mark = { position: 0n, sequence: 0 }
  /** position is up to where everything has been handed on. */
  position = 0n

  constructor(context: CaptureContext) {
    this.#context = context
    this.#history = new CheckpointHistory(context.retentionMs)
  }

  /** start begins to read at a position; `isAnew` where what was known of the reading before does not hold any more. */
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

  /** save moves the checkpoint to what is older than the retention; false where another epoch has begun. */
  async save(stream: ReplicationStream): Promise<boolean> {
    const { changes, clock, cluster, inbox } = this.#context
    const ripe = this.#history.take(clock.now(), inbox.safe)
    if (ripe === undefined || !this.#worthSaving(ripe)) return true
    if (!(await moveCheckpoint(cluster.admin, changes.epoch, ripe.position, ripe.sequence))) return false
    this.#saved = ripe
    stream.acknowledge(ripe.position)
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

  #worthSaving({ position, sequence }: Mark): boolean {
    return sequence > this.#saved.sequence || position > this.#saved.position + IDLE_BYTES
  }
}

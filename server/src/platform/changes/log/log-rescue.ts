// Gives up what would keep all changes from being read: a transaction that cannot be read, or a slot that keeps too much.

import type { Relation } from '#platform/changes/pgoutput/log-message.ts'
import type { CaptureContext } from '#platform/changes/reading/capture.ts'
import type { ChangeAssembler } from '#platform/changes/reading/change-assembler.ts'
import type { ReadProgress } from '#platform/changes/reading/read-progress.ts'
import { findHolder, findKept } from './log-slot.ts'
import type { LogUpkeep } from './log-upkeep.ts'
import { SlotWatch } from './slot-watch.ts'
import { StuckGuard } from './stuck-guard.ts'

/** LogRescue decides for one cluster's log how to go on where reading fails. */
export class LogRescue {
  readonly stuck = new StuckGuard()
  readonly #context: CaptureContext
  readonly #assembler: ChangeAssembler
  readonly #progress: ReadProgress
  readonly #upkeep: LogUpkeep
  readonly #slotWatch = new SlotWatch()
  #distrusted: string | undefined

  constructor(
    context: CaptureContext,
    parts: { assembler: ChangeAssembler; progress: ReadProgress; upkeep: LogUpkeep },
  ) {
    this.#context = context
    this.#assembler = parts.assembler
    this.#progress = parts.progress
    this.#upkeep = parts.upkeep
  }

  /** distrust says that the slot of an epoch is of no use any more: another one begins with the next session. */
  distrust(epoch: string): void {
    this.#distrusted = epoch
  }

  /** takeDistrusted returns that epoch, once. */
  takeDistrusted(): string | undefined {
    const epoch = this.#distrusted
    this.#distrusted = undefined
    return epoch
  }

  /**
   * judge looks at why a session has ended, before the transaction that it has ended in is cut off; `relations` are what
   * that was seen to change. What cannot be read, time after time, is given up for the sake of what comes behind it.
   */
  async judge(error: unknown, relations: Iterable<Relation>): Promise<void> {
    const { log, changes } = this.#context
    const { place } = this.#assembler
    const seen = [...relations].flatMap(({ id }) => this.#assembler.watchedAt(id) ?? [])
    const advice = this.stuck.failed(error, seen.length > 0 ? place : undefined)
    if (advice === 'again') return
    this.stuck.clear()
    const reason = (error as Error).message
    if (advice === 'begin anew' || place === undefined) {
      this.distrust(changes.epoch)
      log.error(
        { err: reason },
        'live changes cannot be read any further; they begin anew where the log ends',
      )
      return
    }
    log.error(
      { err: reason, place: String(place) },
      'a transaction cannot be read; live changes go on behind it',
    )
    this.#assembler.passOver(seen)
    await this.#progress.passOver(place)
    for (const table of seen)
      await this.#upkeep.end(table, `PostgreSQL cannot write a change of it: ${reason}`)
  }

  /** isSlotTooLarge looks at what the slot keeps; where that is too much, it is given up, and must not be streamed on. */
  async isSlotTooLarge(streams: boolean): Promise<boolean> {
    const { cluster, changes, log } = this.#context
    const kept = await findKept(cluster.admin, changes.epoch)
    if (!this.#slotWatch.isTooMuch(kept, this.#progress.position, performance.now())) return false
    // Another node may read by now.
    if (!streams && (await findHolder(cluster.admin, changes.epoch)) !== undefined) return false
    log.error({ kept }, 'the log that is kept for live changes has grown too large; it is given up')
    this.distrust(changes.epoch)
    return true
  }
}

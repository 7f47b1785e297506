// How much of the log the slot may keep, also on a server where nothing else bounds that: a full disk would stop
// everybody, so the slot is given up before, and subscribers read anew.

/** SlotLimits bound what a slot keeps. */
export interface SlotLimits {
  /** bytes are kept at most where the reading stands still, and twice as many in any case. */
  readonly bytes: number
  /** standstillMs is for how long the reading may stand still while the slot keeps more than that. */
  readonly standstillMs: number
}

/** SLOT_LIMITS are far beyond what the retention needs. */
export const SLOT_LIMITS: SlotLimits = { bytes: 8 * 1024 ** 3, standstillMs: 60_000 }

/** SlotWatch sees what the slot keeps and how far it is read. */
export class SlotWatch {
  readonly #limits: SlotLimits
  #position = -1n
  #since = 0

  constructor(limits: SlotLimits = SLOT_LIMITS) {
    this.#limits = limits
  }

  /** isTooMuch is asked now and then, with milliseconds of a clock that does not go back. */
  isTooMuch(kept: number, position: bigint, now: number): boolean {
    if (position !== this.#position) {
      this.#position = position
      this.#since = now
    }
    const { bytes, standstillMs } = this.#limits
    return kept > 2 * bytes || (kept > bytes && now - this.#since >= standstillMs)
  }
}

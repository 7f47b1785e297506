// Where the reading stood at which time: the checkpoint follows the reading at a distance, the retention.

/** Mark is a place in the log and the offset of the last change before it. */
export interface Mark {
  readonly position: bigint
  readonly sequence: number
}

/** CheckpointHistory remembers marks until they are as old as the retention. */
export class CheckpointHistory {
  readonly #retentionMs: number
  #marks: (Mark & { readonly at: number })[] = []

  constructor(retentionMs: number) {
    this.#retentionMs = retentionMs
  }

  /** add notes where the reading stands now. */
  add(mark: Mark, now: Date): void {
    const last = this.#marks.at(-1)
    if (last !== undefined && last.position === mark.position) return
    this.#marks.push({ ...mark, at: now.getTime() })
  }

  /** take returns the latest mark that is older than the retention and not beyond an offset, once. */
  take(now: Date, most = Number.POSITIVE_INFINITY): Mark | undefined {
    const limit = now.getTime() - this.#retentionMs
    const young = this.#marks.findIndex(({ at, sequence }) => at > limit || sequence > most)
    const ripe = this.#marks.splice(0, young === -1 ? this.#marks.length : young)
    return ripe.at(-1)
  }

  /** clear forgets all marks. */
  clear(): void {
    this.#marks = []
  }
}

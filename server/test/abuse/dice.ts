// Chance that comes out the same for the same seed, so that a run that went wrong can be run again.

/** Dice is a source of numbers. */
export interface Dice {
  /** next returns a number from 0 to below 1. */
  next(): number
  /** below returns a whole number from 0 to below the limit. */
  below(limit: number): number
  /** pick returns one of some things. */
  pick<Thing>(things: readonly Thing[]): Thing
}

/** createDice makes dice of a seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (things) => things[below(things.length)] as never }
}

// A seeded random generator: the same seed returns the same numbers on every run and every machine.

/** Random is a seeded random generator. */
export interface Random {
  /** below returns a whole number from 0 up to, but not including, the limit. */
  below(limit: number): number
  /** between returns a whole number from the first to the second, both included. */
  between(least: number, most: number): number
  /** chance returns true with that probability, from 0 to 1. */
  chance(share: number): boolean
  /** pick returns one entry of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** skewed is like below, but favours small numbers: customers and albums have their favourites. */
  skewed(limit: number): number
}

/** createRandom returns a generator for a seed. With one seed per table, a change of one does not affect the others. */
export function createRandom(seed: string): Random {
  let state = stateOf(seed)

  // Marsaglia's xorshift with the shifts 13, 17 and 5: it visits every state but 0.
  function next(): number {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }

  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    skewed: (limit) => Math.floor(next() * next() * limit),
  }
}

function stateOf(seed: string): number {
  let state = 0x9e3779b9
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
    state ^= state >>> 15
  }
  return state === 0 ? 1 : state
}

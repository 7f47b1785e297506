// What the viewer has run lately on a screen, as the server keeps it for them.
import type { KeptValue } from './use-kept.ts'

/** Ran is one run: when it began (ISO 8601), how long it took, and why it was refused. */
export interface Ran {
  readonly at: string
  readonly ms: number
  readonly error?: string
}

/** History is a list of runs, the latest first. */
export interface History<Run extends Ran> extends KeptValue<readonly Run[]> {
  /** add puts a run in front; what is too old or too long for the server falls off at the end. */
  add(runs: readonly Run[], run: Run): readonly Run[]
}

const MOST = 50
const MOST_CHARACTERS = 40_000

/** historyUnder keeps runs under a key; `textsOf` returns the texts of a run, all of which must be texts. */
export function historyUnder<Run extends Ran>(
  key: string,
  textsOf: (run: Run) => readonly string[],
): History<Run> {
  const isRun = (value: unknown): value is Run => {
    const { at, ms } = (value ?? {}) as Partial<Run>
    return (
      typeof at === 'string' &&
      typeof ms === 'number' &&
      textsOf(value as Run).every((text) => typeof text === 'string')
    )
  }
  const bounded = (runs: readonly Run[]) => {
    let characters = 0
    return runs.slice(0, MOST).filter((run) => {
      characters += [...textsOf(run), run.error ?? ''].reduce((sum, text) => sum + text.length, 0)
      return characters <= MOST_CHARACTERS
    })
  }
  return {
    whose: 'me',
    key,
    read: (json) => (Array.isArray(json) ? json.filter(isRun) : []),
    merge: (mine, theirs) => {
      const own = new Set(mine.map(({ at }) => at))
      const all = [...mine, ...theirs.filter(({ at }) => !own.has(at))]
      return bounded(all.sort((one, other) => other.at.localeCompare(one.at)))
    },
    add: (runs, run) => bounded([run, ...runs]),
  }
}

// What the viewer has run lately on a screen, as the server keeps it for them.
import { type KeptList, keptList } from './kept-list.ts'

/** Ran is one run: when it began (ISO 8601), how long it took, and why it was refused. */
export interface Ran {
  readonly at: string
  readonly ms: number
  readonly error?: string
}

/** History is a list of runs, the latest first. */
export interface History<Run extends Ran> extends KeptList<Run> {
  /** add puts a run in front; what is too old or too long for the server is left out. */
  add(runs: readonly Run[], run: Run): readonly Run[]
}

const MOST = 50
// The server takes 64 KB, and two windows may add to it at once.
const MOST_BYTES = 40_000

/** historyUnder keeps runs under a key; `textsOf` returns the texts of a run, all of which must be texts. */
export function historyUnder<Run extends Ran>(
  key: string,
  textsOf: (run: Run) => readonly string[],
): History<Run> {
  const readRun = (value: unknown): Run[] => {
    const { at, ms } = (value ?? {}) as Partial<Run>
    const isRun =
      typeof at === 'string' &&
      typeof ms === 'number' &&
      textsOf(value as Run).every((text) => typeof text === 'string')
    return isRun ? [value as Run] : []
  }
  const latestFirst = (runs: readonly Run[]) => runs.toSorted((one, other) => other.at.localeCompare(one.at))
  const list = keptList<'at', Run>(key, 'at', (json) =>
    latestFirst(Array.isArray(json) ? json.flatMap(readRun) : []),
  )
  return {
    ...list,
    merge: (...versions) => latestFirst(list.merge(...versions)),
    add: (runs, run) => bounded([{ ...run, at: unique(run.at) }, ...runs]),
  }
}

// Two windows may begin runs in the same millisecond: the digits that follow are random.
function unique(at: string): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return at.replace('Z', `${String(random).padStart(10, '0')}Z`)
}

function bounded<Run>(runs: readonly Run[]): readonly Run[] {
  const encoder = new TextEncoder()
  let bytes = 0
  const fitting = runs.filter((run) => {
    const { length } = encoder.encode(JSON.stringify(run))
    // One that is too long costs no other its place.
    if (bytes + length > MOST_BYTES) return false
    bytes += length
    return true
  })
  return fitting.slice(0, MOST)
}

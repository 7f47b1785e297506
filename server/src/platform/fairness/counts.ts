// Counts of requests in fixed windows: of this node alone, or of all nodes together where there is a broker.
import type { Clock } from '#platform/clock/clock.ts'
import { type NamedLimit, type WindowLimit, Windows } from './windows.ts'

/** Counted is how much a window has counted, with what was just counted, and when it ends, in milliseconds. */
export interface Counted {
  readonly used: number
  readonly ends: number
}

/** Counts counts in windows by name. */
export interface Counts {
  /** count counts one. It returns at once as long as this node can decide alone. */
  count(name: string, limit: WindowLimit): Counted | Promise<Counted>
}

/** OpenCounts makes counts whose names are apart from all others'. */
export type OpenCounts = (scope: string) => Counts

/**
 * countEach counts one in each of the windows, up to the first that is full, and returns when that ends; undefined where all
 * had room.
 */
export async function countEach(counts: Counts, limits: readonly NamedLimit[]): Promise<Date | undefined> {
  for (const [name, limit] of limits) {
    const { used, ends } = await counts.count(name, limit)
    if (used > limit.limit) return new Date(ends)
  }
  return undefined
}

/** countAlone returns what counts on this node alone. */
export function countAlone(clock: Clock): OpenCounts {
  return () => {
    const windows = new Windows()
    return {
      count: (name, { seconds }) => {
        const window = windows.current(name, seconds, clock.now())
        window.used += 1
        return { used: window.used, ends: window.ends }
      },
    }
  }
}

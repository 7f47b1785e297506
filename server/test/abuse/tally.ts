// What came of requests: how many were answered with which status, and how many not at all.

/** BROKEN_OFF stands in a tally for requests whose answer nobody waited for to the end. */
export const BROKEN_OFF = -1

/** Tally counts answers by status; `0` stands for those that never came. */
export interface Tally {
  readonly statuses: Map<number, number>
  /** foreign are markers of other projects that were found in answers or events, with where. */
  readonly foreign: string[]
}

/** createTally makes one that has counted nothing. */
export function createTally(): Tally {
  return { statuses: new Map(), foreign: [] }
}

/** count adds one answer. */
export function count({ statuses }: Tally, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

const NAMES: Record<number, string> = { [BROKEN_OFF]: 'broken off', 0: 'unanswered' }

/** describeTally writes a tally in one line, such as `200 × 31, 503 × 2, unanswered × 1`. */
export function describeTally(statuses: Iterable<readonly [number, number]>): string {
  const sorted = [...statuses].toSorted(([a], [b]) => a - b)
  const parts = sorted.map(([status, amount]) => `${NAMES[status] ?? status} × ${amount}`)
  return parts.length === 0 ? 'no request' : parts.join(', ')
}

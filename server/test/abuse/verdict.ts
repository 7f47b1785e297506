// What is wrong with what a quiet project was answered and told.
import type { Listener } from './quiet-listeners.ts'
import type { Neighbour } from './quiet-neighbour.ts'

/** Verdict is that, in sentences, and how much there was to be right. */
export interface Verdict {
  readonly violations: readonly string[]
  /** written is how many changes were committed, events how many were told, returns how often subscribers came back. */
  readonly written: number
  readonly events: number
  readonly returns: number
  /** statuses counts the answers to the quiet projects. */
  readonly statuses: ReadonlyMap<number, number>
}

/** judgeNeighbour compares what a project was told with what it wrote. */
export function judgeNeighbour({ tenant, listeners, expected, uncertain, violations }: Neighbour): Verdict {
  const name = `quiet project ${tenant.marker}`
  const failures = [...tenant.tally.statuses].filter(([status]) => status === 0 || status >= 500)
  return {
    violations: [
      ...violations.map((violation) => `${name}: ${violation}`),
      ...failures.map(
        ([status, amount]) => `${name}: ${amount} answers ${status === 0 ? 'missing' : status}`,
      ),
      ...tenant.tally.foreign.map((foreign) => `${name} was shown what is not its own: ${foreign}`),
      ...listeners.flatMap((listener) =>
        judgeListener(listener, expected, uncertain).map((wrong) => `${name}, ${listener.name}: ${wrong}`),
      ),
    ],
    written: expected.length,
    events: listeners.reduce((sum, { ids }) => sum + ids.length, 0),
    returns: listeners.reduce((sum, { returns }) => sum + returns, 0),
    statuses: tenant.tally.statuses,
  }
}

function judgeListener(
  { changes, ids, complaints }: Listener,
  written: readonly string[],
  uncertain: ReadonlySet<string>,
): string[] {
  const told = changes.filter((_, at) => !uncertain.has(ids[at] as string))
  const expected = written.filter((change) => !uncertain.has(change.split(' ')[1] as string))
  const known = new Set(told)
  const wanted = new Set(expected)
  const missing = expected.filter((change) => !known.has(change)).length
  const unknown = told.filter((change) => !wanted.has(change)).length
  const wrong = [...complaints]
  if (missing > 0) wrong.push(`${missing} of ${expected.length} changes are missing`)
  if (known.size < told.length) wrong.push(`${told.length - known.size} changes were told twice`)
  if (unknown > 0) wrong.push(`${unknown} changes were told that nobody has made`)
  // Only where nothing is missing or too much does the order say anything of its own.
  const disorder = told.findIndex((change, at) => change !== expected[at])
  if (wrong.length === 0 && disorder >= 0) wrong.push(`change ${disorder} was told in another place`)
  return wrong
}

// Circles among policies. To decide about a row PostgreSQL writes the policies of its table into the statement, and into
// their subqueries those of the tables that these read. It refuses a statement in which a table would come up again.
import type { PolicyAction } from './policy.ts'

/** PolicyRead says that what decides an action on a table or view reads another one, under the policies of that. */
export interface PolicyRead {
  readonly reader: string
  readonly action: PolicyAction
  readonly read: string
}

// What a delete reads is read by updates too, which soft deletes are.
const WRITES: readonly PolicyAction[] = ['insert', 'delete', 'update']

/**
 * findCircle returns a circle that leads through a table, each step as `boards select`, or undefined if there is none. Any
 * new circle leads through the table whose policies were changed. It takes time in proportion to the reads.
 */
export function findCircle(reads: readonly PolicyRead[], table: string): string[] | undefined {
  const selects = reads.filter(({ action }) => action === 'select')
  const onwards = Map.groupBy(selects, ({ reader }) => reader)
  const back = Map.groupBy(selects, ({ read }) => read)
  // From each table from which selects lead here the next step, and to each to which they lead from here the one before.
  const next = spread(table, (name) => (back.get(name) ?? []).map(({ reader }) => reader))
  const before = spread(table, (name) => (onwards.get(name) ?? []).map(({ read }) => read))
  const writes = WRITES.flatMap((action) => reads.filter((one) => one.action === action))
  for (const { reader, action, read } of [...(onwards.get(table) ?? []), ...writes]) {
    if (!next.has(read) || !before.has(reader)) continue
    const there = walk(read, table, next)
    const home = walk(reader, table, before).toReversed().slice(1)
    return [`${reader} ${action}`, ...[...there, ...home].map((name) => `${name} select`)]
  }
  return undefined
}

// Whatever can be reached, with where it was reached from.
function spread(start: string, neighbours: (name: string) => readonly string[]): Map<string, string> {
  const from = new Map([[start, start]])
  for (const name of from.keys())
    for (const neighbour of neighbours(name)) if (!from.has(neighbour)) from.set(neighbour, name)
  return from
}

function walk(start: string, end: string, step: ReadonlyMap<string, string>): string[] {
  const path = [start]
  for (let name = start; name !== end; ) {
    name = step.get(name) as string
    path.push(name)
  }
  return path
}

// Work on many subscribers, in slices of some milliseconds: between two slices other projects have their turn.
import { setImmediate } from 'node:timers/promises'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'

/**
 * TURN is what is delivered in one turn of the event loop, in small messages that are put into the batch of a socket; that
 * takes some milliseconds. What one socket gets in a turn leaves in one write, so that larger turns make larger batches.
 */
export const TURN = 40_000

/**
 * inTurns does the work on each item in order; `work` returns what it has cost, in units of TURN. It returns undefined
 * if all was done in one turn, else a promise, which rejects with 503 if the project has to wait for too long.
 */
export function inTurns<T>(
  gate: FairGate,
  tenant: Tenant,
  items: readonly T[],
  work: (item: T) => number,
): undefined | Promise<void> {
  const done = takeTurn(items, 0, work)
  return done === items.length ? undefined : takeTurns(gate, tenant, items, done, work)
}

async function takeTurns<T>(
  gate: FairGate,
  tenant: Tenant,
  items: readonly T[],
  from: number,
  work: (item: T) => number,
): Promise<void> {
  for (let at = from; at < items.length; )
    at = await gate.run(tenant, async () => {
      await setImmediate()
      return takeTurn(items, at, work)
    })
}

function takeTurn<T>(items: readonly T[], from: number, work: (item: T) => number): number {
  let at = from
  for (let cost = 0; at < items.length && cost < TURN; at++) cost += work(items[at] as T)
  return at
}

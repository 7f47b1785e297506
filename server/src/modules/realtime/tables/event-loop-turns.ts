// Work on many subscribers, in slices of some milliseconds: between two slices other projects have their turn.
import { setImmediate } from 'node:timers/promises'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'

/** TURN is how many subscribers are notified in one turn of the event loop. */
export const TURN = 4000

/**
 * inTurns does the work on each item in order; `work` returns how many subscribers it has notified. It returns undefined
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
  for (let notified = 0; at < items.length && notified < TURN; at++) notified += work(items[at] as T)
  return at
}

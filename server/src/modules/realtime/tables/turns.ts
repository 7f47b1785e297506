// Work on many listeners, in turns of some milliseconds: between two of them, other projects have theirs.
import { setImmediate } from 'node:timers/promises'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'

/** TURN is how many listeners are told in one turn of the event loop. */
export const TURN = 4000

/**
 * inTurns does the work on each item in order, which returns how many listeners it has told. It is done at once where
 * that is no more than a turn, and else with the promise that it returns, which rejects with 503 where a project has to
 * wait for too long.
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
  for (let told = 0; at < items.length && told < TURN; at++) told += work(items[at] as T)
  return at
}

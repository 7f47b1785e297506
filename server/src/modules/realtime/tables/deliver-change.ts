// One change on its way to those subscribers of a table who are allowed to see it.
import { type Audience, includes } from '#modules/realtime/access/audience.ts'
import { FilteredChange } from '#modules/realtime/access/row-filter.ts'
import type { CheckedChange } from '#modules/realtime/access/table-view.ts'
import { LiveEvent } from './live-event.ts'
import type { TableListener } from './table-listener.ts'

// A message of this size takes about twice as long as a small one.
const LARGE_BYTES = 8 * 1024

/** deliverChange returns to how many listeners a change was delivered, and what share of a turn that has cost. */
export function deliverChange(
  audience: Audience<TableListener>,
  channel: string,
  { change, row, old }: CheckedChange,
): { delivered: number; cost: number } {
  const plain = new LiveEvent(change, channel, false)
  const full = old === undefined ? plain : new LiveEvent(change, channel, true)
  const filtered = new FilteredChange(change)
  let cost = 1
  let delivered = 0
  audience.forEach(row, (listener) => {
    cost += 1
    if (change.offset <= listener.after) return
    const seesOld = old !== undefined && includes(old, listener.caller)
    if (filtered.passes(listener.filter, seesOld) && listener.deliver(seesOld ? full : plain)) delivered += 1
  })
  return { delivered, cost: cost * (1 + change.size / LARGE_BYTES) + filtered.cost }
}

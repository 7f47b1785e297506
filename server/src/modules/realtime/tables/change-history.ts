// Recent changes of a table, for clients that resume or ask for the history: which are available, and which of them a
// caller is allowed to see.
import { setImmediate } from 'node:timers/promises'
import { Audience, includes, type Listener } from '#modules/realtime/access/audience.ts'
import type { LiveCaller } from '#modules/realtime/access/callers.ts'
import type { DatabaseChecks } from '#modules/realtime/access/database-checks.ts'
import { FilteredChange, type RowFilter } from '#modules/realtime/access/row-filter.ts'
import { checkAccess, type TableView } from '#modules/realtime/access/table-view.ts'
import type { Change, ChangeFeed } from '#platform/changes/feed/change-feed.ts'
import { TURN } from './event-loop-turns.ts'
import { LiveEvent } from './live-event.ts'
import type { Position } from './table-listener.ts'

// Changes that are checked at a time for one caller.
const CHUNK = 200

/** waitForPosition waits, for a bounded time, until this node has received the change that a client received last. */
export async function waitForPosition(feed: ChangeFeed, tableId: string, position: Position): Promise<void> {
  if (!(await feed.ready())) return
  await feed.reach(() =>
    'id' in position
      ? changesAfter(feed.known(tableId), position.id) !== undefined
      : feed.epoch !== position.epoch || feed.top >= position.offset,
  )
}

/**
 * changesSince returns the changes after a position, or undefined if some are no longer available. Changes from before
 * the settings last changed count as unavailable: they may have been withheld then.
 */
export function changesSince(
  { table, config }: TableView,
  feed: ChangeFeed,
  position: Position,
): readonly Change[] | undefined {
  const changes =
    'id' in position
      ? changesAfter(feed.known(table.id), position.id)
      : feed.since(table.id, position.offset, position.epoch)
  const { changed_at } = config.settings
  if (changed_at === undefined) return changes
  return changes?.some(({ committed_at }) => committed_at <= changed_at) ? undefined : changes
}

/** visibleEvents returns those of the changes that a caller is allowed to see and that a filter lets through, in their order. */
export async function visibleEvents(
  checks: DatabaseChecks,
  view: TableView,
  channel: string,
  { caller, filter }: { readonly caller: LiveCaller; readonly filter?: RowFilter | undefined },
  changes: readonly Change[],
): Promise<LiveEvent[]> {
  const audience = new Audience<Listener>()
  audience.arrange(view.policies.access.indexes)
  audience.add({ caller })
  const events: LiveEvent[] = []
  let cost = 0
  for (let from = 0; from < changes.length; from += CHUNK) {
    // Let other work run between two chunks.
    if (from > 0) await setImmediate()
    const chunk = changes.slice(from, from + CHUNK)
    for (const { change, row, old } of await checkAccess(checks, view, chunk, audience)) {
      if (!includes(row, caller)) continue
      const seesOld = old !== undefined && includes(old, caller)
      const filtered = new FilteredChange(change)
      if (filtered.passes(filter, seesOld)) events.push(new LiveEvent(change, channel, seesOld))
      cost += filtered.cost
      if (cost < TURN) continue
      await setImmediate()
      cost = 0
    }
  }
  return events
}

function changesAfter(changes: readonly Change[], id: string): readonly Change[] | undefined {
  const index = changes.findLastIndex((change) => change.id === id)
  return index < 0 ? undefined : changes.slice(index + 1)
}

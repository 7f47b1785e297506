// From changes of rows to events: of the built-in tables their own ones, of all others those of rows.
import type { TableShape } from '#engine/shapes/shape.ts'
import {
  patternsOf,
  type WebhookEvent,
} from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import type { Consumed, ConsumedChange, ConsumedGap } from '#platform/changes/consumers/consumed-change.ts'
import { textOf } from '#platform/changes/feed/row-change.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'
import { isBuiltIn } from './event-patterns.ts'
import { ROW_CHANGES, ROW_MISSED } from './event-types.ts'

/** DerivedEvent is an event of a change, and which webhooks want it. */
export interface DerivedEvent {
  readonly event: WebhookEvent
  /** patterns are the names by which it can be asked for. */
  readonly patterns: readonly string[]
  /** change is set for events of rows, which webhooks may filter. */
  readonly change: ConsumedChange | undefined
  /** orderKey returns what events of the same row have in common. */
  orderKey(): string
}

/**
 * eventOf returns the event of an entry, of all types of events; undefined where it has none. `table` is the entry's, where that is
 * still there.
 */
export function eventOf(
  events: readonly ProjectEvent[],
  entry: Consumed,
  table: TableShape | undefined,
  newId: () => string,
): DerivedEvent | undefined {
  if (entry.kind === 'gap') return gapEvent(entry, table, newId)
  if (table !== undefined && isBuiltIn(events, table)) return ownEvent(events, entry)
  const { type } = ROW_CHANGES[entry.type]
  const event = { id: entry.id, type, created_at: entry.committed_at, data: entry.payload(true) }
  return { event, patterns: patternsOf(type, entry.table), change: entry, orderKey: () => keyOf(entry) }
}

function ownEvent(events: readonly ProjectEvent[], change: ConsumedChange): DerivedEvent | undefined {
  const own = events.find(({ from }) => from?.table.slug === change.table && from.of(change))
  if (own === undefined) return undefined
  const { type } = own
  const event = { id: change.id, type, created_at: change.committed_at, data: textOf(change.record) }
  return { event, patterns: patternsOf(type), change: undefined, orderKey: () => keyOf(change) }
}

function keyOf({ table_id, record }: ConsumedChange): string {
  return `${table_id} ${String(record.id ?? '')}`.slice(0, 200)
}

function gapEvent(
  { reason, committed_at, table_id }: ConsumedGap,
  table: TableShape | undefined,
  newId: () => string,
): DerivedEvent | undefined {
  // Of a table that is gone there is nothing to read anew.
  if (table === undefined) return undefined
  const { type } = ROW_MISSED
  const data = JSON.stringify({ table: table.slug, reason })
  const event = { id: newId(), type, created_at: committed_at, data }
  return { event, patterns: patternsOf(type, table.slug), change: undefined, orderKey: () => table_id }
}

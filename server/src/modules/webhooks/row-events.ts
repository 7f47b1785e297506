// From changes of rows to events: of the built-in tables their own ones, of all others those of rows.
import type { TableShape } from '#engine/shapes/shape.ts'
import {
  patternsOf,
  type WebhookEvent,
} from '#modules/webhook-deliveries/queue/webhook-deliveries.service.ts'
import type { Consumed, ConsumedChange, ConsumedGap } from '#platform/changes/consumers/consumed-change.ts'
import type { ChangeType } from '#platform/changes/feed/change-feed.ts'
import { textOf } from '#platform/changes/feed/row-change.ts'
import { isBuiltIn } from './event-patterns.ts'
import { EVENT_TYPES } from './event-types.ts'

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

const ROW_EVENTS: Readonly<Record<ChangeType, string>> = {
  INSERT: 'row.inserted',
  UPDATE: 'row.updated',
  DELETE: 'row.deleted',
}

const OWN_EVENTS: Readonly<Record<string, (change: ConsumedChange) => string | undefined>> = {
  users: ({ type }) => ({ INSERT: 'user.created', UPDATE: 'user.updated', DELETE: 'user.deleted' })[type],
  storage_objects: ({ type }) =>
    ({ INSERT: 'object.created', UPDATE: undefined, DELETE: 'object.deleted' })[type],
  payment_transactions: paymentEvent,
}

/** eventOf returns the event of an entry; undefined where it has none. `table` is the entry's, where that is still there. */
export function eventOf(
  entry: Consumed,
  table: TableShape | undefined,
  newId: () => string,
): DerivedEvent | undefined {
  if (entry.kind === 'gap') return gapEvent(entry, table, newId)
  if (table !== undefined && isBuiltIn(table)) return ownEvent(entry)
  const type = ROW_EVENTS[entry.type]
  const event = { id: entry.id, type, created_at: entry.committed_at, data: entry.payload(true) }
  return { event, patterns: patternsOf(type, entry.table), change: entry, orderKey: () => keyOf(entry) }
}

function ownEvent(change: ConsumedChange): DerivedEvent | undefined {
  const type = OWN_EVENTS[change.table]?.(change)
  if (type === undefined || !KNOWN.has(type)) return undefined
  const event = { id: change.id, type, created_at: change.committed_at, data: textOf(change.record) }
  return { event, patterns: patternsOf(type), change: undefined, orderKey: () => keyOf(change) }
}

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES.map(({ type }) => type))

function keyOf({ table_id, record }: ConsumedChange): string {
  return `${table_id} ${String(record.id ?? '')}`.slice(0, 200)
}

// One event for each state that a payment reaches, and for each part that is given back; none for what else changes of it.
function paymentEvent({ type, record, old_record }: ConsumedChange): string | undefined {
  if (type === 'DELETE') return undefined
  if (type === 'INSERT' || old_record?.status !== record.status) return `payment.${String(record.status)}`
  return old_record?.refunded_amount === record.refunded_amount ? undefined : 'payment.refunded'
}

function gapEvent(
  { reason, committed_at, table_id }: ConsumedGap,
  table: TableShape | undefined,
  newId: () => string,
): DerivedEvent | undefined {
  // Of a table that is gone there is nothing to read anew.
  if (table === undefined) return undefined
  const type = 'row.missed'
  const data = JSON.stringify({ table: table.slug, reason })
  const event = { id: newId(), type, created_at: committed_at, data }
  return { event, patterns: patternsOf(type, table.slug), change: undefined, orderKey: () => table_id }
}

// The durable consumer of webhooks: each committed change becomes its deliveries, in the transaction that consumes it.
import { randomUUID } from 'node:crypto'
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { queueEvents } from '#modules/webhook-deliveries/queue/webhook-deliveries.service.ts'
import type { ConsumeBatch } from '#platform/changes/consumers/consumer-worker.ts'
import { inSlices } from '#platform/loop/slices.ts'
import type { Platform } from '#platform/platform.ts'
import { createFilters, type Filters } from './filters.ts'
import { type DerivedEvent, eventOf } from './row-events.ts'
import { findCluster, type ListeningWebhook, listEnabled } from './webhooks.store.ts'

/** createConsumeBatch makes the consumer's batch. */
export function createConsumeBatch(platform: Platform): ConsumeBatch {
  const filters = createFilters()
  return async (entries, db) => {
    const projectId = entries[0]?.project_id
    if (projectId === undefined) return
    const webhooks = await listEnabled(db, projectId)
    const cluster = await findCluster(db, projectId)
    if (webhooks.length === 0 || cluster === undefined) return
    await loadParser()
    const tables = await tablesById(platform, { id: projectId, cluster })
    const listening = webhooks.map((webhook) => ({ ...webhook, wanted: new Set(webhook.events) }))
    const derived: DerivedEvent[] = []
    const additions: { webhookId: string; event: number; orderKey: string | null }[] = []
    await inSlices(entries, (entry) => {
      const table = tables.get(entry.table_id)
      const one = eventOf(entry, table, randomUUID)
      if (one === undefined) return
      const wanting = listening.filter((webhook) => wants(webhook, one, table, filters))
      if (wanting.length === 0) return
      const event = derived.push(one) - 1
      for (const { id, ordered } of wanting)
        additions.push({ webhookId: id, event, orderKey: ordered ? one.orderKey() : null })
    })
    const events = derived.map(({ event }) => event)
    await queueEvents(platform, db, projectId, events, additions)
  }
}

function wants(
  { wanted, filter }: ListeningWebhook & { readonly wanted: ReadonlySet<string> },
  { patterns, change }: DerivedEvent,
  table: TableShape | undefined,
  filters: Filters,
): boolean {
  if (!patterns.some((pattern) => wanted.has(pattern))) return false
  if (filter === null || change === undefined || table === undefined) return true
  return filters.passes(filter, table, change.record)
}

async function tablesById(platform: Platform, project: { readonly id: string; readonly cluster: string }) {
  const tables = await platform.shapes.of(project)
  return new Map([...tables.values()].map((table) => [table.id, table]))
}

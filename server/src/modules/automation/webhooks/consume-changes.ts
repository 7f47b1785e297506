// The durable consumer of webhooks: each committed change becomes its deliveries, in the transaction that consumes it.
import { randomUUID } from 'node:crypto'
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import {
  type Addition,
  queueEvents,
} from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import type { ConsumeBatch } from '#platform/changes/consumers/consumer-worker.ts'
import { inSlices } from '#platform/loop/slices.ts'
import type { Platform } from '#platform/platform.ts'
import { decideQuestions, type FilterQuestion } from './filter-questions.ts'
import { createFilters, type Filters, type Undecided } from './filters.ts'
import { type DerivedEvent, eventOf } from './row-events.ts'
import { type ActiveProject, findActive, type ListeningWebhook, listEnabled } from './webhooks.store.ts'

interface Choice {
  readonly webhookId: string
  readonly event: number
  readonly orderKey: string | null
  /** undecided is what is still to be decided of it. */
  readonly undecided: (Undecided & { readonly question: FilterQuestion | undefined }) | undefined
}

/** createConsumeBatch makes the consumer's batch. */
export function createConsumeBatch(platform: Platform): ConsumeBatch {
  const filters = createFilters()
  return async (entries, db) => {
    const projectId = entries[0]?.project_id
    if (projectId === undefined) return
    const webhooks = await listEnabled(db, projectId)
    const project = await findActive(db, projectId)
    if (webhooks.length === 0 || project === undefined) return
    await loadParser()
    const tables = await tablesById(platform, project)
    const listening = webhooks.map((webhook) => ({ ...webhook, wanted: new Set(webhook.events) }))
    const derived: DerivedEvent[] = []
    const choices: Choice[] = []
    await inSlices(entries, (entry) => {
      const table = tables.get(entry.table_id)
      const one = eventOf(platform.events.all, entry, table, randomUUID)
      if (one === undefined) return
      const event = derived.push(one) - 1
      for (const webhook of listening) {
        if (!one.patterns.some((pattern) => webhook.wanted.has(pattern))) continue
        const verdict = verdictOf(filters, webhook, one, table)
        if (verdict === false) continue
        const orderKey = webhook.ordered ? one.orderKey() : null
        const undecided = verdict === true ? undefined : verdict
        choices.push({ webhookId: webhook.id, event, orderKey, undecided })
      }
    })
    const additions = await decideRest(platform, project, choices)
    const events = derived.map(({ event }) => event)
    await queueEvents(platform, db, projectId, events, additions)
  }
}

function verdictOf(
  filters: Filters,
  { filter }: ListeningWebhook,
  { change }: DerivedEvent,
  table: TableShape | undefined,
): true | false | NonNullable<Choice['undecided']> {
  if (filter === null || change === undefined) return true
  const verdict = filters.decide(filter, table, change.record)
  if (typeof verdict === 'boolean') return verdict
  const { condition } = verdict
  const isAsked = condition !== undefined && table !== undefined
  return { ...verdict, question: isAsked ? { condition, table, row: change.record } : undefined }
}

// What cannot be decided is not sent; the log of deliveries says why.
async function decideRest(
  platform: Platform,
  project: ActiveProject,
  choices: readonly Choice[],
): Promise<Addition[]> {
  const questions = choices.flatMap(({ undecided }) => undecided?.question ?? [])
  const decided = await decideQuestions(platform, project, questions)
  return choices.flatMap(({ undecided, ...addition }): Addition[] => {
    if (undecided === undefined) return [addition]
    const passes = undecided.question && decided.get(undecided.question)
    if (passes === undefined) return [{ ...addition, withheld: undecided.reason }]
    return passes ? [addition] : []
  })
}

async function tablesById(platform: Platform, project: { readonly id: string; readonly cluster: string }) {
  const tables = await platform.shapes.of(project)
  return new Map([...tables.values()].map((table) => [table.id, table]))
}

// What users do with deliveries: read them, send one again or many, and send a test.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { storeResults } from '#modules/automation/webhook-deliveries/queue/store-results.ts'
import { wakeDispatchers } from '#modules/automation/webhook-deliveries/queue/wake.ts'
import { bodyOf } from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import { type Senders, sendDelivery } from '#modules/automation/webhook-deliveries/sending/attempt.ts'
import type { Targets } from '#modules/automation/webhook-deliveries/sending/targets.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import { type JsonText, withJson } from '#platform/http/answers/envelope.ts'
import type { Platform } from '#platform/platform.ts'
import type { replay, testEvent } from './deliveries.schema.ts'
import * as store from './deliveries.store.ts'

/** MAX_REPLAYED is how many deliveries one replay sends again. */
export const MAX_REPLAYED = 10_000

// A test is not renewed, and takes no longer than one attempt.
const LEASE_MS = 60_000

/** WebhookScope is a webhook of a project, or a trigger of one of its functions. */
export interface WebhookScope {
  readonly project: ProjectRecord
  readonly webhookId: string
  /** functionId is null for webhooks. */
  readonly functionId: string | null
}

/** listDeliveries returns a page of a webhook's deliveries. */
export async function listDeliveries(
  platform: Platform,
  scope: WebhookScope,
  filter: store.DeliveryFilter,
): Promise<store.DeliveryRow[]> {
  const db = await poolOf(platform, scope)
  return store.listDeliveries(db, scope.webhookId, filter)
}

/** getDelivery returns a delivery with its payload and attempts, or throws 404. */
export async function getDelivery(platform: Platform, scope: WebhookScope, id: string): Promise<JsonText> {
  return read(await poolOf(platform, scope), scope, id)
}

async function read(db: Queryable, scope: WebhookScope, id: string): Promise<JsonText> {
  const { body, ...row } = await find(db, scope, id)
  // It may hold whatever a row does, also what is too deep to be read and written again.
  return withJson({ ...present(row), tries: await store.listAttempts(db, id) }, 'payload', body)
}

async function find(db: Queryable, scope: WebhookScope, id: string) {
  const found = await store.findDelivery(db, {
    projectId: scope.project.id,
    webhookId: scope.webhookId,
    id,
  })
  if (found === undefined) throw notFound('The delivery')
  return found
}

/** retryDelivery has a delivery sent again at once, and begin its retries anew. */
export async function retryDelivery(platform: Platform, scope: WebhookScope, id: string) {
  const db = await enabledPoolOf(platform, scope)
  const known = await find(db, scope, id)
  const now = platform.clock.now()
  return transaction(db, async (client) => {
    wakeDispatchers(platform, client)
    if (!(await store.retryDelivery(client, scope.webhookId, known.id, now)))
      throw conflict('still_running', 'This delivery is being sent right now.')
    return read(client, scope, id)
  })
}

/** replayDeliveries has finished deliveries sent again: the failed ones, those of a span of time, or both. */
export async function replayDeliveries(
  platform: Platform,
  scope: WebhookScope,
  { status, since, until }: z.output<typeof replay>,
) {
  const db = await enabledPoolOf(platform, scope)
  const choice: store.ReplayChoice = {
    statuses: status === 'all' ? ['failed', 'delivered'] : [status],
    since: since ?? null,
    until: until ?? null,
    most: MAX_REPLAYED,
  }
  if (choice.since !== null && choice.until !== null && choice.since >= choice.until)
    throw invalidInput('until: must be later than since.')
  const now = platform.clock.now()
  const deliveries = await transaction(db, async (client) => {
    wakeDispatchers(platform, client)
    return store.replayDeliveries(client, scope.webhookId, choice, now)
  })
  return { deliveries }
}

/** Sending is what tests are sent with. */
export interface Sending extends Senders {
  readonly targets: Targets
}

/** sendTest delivers a test event at once, also to a webhook that is disabled, and returns how that went. */
export async function sendTest(
  { platform, targets, call }: Sending,
  scope: WebhookScope,
  { event, payload }: z.output<typeof testEvent>,
) {
  const { project, webhookId } = scope
  const db = await poolOf(platform, scope)
  const now = platform.clock.now()
  const id = randomUUID()
  const body = bodyOf(project.id, { id, type: event, created_at: now, data: JSON.stringify(payload) })
  const target = (await targets.find(db, [webhookId])).get(webhookId)
  if (target === undefined) throw missing(scope)
  const claim = randomUUID()
  const until = new Date(now.getTime() + LEASE_MS)
  const delivery = await transaction(db, (client) =>
    store.insertClaimed(client, webhookId, project.id, { id, type: event, body }, { now, until, claim }),
  )
  const result = await sendDelivery({ platform, call }, { ...delivery, claim }, target, { once: true })
  return transaction(db, async (client) => {
    await storeResults(platform, client, [result])
    return read(client, scope, delivery.id)
  })
}

/** present leaves out what only the server needs. */
export function present({ position: _, ...row }: store.DeliveryRow) {
  return row
}

async function poolOf(platform: Platform, scope: WebhookScope) {
  const { project, webhookId, functionId } = scope
  const db = platform.clusters.main.adminOf(project)
  if (!(await store.hasWebhook(db, project.id, webhookId, functionId))) throw missing(scope)
  return db
}

async function enabledPoolOf(platform: Platform, scope: WebhookScope) {
  const db = await poolOf(platform, scope)
  if (await store.isEnabled(db, scope.webhookId)) return db
  throw conflict(
    'not_set_up',
    `This ${nounOf(scope)} is disabled. Enable it with PATCH and {"enabled": true} first.`,
  )
}

function missing(scope: WebhookScope) {
  return notFound(`The ${nounOf(scope)}`)
}

function nounOf({ functionId }: WebhookScope): string {
  return functionId === null ? 'webhook' : 'trigger'
}

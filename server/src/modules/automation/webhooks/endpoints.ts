// Webhooks: where events of a project are sent, and which.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { z } from 'zod'
import { lockProjectSeal } from '#modules/automation/secrets/project-seal.service.ts'
import {
  applyChanges,
  changeQueue,
  lockQueue,
  openQueue,
} from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import {
  checkTarget,
  newSigningSecret,
  secretPlace,
} from '#modules/automation/webhook-deliveries/sending/webhook-signing.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { chooseAnew, chooseEvents } from './event-choice.service.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { webhookCreate, webhookUpdate } from './webhooks.schema.ts'
import * as store from './webhooks.store.ts'

/** MAX_WEBHOOKS is how many webhooks a project has at most. */
export const MAX_WEBHOOKS = 30
/** OVERLAP_SECONDS is for how long deliveries are signed with the old secret too, unless said otherwise. */
export const OVERLAP_SECONDS = 86_400

/** Webhooks is what the routes work with. */
export interface Webhooks {
  readonly platform: Platform
  readonly subscriptions: Subscriptions
}

/** NewWebhook is a webhook with its secret, which is shown this once. */
export type NewWebhook = store.WebhookRow & { readonly secret: string }

/** listWebhooks returns a project's webhooks. */
export function listWebhooks({ platform }: Webhooks, project: ProjectRecord) {
  return store.listWebhooks(poolOf(platform, project), project.id)
}

/** getWebhook returns one webhook, or throws 404. */
export async function getWebhook({ platform }: Webhooks, project: ProjectRecord, id: string) {
  const found = await store.findWebhook(poolOf(platform, project), project.id, id)
  if (found === undefined) throw notFound('The webhook')
  return found
}

/** createWebhook stores a webhook. When it has settled, every event that follows is sent. */
export async function createWebhook(
  webhooks: Webhooks,
  act: Act,
  input: z.output<typeof webhookCreate>,
): Promise<NewWebhook> {
  const { platform, subscriptions } = webhooks
  const { project, at } = act
  await checkUrl(platform, project, input.url)
  const chosen = await chooseEvents(platform, project, { events: input.events, filter: input.filter ?? null })
  const secret = input.secret ?? newSigningSecret()
  const id = randomUUID()
  const insert = async (db: pg.PoolClient) => {
    await store.lockWebhooks(db, project.id)
    if ((await store.countWebhooks(db, project.id)) >= MAX_WEBHOOKS)
      throw conflict('limit_reached', `A project has at most ${MAX_WEBHOOKS} webhooks.`)
    const seal = await lockProjectSeal(platform, db, project.id)
    const row = await store.insertWebhook(
      db,
      project.id,
      {
        ...input,
        ...chosen,
        id,
        disabled_reason: null,
        secret: seal.seal(secret, secretPlace(project.id, id, 1)),
        secret_version: 1,
        previous_secret: null,
        previous_expires_at: null,
      },
      at,
    )
    await openQueue(db, project.id, id)
    await audit(db, act, 'webhooks.create', row)
    return { ...row, secret }
  }
  return subscriptions.change(project, input.enabled ? chosen.events : [], () =>
    transaction(poolOf(platform, project), insert),
  )
}

/** updateWebhook changes a webhook. A new secret overlaps with the old one. */
export async function updateWebhook(
  webhooks: Webhooks,
  act: Act,
  id: string,
  input: z.output<typeof webhookUpdate>,
): Promise<store.WebhookRow> {
  const { platform, subscriptions } = webhooks
  const { project, at } = act
  const { secret, ...given } = input
  const known = await getWebhook(webhooks, project, id)
  if (given.url !== undefined) await checkUrl(platform, project, given.url)
  const chosen = await chooseAnew(platform, project, known, given)
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const update = async (db: pg.PoolClient) => {
    await store.lockWebhooks(db, project.id)
    await lockQueue(db, id)
    const old = await store.lockWebhook(db, project.id, id)
    if (old === undefined) throw notFound('The webhook')
    const secrets =
      secret === undefined ? {} : await sealNext(platform, db, act, old, secret, OVERLAP_SECONDS)
    const changed = { ...old, ...changes, ...chosen, ...secrets }
    const disabled_reason = await changeQueue(db, id, old, changed, at)
    const stored = await store.updateWebhook(db, project.id, { ...changed, disabled_reason }, at)
    await audit(db, act, 'webhooks.update', stored)
    return stored
  }
  const { events, enabled } = { ...known, ...changes, ...chosen }
  return subscriptions.change(project, enabled ? events : [], async () => {
    const updated = await transaction(poolOf(platform, project), update)
    await applyChanges(platform, project.id)
    return updated
  })
}

/** rotateSecret makes a new secret; for a while deliveries are signed with the old one too. */
export async function rotateSecret(
  { platform }: Webhooks,
  act: Act,
  id: string,
  overlapSeconds: number,
): Promise<NewWebhook> {
  const { project, at } = act
  const secret = newSigningSecret()
  const row = await transaction(poolOf(platform, project), async (db) => {
    const old = await store.lockWebhook(db, project.id, id)
    if (old === undefined) throw notFound('The webhook')
    const next = await sealNext(platform, db, act, old, secret, overlapSeconds)
    const stored = await store.updateWebhook(db, project.id, { ...old, ...next }, at)
    await audit(db, act, 'webhooks.rotate', stored)
    return stored
  })
  await applyChanges(platform, project.id)
  return { ...row, secret }
}

/** removeWebhook deletes a webhook; what waits for it is not sent any more. */
export async function removeWebhook(webhooks: Webhooks, act: Act, id: string): Promise<void> {
  const { platform, subscriptions } = webhooks
  const { project } = act
  await subscriptions.change(project, [], async () => {
    await transaction(poolOf(platform, project), async (db) => {
      const known = await store.findWebhook(db, project.id, id)
      if (known === undefined || !(await store.deleteWebhook(db, project.id, id)))
        throw notFound('The webhook')
      await audit(db, act, 'webhooks.delete', known)
    })
    await applyChanges(platform, project.id)
  })
}

async function sealNext(
  platform: Platform,
  db: pg.PoolClient,
  { project, at }: Act,
  { id, secret, secret_version }: store.WebhookFields,
  next: string,
  overlapSeconds: number,
): Promise<store.StoredSecrets> {
  const seal = await lockProjectSeal(platform, db, project.id)
  const version = secret_version + 1
  return {
    secret: seal.seal(next, secretPlace(project.id, id, version)),
    secret_version: version,
    previous_secret: overlapSeconds > 0 ? secret : null,
    previous_expires_at: overlapSeconds > 0 ? new Date(at.getTime() + overlapSeconds * 1000) : null,
  }
}

async function checkUrl(platform: Platform, project: ProjectRecord, url: string): Promise<void> {
  checkTarget(platform, url, await store.findAllowedHosts(poolOf(platform, project), project.id))
}

function audit(
  db: pg.PoolClient,
  act: Act,
  action: string,
  { id, name, url, events }: Pick<store.WebhookRow, 'id' | 'name' | 'url' | 'events'>,
): Promise<void> {
  return recordAudit(db, act, { action, target: id, details: { name, host: new URL(url).host, events } })
}

function poolOf({ clusters }: Platform, project: ProjectRecord) {
  return clusters.main.adminOf(project)
}

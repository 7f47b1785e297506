// Triggers of functions: which events of the project call a function. They are webhooks whose target is the
// function: the same events, filters and queue, the same retries and history.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { z } from 'zod'
import {
  applyChanges,
  changeQueue,
  lockQueue,
  openQueue,
} from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import { chooseAnew, chooseEvents } from '#modules/automation/webhooks/event-choice.service.ts'
import type { ChangeListeners } from '#modules/automation/webhooks/webhooks.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import type { triggerCreate, triggerUpdate } from './triggers.schema.ts'
import * as store from './triggers.store.ts'

/** MAX_TRIGGERS is how many triggers all functions of a project have at most. */
export const MAX_TRIGGERS = 50

/** Triggers is what the routes work with. */
export interface Triggers {
  readonly platform: Platform
  readonly change: ChangeListeners
}

/** listTriggers returns the triggers of a function. */
export async function listTriggers({ platform }: Triggers, project: ProjectRecord, functionId: string) {
  const db = poolOf(platform, project)
  if (!(await store.hasFunction(db, project.id, functionId))) throw notFound('The function')
  return store.listTriggers(db, project.id, functionId)
}

/** getTrigger returns one trigger, or throws 404. */
export async function getTrigger({ platform }: Triggers, project: ProjectRecord, key: store.TriggerKey) {
  return found(store.findTrigger(poolOf(platform, project), key))
}

/** createTrigger stores a trigger. When it has settled, the function is called with every event that follows. */
export async function createTrigger(
  triggers: Triggers,
  act: Act,
  functionId: string,
  input: z.output<typeof triggerCreate>,
): Promise<store.TriggerRow> {
  const { platform } = triggers
  const { project, at } = act
  const chosen = await chooseEvents(platform, project, input)
  const key = { projectId: project.id, functionId, id: randomUUID() }
  const insert = async (db: pg.PoolClient) => {
    const count = await store.countTriggers(db, project.id)
    if (!(await store.hasFunction(db, project.id, functionId))) throw notFound('The function')
    if (count >= MAX_TRIGGERS)
      throw conflict('limit_reached', `The functions of a project have at most ${MAX_TRIGGERS} triggers.`)
    const row = await store.insertTrigger(db, key, { ...input, ...chosen, disabled_reason: null }, at)
    await openQueue(db, project.id, row.id)
    await audit(db, act, 'functions.trigger_create', row)
    return row
  }
  return triggers.change(project, input.enabled ? chosen.events : [], () =>
    transaction(poolOf(platform, project), insert),
  )
}

/** updateTrigger changes a trigger. */
export async function updateTrigger(
  triggers: Triggers,
  act: Act,
  key: store.TriggerKey,
  input: z.output<typeof triggerUpdate>,
): Promise<store.TriggerRow> {
  const { platform } = triggers
  const { project, at } = act
  const known = await getTrigger(triggers, project, key)
  const chosen = await chooseAnew(platform, project, known, input)
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const update = async (db: pg.PoolClient) => {
    await store.countTriggers(db, project.id)
    await lockQueue(db, key.id)
    const old = await found(store.findTrigger(db, key, { lock: true }))
    const changed = { ...old, ...changes, ...chosen }
    const disabled_reason = await changeQueue(db, key.id, old, changed, at)
    const row = await store.updateTrigger(db, key, { ...changed, disabled_reason }, at)
    await audit(db, act, 'functions.trigger_update', row)
    return row
  }
  const { events, enabled } = { ...known, ...changes, ...chosen }
  return triggers.change(project, enabled ? events : [], async () => {
    const updated = await transaction(poolOf(platform, project), update)
    await applyChanges(platform, project.id)
    return updated
  })
}

/** removeTrigger deletes a trigger; the function is not called any more with what waits for it. */
export async function removeTrigger(triggers: Triggers, act: Act, key: store.TriggerKey): Promise<void> {
  const { project } = act
  await triggers.change(project, [], async () => {
    await transaction(poolOf(triggers.platform, project), async (db) => {
      const known = await found(store.findTrigger(db, key))
      if (!(await store.deleteTrigger(db, key))) throw notFound('The trigger')
      await audit(db, act, 'functions.trigger_delete', known)
    })
    await applyChanges(triggers.platform, project.id)
  })
}

async function found(row: Promise<store.TriggerRow | undefined>): Promise<store.TriggerRow> {
  const result = await row
  if (result === undefined) throw notFound('The trigger')
  return result
}

function audit(
  db: pg.PoolClient,
  act: Act,
  action: string,
  { id, function_id, events }: store.TriggerRow,
): Promise<void> {
  return recordAudit(db, act, { action, target: function_id, details: { trigger: id, events } })
}

function poolOf({ clusters }: Platform, project: ProjectRecord) {
  return clusters.main.adminOf(project)
}

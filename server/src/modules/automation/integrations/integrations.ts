// Integrations of a project: created, changed and removed by people of its dashboard.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { z } from 'zod'
import { findProjectSeal, lockProjectSeal } from '#modules/automation/secrets/project-seal.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Seal } from '#platform/crypto/sealed.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { maskConfig, mergeConfig, openConfig, parseConfig, sealConfig } from './integration-config.ts'
import type { integrationCreate, integrationUpdate } from './integrations.schema.ts'
import * as store from './integrations.store.ts'
import { providerOf } from './providers/providers.ts'
import { SENDERS_CHANGED } from './senders.service.ts'

/** MAX_INTEGRATIONS is how many integrations a project has at most. */
export const MAX_INTEGRATIONS = 20

/** listIntegrations returns a project's integrations, masked. */
export async function listIntegrations(platform: Platform, project: ProjectRecord) {
  const db = poolOf(platform, project)
  const rows = await store.listIntegrations(db, project.id)
  const seal = await findProjectSeal(platform, db, project.id)
  return seal === undefined ? [] : rows.map((row) => present(seal, row))
}

/** getIntegration returns one integration, masked, or throws 404. */
export async function getIntegration(platform: Platform, project: ProjectRecord, id: string) {
  const { row, seal } = await openIntegration(platform, project, id)
  return present(seal, row)
}

/** openIntegration returns an integration with the seal of its secrets, or throws 404. */
export async function openIntegration(platform: Platform, project: ProjectRecord, id: string) {
  const db = poolOf(platform, project)
  const row = await store.findIntegration(db, project.id, id)
  const seal = row && (await findProjectSeal(platform, db, project.id))
  if (row === undefined || seal === undefined) throw notFound('The integration')
  return { row, seal }
}

/** createIntegration stores an integration. */
export function createIntegration(
  platform: Platform,
  act: Act,
  { provider, name, config: given, enabled }: z.output<typeof integrationCreate>,
) {
  const { project, at } = act
  const { kind } = providerOf(provider)
  const config = parseConfig(platform, providerOf(provider), given)
  return change(platform, project, async (db, seal) => {
    const known = await store.listIntegrations(db, project.id)
    if (known.length >= MAX_INTEGRATIONS)
      throw conflict('limit_reached', `A project has at most ${MAX_INTEGRATIONS} integrations.`)
    const identity = { id: randomUUID(), project_id: project.id, provider }
    const row: store.IntegrationRow = {
      ...identity,
      ...sealConfig(seal, identity, config),
      ...{ kind, name, enabled, disabled_reason: null, failing_since: null, last_error: null },
      ...{ created_at: at, updated_at: at },
    }
    checkOnlySender(known, row)
    await store.insertIntegration(db, row)
    await audit(db, act, 'integrations.create', row)
    return present(seal, row)
  })
}

/** updateIntegration changes an integration. One that is enabled again starts anew. */
export function updateIntegration(
  platform: Platform,
  act: Act,
  id: string,
  { config: given, ...fields }: z.output<typeof integrationUpdate>,
) {
  const { project, at } = act
  return change(platform, project, async (db, seal) => {
    const known = await store.listIntegrations(db, project.id)
    const old = known.find((one) => one.id === id)
    if (old === undefined) throw notFound('The integration')
    const provider = providerOf(old.provider)
    const config = openConfig(seal, old)
    const next =
      given === undefined ? config : parseConfig(platform, provider, mergeConfig(provider, config, given))
    const { name = old.name, enabled = old.enabled } = fields
    const row = {
      ...old,
      ...sealConfig(seal, old, next),
      ...{ name, enabled, disabled_reason: enabled ? null : old.disabled_reason },
      ...{ failing_since: null, last_error: null, updated_at: at },
    }
    checkOnlySender(known, row)
    await store.updateIntegration(db, row)
    await audit(db, act, 'integrations.update', row)
    return present(seal, row)
  })
}

/**
 * removeIntegration deletes an integration; what waits for it is not sent any more. It throws 409 where codes of end users
 * could not be sent without it.
 */
export async function removeIntegration(
  platform: Platform,
  act: Act,
  id: string,
  force: boolean,
): Promise<void> {
  const { project } = act
  await change(platform, project, async (db) => {
    const known = await store.findIntegration(db, project.id, id)
    if (known === undefined) throw notFound('The integration')
    const { kind, name, enabled } = known
    if (enabled)
      await platform.references.clear(db, act, { kind: 'integration', id, name, scope: kind }, force)
    await store.deleteIntegration(db, project.id, id)
    await audit(db, act, 'integrations.delete', known)
  })
}

/** audit writes what was done with an integration; nothing of its configuration. */
export function audit(
  db: Queryable,
  act: Act,
  action: string,
  { id, provider, name, enabled }: store.IntegrationRow,
): Promise<void> {
  return recordAudit(db, act, { action, target: id, details: { provider, name, enabled } })
}

// One change of a project at a time.
async function change<T>(
  platform: Platform,
  project: ProjectRecord,
  work: (db: pg.PoolClient, seal: Seal) => Promise<T>,
): Promise<T> {
  const pool = poolOf(platform, project)
  const result = await transaction(pool, async (db) =>
    work(db, await lockProjectSeal(platform, db, project.id)),
  )
  await platform.invalidations.publish(SENDERS_CHANGED, project.id)
  return result
}

// With two, nobody could say which of them sends.
function checkOnlySender(
  known: readonly store.IntegrationRow[],
  { id, kind, enabled }: store.IntegrationRow,
) {
  if (!enabled || kind === 'alert') return
  const other = known.find((one) => one.id !== id && one.kind === kind && one.enabled)
  if (other === undefined) return
  const what = kind === 'mail' ? 'mail' : 'SMS'
  throw conflict('in_use', `This project already sends ${what} by ${other.name}. Disable that first.`)
}

function present(seal: Seal, row: store.IntegrationRow) {
  const { project_id: _, sealed: __, ...shown } = row
  return { ...shown, config: maskConfig(providerOf(row.provider), openConfig(seal, row)) }
}

function poolOf({ clusters }: Platform, project: ProjectRecord) {
  return clusters.main.adminOf(project)
}

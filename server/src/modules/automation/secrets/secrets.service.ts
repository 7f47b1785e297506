// Secrets: sealed under the project's data key, in versions; each change and each reading of a value is audited in the
// transaction in which it happens.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { z } from 'zod'
import { recordAudit } from '#platform/audit/audit.ts'
import { actorName } from '#platform/credentials/actor.ts'
import { maskOf } from '#platform/crypto/masks.ts'
import type { Seal } from '#platform/crypto/sealed.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { transaction } from '#platform/db/transaction.ts'
import { alreadyExists, conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { inSlices } from '#platform/loop/slices.ts'
import type { Platform } from '#platform/platform.ts'
import { maskPlace, newDataKey, openDataKey, valuePlace } from './data-keys.ts'
import type { secretCreate, secretUpdate } from './secrets.schema.ts'
import * as store from './secrets.store.ts'

/** MAX_SECRETS is how many secrets a project has at most. */
export const MAX_SECRETS = 1000
/** KEPT_VERSIONS is how many versions of a secret are kept. */
export const KEPT_VERSIONS = 10
/** MAX_BYTES is how much all versions of a project's secrets take, sealed. */
export const MAX_BYTES = 16 * 1024 * 1024

/** SECRETS_CHANGED is the topic on which nodes learn that a project's secrets have changed. */
export const SECRETS_CHANGED = topic('secrets')

/** RevealedSecret is a secret with its value. */
export interface RevealedSecret {
  readonly id: string
  readonly key: string
  readonly value: string
}

/** listSecrets returns a project's secrets, masked. */
export async function listSecrets(platform: Platform, { project }: Act) {
  const db = poolOf(platform, project)
  const rows = await store.listSecrets(db, project.id)
  const wrapped = rows.length === 0 ? undefined : await store.findDataKey(db, project.id)
  if (wrapped === undefined) return []
  const seal = openDataKey(platform.keys, project.id, wrapped)
  const shown: ReturnType<typeof present>[] = []
  await inSlices(rows, (row) => shown.push(present(row, seal)))
  return shown
}

/** createSecret stores a secret, or throws 409 where the project has one of that key. */
export function createSecret(platform: Platform, act: Act, input: z.output<typeof secretCreate>) {
  const { project, at } = act
  return change(platform, act, async (db, seal) => {
    const place = { project_id: project.id, id: randomUUID(), key: input.key, version: 1 }
    const row = {
      ...place,
      description: input.description ?? null,
      mask: seal.seal(maskOf(input.value), maskPlace(place)),
      created_at: at,
      updated_at: at,
    }
    if (!(await store.insertSecret(db, row)))
      throw alreadyExists('key', `This project already has a secret ${input.key}. Change that with PATCH.`)
    await writeVersion(db, act, row, seal.seal(input.value, valuePlace(row)))
    await audit(db, act, 'secrets.create', row)
    return present(row, seal)
  })
}

/** updateSecret changes a secret's description, or its value, which becomes a new version. */
export function updateSecret(
  platform: Platform,
  act: Act,
  id: string,
  { value, description }: z.output<typeof secretUpdate>,
) {
  const { project, at } = act
  return change(platform, act, async (db, seal) => {
    const old = await store.findSecret(db, project.id, id)
    if (old === undefined) throw notFound('The secret')
    const version = value === undefined ? old.version : old.version + 1
    const row = {
      ...old,
      description: description === undefined ? old.description : description,
      version,
      mask: value === undefined ? old.mask : seal.seal(maskOf(value), maskPlace({ ...old, version })),
      updated_at: at,
    }
    await store.updateSecret(db, row)
    if (value !== undefined) await writeVersion(db, act, row, seal.seal(value, valuePlace(row)))
    await audit(db, act, 'secrets.update', row)
    return present(row, seal)
  })
}

/** removeSecret deletes a secret with all its versions; it throws 409 where a function reads it. */
export async function removeSecret(platform: Platform, act: Act, id: string, force: boolean): Promise<void> {
  const pool = poolOf(platform, act.project)
  await transaction(pool, async (db) => {
    const row = await store.deleteSecret(db, act.project.id, id)
    if (row === undefined) throw notFound('The secret')
    await platform.references.clear(db, act, { kind: 'secret', id, name: row.key }, force)
    await audit(db, act, 'secrets.delete', row)
  })
  await platform.invalidations.publish(SECRETS_CHANGED, act.project.id)
}

/**
 * secretsOf returns all secrets of a project by their keys, for its functions. Who may deploy a function may read what
 * it reads: deployments are audited, single invocations are not.
 */
export async function secretsOf(
  platform: Platform,
  project: Act['project'],
): Promise<Record<string, string>> {
  const rows = await store.listSealed(poolOf(platform, project), project.id)
  if (rows[0] === undefined) return {}
  const seal = openDataKey(platform.keys, project.id, rows[0].wrapped)
  const values: Record<string, string> = {}
  await inSlices(rows, (row) => {
    values[row.key] = seal.open(row.sealed, valuePlace(row))
  })
  return values
}

/** listVersions returns which versions of a secret are kept. */
export async function listVersions(platform: Platform, { project }: Act, id: string) {
  const rows = await store.listVersions(poolOf(platform, project), project.id, id)
  if (rows.length === 0) throw notFound('The secret')
  return rows
}

/** revealSecret returns the value of a secret, or of an earlier version, once its entry in the audit log is written. */
export function revealSecret(
  platform: Platform,
  act: Act,
  id: string,
  version: number | undefined,
): Promise<RevealedSecret> {
  return read(platform, act, 'secrets.reveal', { id, version })
}

/** resolveSecret returns the value of a secret by its key likewise. */
export function resolveSecret(platform: Platform, act: Act, key: string): Promise<RevealedSecret> {
  return read(platform, act, 'secrets.resolve', { key })
}

async function read(
  platform: Platform,
  act: Act,
  action: string,
  by: Parameters<typeof store.findSealed>[2],
): Promise<RevealedSecret> {
  const { project } = act
  const found = await transaction(poolOf(platform, project), async (db) => {
    const row = await store.findSealed(db, project.id, by)
    if (row === undefined) throw notFound('version' in by && by.version ? 'The version' : 'The secret')
    await audit(db, act, action, row)
    return row
  })
  const value = openDataKey(platform.keys, project.id, found.wrapped).open(found.sealed, valuePlace(found))
  return { id: found.id, key: found.key, value }
}

// A secret and its versions change together with the entry in the audit log, one writer of a project at a time.
async function change<T>(
  platform: Platform,
  { project, at }: Act,
  work: (db: pg.PoolClient, seal: Seal) => Promise<T>,
): Promise<T> {
  const pool = poolOf(platform, project)
  const result = await transaction(pool, async (db) => {
    const fresh = () => newDataKey(platform.keys, project.id)
    const wrapped = await store.lockDataKey(db, project.id, fresh, at)
    const made = await work(db, openDataKey(platform.keys, project.id, wrapped))
    checkTotals(await store.totalsOf(db, project.id))
    return made
  })
  await platform.invalidations.publish(SECRETS_CHANGED, project.id)
  return result
}

function checkTotals({ secrets, bytes }: store.SecretTotals): void {
  if (secrets > MAX_SECRETS)
    throw conflict('limit_reached', `A project holds at most ${MAX_SECRETS} secrets.`)
  if (bytes > MAX_BYTES)
    throw conflict(
      'limit_reached',
      `The secrets of a project take at most ${MAX_BYTES / 1024 / 1024} MB with their earlier versions. ` +
        'Delete some, or keep large values in storage.',
    )
}

function writeVersion(db: pg.PoolClient, { actor, at }: Act, row: store.SecretRow, sealed: string) {
  return store.insertVersion(db, row, { sealed, created_by: actorName(actor), created_at: at }, KEPT_VERSIONS)
}

function audit(
  db: pg.PoolClient,
  act: Act,
  action: string,
  { id, key, version }: Pick<store.SecretRow, 'id' | 'key' | 'version'>,
): Promise<void> {
  return recordAudit(db, act, { action, target: id, details: { key, version } })
}

function present(row: store.SecretRow, seal: Seal) {
  const { id, key, description, version, created_at, updated_at } = row
  const value = seal.open(row.mask, maskPlace(row))
  return { id, key, value, description, version, created_at, updated_at }
}

function poolOf({ clusters }: Platform, project: Act['project']) {
  return clusters.main.adminOf(project)
}

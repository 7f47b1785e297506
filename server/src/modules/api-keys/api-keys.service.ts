// API keys: issued once, stored hashed, rotated with an overlap.
import type { z } from 'zod'
import { API_KEY_CHANGED } from '#modules/api-keys/key-lookup.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { requireAll } from '#platform/credentials/member-rights.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import type { keyCreate, keyUpdate } from './api-keys.schema.ts'
import * as store from './api-keys.store.ts'
import { permissionsOfScopes } from './scope-permissions.ts'

// The prefix names the kind of key, for people and for secret scanners.
const PREFIX = { secret: 'msk_', publishable: 'mpk_' } as const
const SHOWN = 12

/** createKey issues a key. Only this response contains it. */
export async function createKey(platform: Platform, act: Act, input: z.output<typeof keyCreate>) {
  checkExpiry(platform, input.expires_at)
  requireAll(act.rights, permissionsOfScopes(input.scopes))
  const key = PREFIX[input.kind] + randomToken()
  const fields = {
    project_id: act.project.id,
    name: input.name,
    kind: input.kind,
    prefix: key.slice(0, SHOWN),
    digest: digest(key),
    scopes: once(input.scopes),
    expires_at: input.expires_at ?? null,
    created_by: act.account.account_id,
  }
  return transaction(platform.clusters.main.admin, async (db) => {
    const made = presentKey(await store.insertKey(db, fields))
    await record(db, act, 'create', made.id)
    return { ...made, key }
  })
}

/** updateKey changes a key's name, scopes or expiry, or throws 404. */
export async function updateKey(platform: Platform, act: Act, id: string, input: z.output<typeof keyUpdate>) {
  checkExpiry(platform, input.expires_at)
  requireAll(act.rights, permissionsOfScopes(input.scopes ?? []))
  const scopes = input.scopes && { scopes: once(input.scopes) }
  const changes = { ...input, ...scopes, updated_at: platform.clock.now() }
  const updated = await transaction(platform.clusters.main.admin, async (db) => {
    const old = await store.findKey(db, act.project.id, id)
    const row = await store.updateKey(db, act.project.id, id, changes)
    if (old === undefined || row === undefined) throw notFound('The API key')
    await record(db, act, 'update', id)
    return presentKey(row)
  })
  await invalidate(platform, id)
  return updated
}

/** rotateKey issues a new secret. The previous one stays valid for the overlap; an older one is invalid at once. */
export async function rotateKey(platform: Platform, act: Act, id: string, overlapSeconds: number) {
  const old = await store.findKey(platform.clusters.main.admin, act.project.id, id)
  if (old === undefined) throw notFound('The API key')
  requireAll(act.rights, permissionsOfScopes(old.scopes))
  const now = platform.clock.now()
  const key = PREFIX[old.kind] + randomToken()
  const fields = {
    digest: digest(key),
    prefix: key.slice(0, SHOWN),
    previous_digest: overlapSeconds > 0 ? old.digest : null,
    previous_expires_at: overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null,
    updated_at: now,
  }
  const rotated = await transaction(platform.clusters.main.admin, async (db) => {
    const row = await store.replaceDigest(db, old, fields)
    if (row === undefined)
      throw conflict(
        'changed_meanwhile',
        'Another request rotated this key at the same time. Rotate it again if you need a new secret.',
      )
    await record(db, act, 'rotate', id)
    return presentKey(row)
  })
  await invalidate(platform, id)
  return { ...rotated, key }
}

/** removeKey revokes a key on every node at once, or throws 404. */
export async function removeKey(platform: Platform, act: Act, id: string): Promise<void> {
  const projectId = act.project.id
  await transaction(platform.clusters.main.admin, async (db) => {
    const old = await store.findKey(db, projectId, id)
    if (old === undefined || !(await store.deleteKey(db, projectId, id))) throw notFound('The API key')
    await record(db, act, 'delete', id)
  })
  await invalidate(platform, id)
}

/** presentKey leaves out what the API never shows: the digests. */
export function presentKey(row: store.ApiKeyRow) {
  const { id, name, kind, prefix, scopes, expires_at, last_used_at, created_at, updated_at } = row
  return {
    id,
    name,
    kind,
    prefix,
    scopes,
    expires_at,
    last_used_at,
    previous_expires_at: endOfOverlap(row),
    created_at,
    updated_at,
  }
}

function record(db: Queryable, act: Act, verb: string, target: string): Promise<void> {
  return recordAudit(db, act, { action: `api_keys.${verb}`, target })
}

function once(scopes: readonly string[]): string[] {
  return [...new Set(scopes)]
}

// The old secret ends with its key at the latest, whenever that was decided.
function endOfOverlap({ previous_expires_at, expires_at }: store.ApiKeyRow): Date | null {
  if (previous_expires_at === null || expires_at === null) return previous_expires_at
  return previous_expires_at < expires_at ? previous_expires_at : expires_at
}

function checkExpiry(platform: Platform, expiresAt: Date | null | undefined): void {
  if (expiresAt && expiresAt <= platform.clock.now()) throw invalidInput('expires_at: must be in the future.')
}

function invalidate(platform: Platform, id: string): Promise<void> {
  return platform.invalidations.publish(API_KEY_CHANGED, id)
}

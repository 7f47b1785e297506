// API keys: issued once, stored hashed, rotated with an overlap (spec 5; design 6).
import type { z } from 'zod'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import { conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { keyCreate, keyUpdate } from './api-keys.schema.ts'
import * as store from './api-keys.store.ts'

// The prefix names the kind of key, for people and for secret scanners.
const PREFIX = { secret: 'msk_', publishable: 'mpk_' } as const
const SHOWN = 12

/** createKey issues a key. Only this response contains it. */
export async function createKey(
  platform: Platform,
  projectId: string,
  accountId: string,
  input: z.output<typeof keyCreate>,
) {
  checkExpiry(platform, input.expires_at)
  const key = PREFIX[input.kind] + randomToken()
  const row = await store.insertKey(platform.controlPlane, {
    project_id: projectId,
    name: input.name,
    kind: input.kind,
    prefix: key.slice(0, SHOWN),
    digest: digest(key),
    scopes: input.scopes,
    expires_at: input.expires_at ?? null,
    previous_digest: null,
    created_by: accountId,
  })
  return { ...presentKey(row), key }
}

/** updateKey changes a key's name, scopes or expiry, or throws 404. */
export async function updateKey(
  platform: Platform,
  projectId: string,
  id: string,
  input: z.output<typeof keyUpdate>,
) {
  checkExpiry(platform, input.expires_at)
  const changes = { ...input, updated_at: platform.clock.now() }
  const row = await store.updateKey(platform.controlPlane, projectId, id, changes)
  if (row === undefined) throw notFound('The API key')
  await invalidate(platform, id)
  return presentKey(row)
}

/** rotateKey issues a new secret. The previous one stays valid for the overlap; an older one is invalid at once. */
export async function rotateKey(platform: Platform, projectId: string, id: string, overlapSeconds: number) {
  const old = await store.findKey(platform.controlPlane, projectId, id)
  if (old === undefined) throw notFound('The API key')
  const now = platform.clock.now()
  const key = PREFIX[old.kind] + randomToken()
  const row = await store.replaceDigest(platform.controlPlane, old, {
    digest: digest(key),
    prefix: key.slice(0, SHOWN),
    previous_digest: overlapSeconds > 0 ? old.digest : null,
    previous_expires_at: overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null,
    updated_at: now,
  })
  if (row === undefined)
    throw conflict(
      'Another request rotated this key at the same time. Rotate it again if you need a new secret.',
    )
  await invalidate(platform, id)
  return { ...presentKey(row), key }
}

/** removeKey revokes a key on every node at once, or throws 404. */
export async function removeKey(platform: Platform, projectId: string, id: string): Promise<void> {
  const removed = await store.deleteKey(platform.controlPlane, projectId, id)
  if (!removed) throw notFound('The API key')
  await invalidate(platform, id)
}

/** presentKey leaves out what the API never shows: the digests. */
export function presentKey(row: store.ApiKeyRow) {
  const {
    id,
    name,
    kind,
    prefix,
    scopes,
    expires_at,
    last_used_at,
    previous_expires_at,
    created_at,
    updated_at,
  } = row
  return {
    id,
    name,
    kind,
    prefix,
    scopes,
    expires_at,
    last_used_at,
    previous_expires_at,
    created_at,
    updated_at,
  }
}

function checkExpiry(platform: Platform, expiresAt: Date | null | undefined): void {
  if (expiresAt && expiresAt <= platform.clock.now()) throw invalidInput('expires_at: must be in the future.')
}

function invalidate(platform: Platform, id: string): Promise<void> {
  return platform.invalidations.publish('api-key', id, platform.clusters.main.admin)
}

// The identity providers of a project. Client secrets are encrypted and never returned.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { transaction } from '#platform/db/transaction.ts'
import { alreadyExists, notFound } from '#platform/errors/app-error.ts'
import { checkIssuer } from '#platform/openid/issuer.ts'
import type { OpenIdProvider } from '#platform/openid/openid-client.ts'
import type { Platform } from '#platform/platform.ts'
import type { providerCreate, providerUpdate } from './providers.schema.ts'
import * as store from './providers.store.ts'

const PURPOSE = 'identity-provider'

export async function listProviders(platform: Platform, project: ProjectRecord, base: string) {
  const rows = await store.listProviders(platform.clusters.of(project).admin, project.id)
  return rows.map((row) => presentProvider(row, base))
}

/** getProvider finds a provider by name, or throws 404. */
export async function getProvider(
  platform: Platform,
  project: ProjectRecord,
  name: string,
): Promise<store.ProviderRow> {
  const row = await store.findProvider(platform.clusters.of(project).admin, project.id, name)
  if (row === undefined) throw notFound('The identity provider')
  return row
}

/** createProvider adds a provider, or throws 409 if the name is taken. */
export async function createProvider(
  platform: Platform,
  project: ProjectRecord,
  { client_secret, ...input }: z.output<typeof providerCreate>,
): Promise<store.ProviderRow> {
  checkIssuer(platform, input.issuer)
  const id = randomUUID()
  const now = platform.clock.now()
  const row = {
    ...input,
    id,
    project_id: project.id,
    client_secret: sealSecret(platform, id, client_secret),
    created_at: now,
    updated_at: now,
  }
  if (await store.insertProvider(platform.clusters.of(project).admin, row)) return row
  throw alreadyExists('name', `This project already has an identity provider named ${input.name}.`)
}

/** updateProvider changes a provider; omitted fields keep their values. */
export async function updateProvider(
  platform: Platform,
  project: ProjectRecord,
  name: string,
  { client_secret, ...input }: z.output<typeof providerUpdate>,
): Promise<store.ProviderRow> {
  if (input.issuer !== undefined) checkIssuer(platform, input.issuer)
  return transaction(platform.clusters.of(project).admin, async (db) => {
    const row = await store.findProvider(db, project.id, name, 'for update')
    if (row === undefined) throw notFound('The identity provider')
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const sealed =
      client_secret === undefined ? row.client_secret : sealSecret(platform, row.id, client_secret)
    const next = { ...row, ...given, client_secret: sealed, updated_at: platform.clock.now() }
    await store.updateProvider(db, row.id, next)
    return next
  })
}

/** removeProvider removes a provider. Identities are kept, in case it is added again. */
export async function removeProvider(
  platform: Platform,
  project: ProjectRecord,
  name: string,
): Promise<void> {
  const removed = await store.deleteProvider(platform.clusters.of(project).admin, project.id, name)
  if (!removed) throw notFound('The identity provider')
}

/** registrationOf returns a provider with its client secret decrypted. */
export function registrationOf(platform: Platform, row: store.ProviderRow): OpenIdProvider {
  const { id, name, issuer, client_id, client_secret, scopes } = row
  const open = (sealed: string) => createSeal(platform.keys, PURPOSE).open(sealed, id)
  return {
    name,
    issuer,
    client_id,
    scopes,
    client_secret: client_secret === null ? undefined : open(client_secret),
  }
}

/** callbackOf returns the redirect URI of a provider; `base` is the address that clients know the server by. */
export function callbackOf({ project_id, name }: store.ProviderRow, base: string): string {
  return `${base}/api/v1/projects/${project_id}/auth/providers/${name}/callback`
}

/** presentProvider returns a provider without its secret. */
export function presentProvider(row: store.ProviderRow, base: string) {
  const { name, issuer, client_id, client_secret, scopes, enabled, created_at, updated_at } = row
  return {
    name,
    issuer,
    client_id,
    has_client_secret: client_secret !== null,
    scopes,
    enabled,
    callback_url: callbackOf(row, base),
    created_at,
    updated_at,
  }
}

function sealSecret(platform: Platform, id: string, secret: string | null): string | null {
  return secret === null ? null : createSeal(platform.keys, PURPOSE).seal(secret, id)
}

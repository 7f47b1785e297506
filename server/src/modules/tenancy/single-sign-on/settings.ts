// The OpenID provider of an organisation. Its client secret is encrypted and never returned.
import type { z } from 'zod'
import { publishMembers } from '#modules/tenancy/organisations/members.service.ts'
import { withOrganisationLock } from '#modules/tenancy/organisations/membership.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { requireAll } from '#platform/credentials/member-rights.ts'
import { permissionsOf } from '#platform/credentials/permissions.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { checkIssuer } from '#platform/openid/issuer.ts'
import type { OpenIdProvider } from '#platform/openid/openid-client.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './settings.store.ts'
import type { ssoPut } from './sso.schema.ts'

const PURPOSE = 'single-sign-on'
const SCOPES = ['openid', 'email', 'profile']

/** getSso returns the settings of an organisation, or throws 404. */
export async function getSso(platform: Platform, organisationId: string): Promise<store.SsoRow> {
  const row = await store.findSso(platform.clusters.main.admin, organisationId)
  if (row === undefined) throw notFound('The single sign-on of this organisation')
  return row
}

/** putSso stores the settings; it throws 409 where sign-in is required through what nobody has come in by yet. */
export async function putSso(
  platform: Platform,
  act: Act,
  organisationId: string,
  { client_secret, ...input }: z.output<typeof ssoPut>,
): Promise<store.SsoRow> {
  checkIssuer(platform, input.issuer)
  const work = { actor: act.account, organisationId, permission: 'sso:write' } as const
  const saved = await withOrganisationLock(platform, work, async (db, membership) => {
    requireAll(membership, permissionsOf(input.default_role))
    const old = await store.findSso(db, organisationId)
    if (input.required && !(await store.isProven(db, organisationId, input.issuer))) {
      throw conflict(
        'not_set_up',
        'Nobody has signed in through this provider yet. Sign in once before you require it.',
      )
    }
    const now = platform.clock.now()
    const row = await store.saveSso(db, {
      ...input,
      organisation_id: organisationId,
      client_secret: sealed(platform, organisationId, client_secret, old),
      created_at: now,
      updated_at: now,
    })
    const entry = { target: organisationId }
    await recordAudit(db, act, { action: 'sso.update', ...entry }, { organisation: organisationId })
    return row
  })
  await publishMembers(platform, organisationId)
  return saved
}

/** removeSso deletes the settings; members stay, and sign in with their passwords. */
export async function removeSso(platform: Platform, act: Act, organisationId: string): Promise<void> {
  const work = { actor: act.account, organisationId, permission: 'sso:write' } as const
  await withOrganisationLock(platform, work, async (db) => {
    const old = await store.findSso(db, organisationId)
    if (old === undefined) throw notFound('The single sign-on of this organisation')
    await store.deleteSso(db, organisationId)
    const entry = { action: 'sso.delete', target: organisationId }
    await recordAudit(db, act, entry, { organisation: organisationId })
  })
  await publishMembers(platform, organisationId)
}

/** registrationOf returns the provider of an organisation with its client secret decrypted. */
export function registrationOf(platform: Platform, row: store.SsoRow): OpenIdProvider {
  const { organisation_id, issuer, client_id, client_secret } = row
  const secret =
    client_secret === null
      ? undefined
      : createSeal(platform.keys, PURPOSE).open(client_secret, organisation_id)
  return { name: new URL(issuer).host, issuer, client_id, client_secret: secret, scopes: SCOPES }
}

/** callbackOf returns the redirect URI of an organisation; `base` is the address that clients know the server by. */
export function callbackOf({ organisation_id }: store.SsoRow, base: string): string {
  return `${base}/api/v1/auth/sso/${organisation_id}/callback`
}

/** presentSso returns the settings without the secret. */
export function presentSso(row: store.SsoRow, base: string) {
  const { created_at, updated_at } = row
  return { ...auditedOf(row), callback_url: callbackOf(row, base), created_at, updated_at }
}

function auditedOf({ issuer, client_id, client_secret, default_role, required }: store.SsoRow) {
  return { issuer, client_id, has_client_secret: client_secret !== null, default_role, required }
}

function sealed(
  { keys }: Platform,
  organisationId: string,
  secret: string | null | undefined,
  old: store.SsoRow | undefined,
): string | null {
  if (secret === undefined) return old?.client_secret ?? null
  return secret === null ? null : createSeal(keys, PURPOSE).seal(secret, organisationId)
}

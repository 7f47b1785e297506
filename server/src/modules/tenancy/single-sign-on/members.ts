// Whose account an identity is: linked by issuer and subject, by the address where its domain is proven, or made.
import { randomUUID } from 'node:crypto'
import { accountForIdentity, openSessionThrough } from '#modules/tenancy/accounts/external-sign-in.service.ts'
import {
  addProvisioned,
  isMember,
  lockForMember,
} from '#modules/tenancy/organisations/provisioning.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { type AppError, forbidden } from '#platform/errors/app-error.ts'
import { Act } from '#platform/http/routes/act.ts'
import type { ProvenIdentity } from '#platform/openid/openid-client.ts'
import type { Platform } from '#platform/platform.ts'
import { domainOf } from './domains.ts'
import type { SsoRequest } from './refusals.ts'
import { findDomain } from './settings.store.ts'
import { getSso } from './settings.ts'
import { type CodeRow, findLinked, insertIdentity, useIdentity } from './sign-in.store.ts'
import type { SignIn } from './sign-in.ts'

/** SsoClient is who sends the code, as the session and the audit log keep it. */
export interface SsoClient extends SsoRequest {
  readonly userAgent: string | undefined
}

/**
 * signInAs opens a session of the account behind an identity; the first time, the account becomes a member. Refusals are in
 * the audit log of the organisation.
 */
export async function signInAs({ platform, refusals }: SignIn, code: CodeRow, client: SsoClient) {
  try {
    return await admit(platform, code, client)
  } catch (error) {
    await refusals.report(code, client, error)
    throw error
  }
}

async function admit(platform: Platform, { organisation_id, identity }: CodeRow, client: SsoClient) {
  const sso = await getSso(platform, organisation_id)
  if (sso.issuer !== identity.issuer) throw providerChanged()
  const email = await provenAddress(platform, organisation_id, identity)
  const now = platform.clock.now()
  const key = { organisation_id, issuer: identity.issuer, subject: identity.subject }
  // Before the transaction: a new account costs the hash of a password.
  const findAccount = await accountForIdentity(platform, { email, full_name: identity.full_name ?? email })
  return transaction(platform.clusters.main.admin, async (db) => {
    // The organisation before the account, and that before the identity, as whoever deletes an account.
    const linked = await findLinked(db, key)
    if (linked === undefined) await lockForMember(db, organisation_id)
    const { account, made } = await findAccount(db, linked?.id)
    if (linked !== undefined && !(await useIdentity(db, key, now))) throw providerChanged()
    if (!account.is_active) throw refused('deactivated', 'This account is deactivated.')
    const session_id = randomUUID()
    if (linked === undefined) {
      await insertIdentity(db, key, account.id, now)
      const added = await addProvisioned(db, organisation_id, account.id, sso.default_role, now)
      const actor = actorOf(account, session_id, organisation_id)
      const act = new Act({ actor, address: client.address, request_id: client.requestId, at: now })
      const details = { issuer: identity.issuer, account_created: made, member_added: added }
      const entry = { action: 'sso.link', target: account.id, details, after: { email } }
      await recordAudit(db, act, entry, { organisation: organisation_id })
    } else await requireMember(db, organisation_id, account.id)
    return openSessionThrough(platform, db, account, client, { id: session_id, organisation_id })
  })
}

// The domain is proven by DNS, so that whoever configures the provider speaks for its mailboxes. A provider that says
// outright that an address is not verified does not.
async function provenAddress(
  { clusters }: Platform,
  organisationId: string,
  { email, email_denied }: ProvenIdentity,
): Promise<string> {
  if (email === null)
    throw refused('email_missing', 'The provider has not said your e-mail address: it needs the claim email.')
  if (email_denied)
    throw refused('email_not_verified', 'Your e-mail address is not verified at the provider.')
  const domain = await findDomain(clusters.main.admin, organisationId, domainOf(email))
  if (domain !== undefined && domain.verified_at !== null) return email
  throw refused('domain_not_verified', `${domainOf(email)} is not a verified domain of this organisation.`)
}

// Who was removed is not let in again by signing in: an admin adds them.
async function requireMember(db: Queryable, organisationId: string, accountId: string): Promise<void> {
  if (await isMember(db, organisationId, accountId)) return
  throw refused(
    'not_a_member',
    'You are not a member of this organisation any more. Ask an admin to add you again.',
  )
}

function providerChanged(): AppError {
  return refused('provider_changed', 'The provider of this organisation has changed. Sign in again.')
}

function refused(reason: string, message: string): AppError {
  return forbidden('forbidden', message, { reason })
}

function actorOf(
  { id, email }: { id: string; email: string },
  session_id: string,
  sso_organisation_id: string,
) {
  return { type: 'dashboard', account_id: id, session_id, email, sso_organisation_id } as const
}

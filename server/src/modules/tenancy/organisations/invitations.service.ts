// Invitations: how a person without an account joins an organisation.

import { recordAudit } from '#platform/audit/audit.ts'
import { requireAll } from '#platform/credentials/member-rights.ts'
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import { permissionsOf } from '#platform/credentials/permissions.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { type AppError, forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './invitations.store.ts'
import { insertMember } from './members.store.ts'
import { withOrganisationLock } from './membership.service.ts'
import { lockOrganisation } from './organisations.store.ts'

const LIFETIME_MS = 7 * 86_400_000

export interface Invitee {
  readonly id: string
  readonly email: string
}

/** invite creates an invitation, which replaces an older one. Only this response contains the token. */
export async function invite(
  platform: Platform,
  db: Queryable,
  act: Act,
  organisationId: string,
  { email, role }: { email: string; role: OrganisationRole },
) {
  const now = platform.clock.now()
  const token = randomToken()
  await store.deleteInvitationsOf(db, organisationId, email)
  const row = await store.insertInvitation(db, {
    organisation_id: organisationId,
    email,
    role,
    digest: digest(token),
    created_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  })
  const entry = { action: 'members.invite', target: row.id, after: { email, role } }
  await recordAudit(db, act, entry, { organisation: organisationId })
  return { status: 'invited' as const, invitation: presentInvitation(row), token }
}

/** listInvitations returns the invitations that have not been accepted, also expired ones. */
export async function listInvitations(platform: Platform, organisationId: string) {
  return (await store.listInvitations(platform.clusters.main.admin, organisationId)).map(presentInvitation)
}

/** removeInvitation withdraws an invitation, or throws 404. */
export function removeInvitation(
  platform: Platform,
  act: Act,
  organisationId: string,
  id: string,
): Promise<void> {
  const work = { actor: act.account, organisationId, permission: 'members:write' } as const
  return withOrganisationLock(platform, work, async (db, membership) => {
    const row = await store.findInvitation(db, organisationId, id)
    if (row === undefined) throw notFound('The invitation')
    requireAll(membership, permissionsOf(row.role))
    await store.deleteInvitation(db, id)
    await recordAudit(db, act, { action: 'members.uninvite', target: id }, { organisation: organisationId })
  })
}

/** findInvitation returns the open invitation of a token, or throws 403 if it cannot be accepted. */
export async function findInvitation(
  platform: Platform,
  db: Queryable,
  email: string,
  token: string,
): Promise<store.InvitationRow> {
  const row = await store.findOpenInvitation(db, digest(token), platform.clock.now())
  if (row === undefined) throw invalidInvitation()
  // A leaked token must not admit a different person.
  if (row.email.toLowerCase() !== email.toLowerCase()) {
    throw forbidden('forbidden', 'This invitation is for another e-mail address.')
  }
  return row
}

/** lockInviting locks the organisation that an open invitation is of, or throws 403 if it cannot be accepted. */
export async function lockInviting(
  platform: Platform,
  db: Queryable,
  email: string,
  token: string,
): Promise<store.InvitationRow> {
  const row = await findInvitation(platform, db, email, token)
  await lockOrganisation(db, row.organisation_id)
  return row
}

/** acceptInvitation adds the account as a member inside the caller's transaction and returns the organisation's id. */
export async function acceptInvitation(
  platform: Platform,
  db: Queryable,
  { id, email }: Invitee,
  token: string,
): Promise<string> {
  // As whoever invites, withdraws an invitation or adds a member.
  const { id: invitationId, organisation_id, role } = await lockInviting(platform, db, email, token)
  const now = platform.clock.now()
  if (!(await store.markAccepted(db, invitationId, now))) throw invalidInvitation()
  // An account that became a member in the meantime keeps its role.
  await insertMember(db, { organisation_id, account_id: id, role, created_at: now })
  return organisation_id
}

function invalidInvitation(): AppError {
  return forbidden(
    'link_invalid',
    'This invitation is invalid: unknown, expired, withdrawn or already accepted. Ask for a new one.',
  )
}

function presentInvitation({ id, email, role, created_at, expires_at }: store.InvitationRow) {
  return { id, email, role, created_at, expires_at }
}

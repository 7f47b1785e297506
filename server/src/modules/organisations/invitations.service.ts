// Invitations: how somebody without an account comes into an organisation (design 6).
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { type AppError, forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './invitations.store.ts'
import { insertMember } from './members.store.ts'
import { requireManager, requireMembership, requireOwnerFor, underLock } from './permissions.ts'

const LIFETIME_MS = 7 * 86_400_000

/** Invitee is the account that accepts an invitation. */
export interface Invitee {
  readonly id: string
  readonly email: string
}

/** invite makes an invitation, in place of an older one; its token is in the answer and nowhere else. */
export async function invite(
  platform: Platform,
  db: ControlPlane,
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
  return { status: 'invited' as const, invitation: presentInvitation(row), token }
}

/** listInvitations gives the invitations that nobody has accepted yet. */
export async function listInvitations(platform: Platform, accountId: string, organisationId: string) {
  requireManager(await requireMembership(platform.controlPlane, accountId, organisationId))
  return (await store.listInvitations(platform.controlPlane, organisationId)).map(presentInvitation)
}

/** removeInvitation withdraws an invitation. */
export function removeInvitation(
  platform: Platform,
  accountId: string,
  organisationId: string,
  id: string,
): Promise<void> {
  return underLock(platform, accountId, organisationId, async (db, membership) => {
    requireManager(membership)
    const row = await store.findInvitation(db, organisationId, id)
    if (row === undefined) throw notFound('The invitation')
    requireOwnerFor(membership, row.role)
    await store.deleteInvitation(db, id)
  })
}

/** findInvitation gives the invitation that a token belongs to, or throws 403 where it cannot be accepted. */
export async function findInvitation(
  platform: Platform,
  db: ControlPlane,
  email: string,
  token: string,
): Promise<store.InvitationRow> {
  const row = await store.findOpenInvitation(db, digest(token), platform.clock.now())
  if (row === undefined) throw unusable()
  // Whoever happens upon the token must not come in under another name than was meant.
  if (row.email.toLowerCase() !== email.toLowerCase()) {
    throw forbidden('This invitation is for another e-mail address.')
  }
  return row
}

/** acceptInvitation makes an account a member inside the caller's transaction and gives the organisation's id. */
export async function acceptInvitation(
  platform: Platform,
  db: ControlPlane,
  { id, email }: Invitee,
  token: string,
): Promise<string> {
  const { id: invitationId, organisation_id, role } = await findInvitation(platform, db, email, token)
  const now = platform.clock.now()
  if (!(await store.markAccepted(db, invitationId, now))) throw unusable()
  // Who has become a member in the meantime keeps the role that they were given then.
  await insertMember(db, { organisation_id, account_id: id, role, created_at: now })
  return organisation_id
}

/** joinOrganisation accepts an invitation for an account that exists and gives the organisation's id. */
export function joinOrganisation(platform: Platform, invitee: Invitee, token: string): Promise<string> {
  return platform.controlPlane.transaction().execute((db) => acceptInvitation(platform, db, invitee, token))
}

function unusable(): AppError {
  return forbidden('This invitation is not valid: it is unknown, expired, withdrawn or was accepted before.')
}

function presentInvitation({ id, email, role, created_at, expires_at }: store.InvitationRow) {
  return { id, email, role, created_at, expires_at }
}

// The SQL of invitations: table `platform.organisation_invitations`. Tokens are stored as digests only.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

export type InvitationRow = Selectable<ControlPlaneTables['organisation_invitations']>

/** listInvitations returns the invitations that have not been accepted, newest first. */
export function listInvitations(db: ControlPlane, organisationId: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('organisation_invitations')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('accepted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** findInvitation returns an invitation that has not been accepted. */
export function findInvitation(
  db: ControlPlane,
  organisationId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('organisation_invitations')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
}

/** findOpenInvitation returns the invitation of a token, if it is neither accepted nor expired. */
export function findOpenInvitation(
  db: ControlPlane,
  digest: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('organisation_invitations')
    .selectAll()
    .where('digest', '=', digest)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export function insertInvitation(
  db: ControlPlane,
  invitation: Insertable<ControlPlaneTables['organisation_invitations']>,
): Promise<InvitationRow> {
  return db.insertInto('organisation_invitations').values(invitation).returningAll().executeTakeFirstOrThrow()
}

/** markAccepted reports whether this call accepted the invitation: of several concurrent calls only one does. */
export async function markAccepted(db: ControlPlane, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organisation_invitations')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteInvitation(db: ControlPlane, id: string): Promise<void> {
  await db.deleteFrom('organisation_invitations').where('id', '=', id).execute()
}

/** deleteInvitationsOf deletes the open invitations of an address to an organisation. */
export async function deleteInvitationsOf(
  db: ControlPlane,
  organisationId: string,
  email: string,
): Promise<void> {
  await db
    .deleteFrom('organisation_invitations')
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('accepted_at', 'is', null)
    .execute()
}

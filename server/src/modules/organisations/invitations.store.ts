// The SQL of invitations: table `platform.organisation_invitations`. Tokens are stored as digests only.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

/** InvitationRow is a stored invitation. */
export type InvitationRow = Selectable<ControlPlaneTables['organisation_invitations']>

/** listInvitations gives the invitations of an organisation that nobody has accepted, newest first. */
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

/** findInvitation gives one invitation of an organisation that nobody has accepted. */
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

/** findOpenInvitation gives the invitation that a token belongs to, while it can be accepted. */
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

/** insertInvitation stores a new invitation. */
export function insertInvitation(
  db: ControlPlane,
  invitation: Insertable<ControlPlaneTables['organisation_invitations']>,
): Promise<InvitationRow> {
  return db.insertInto('organisation_invitations').values(invitation).returningAll().executeTakeFirstOrThrow()
}

/** markAccepted uses an invitation up. Of several who try at once, one is told true. */
export async function markAccepted(db: ControlPlane, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organisation_invitations')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** deleteInvitation withdraws an invitation. */
export async function deleteInvitation(db: ControlPlane, id: string): Promise<void> {
  await db.deleteFrom('organisation_invitations').where('id', '=', id).execute()
}

/** deleteInvitationsOf withdraws what an address was invited to in an organisation and has not accepted. */
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

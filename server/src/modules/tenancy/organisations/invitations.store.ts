// The SQL of invitations: table `platform.organisation_invitations`. Tokens are stored as digests only.
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** InvitationFields is what of an invitation is written when it is made. */
export interface InvitationFields {
  readonly organisation_id: string
  readonly email: string
  readonly role: OrganisationRole
  readonly digest: string
  readonly created_at: Date
  readonly expires_at: Date
}

/** InvitationRow is a stored invitation. */
export interface InvitationRow extends InvitationFields {
  readonly id: string
  readonly accepted_at: Date | null
}

const COLUMNS = 'id, organisation_id, email, role, digest, created_at, expires_at, accepted_at'

/** listInvitations returns the invitations that have not been accepted, newest first. */
export async function listInvitations(db: Queryable, organisationId: string): Promise<InvitationRow[]> {
  const { rows } = await db.query<InvitationRow>(
    `select ${COLUMNS} from platform.organisation_invitations
     where organisation_id = $1 and accepted_at is null order by created_at desc, id`,
    [organisationId],
  )
  return rows
}

/** findInvitation returns an invitation that has not been accepted. */
export async function findInvitation(
  db: Queryable,
  organisationId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const { rows } = await db.query<InvitationRow>(
    `select ${COLUMNS} from platform.organisation_invitations
     where organisation_id = $1 and id = $2 and accepted_at is null`,
    [organisationId, id],
  )
  return rows[0]
}

/** findOpenInvitation returns the invitation of a token, if it is neither accepted nor expired. */
export async function findOpenInvitation(
  db: Queryable,
  digest: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  const { rows } = await db.query<InvitationRow>(
    `select ${COLUMNS} from platform.organisation_invitations
     where digest = $1 and accepted_at is null and expires_at > $2`,
    [digest, now],
  )
  return rows[0]
}

export async function insertInvitation(db: Queryable, invitation: InvitationFields): Promise<InvitationRow> {
  const { organisation_id, email, role, digest, created_at, expires_at } = invitation
  const { rows } = await db.query<InvitationRow>(
    `insert into platform.organisation_invitations (organisation_id, email, role, digest, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [organisation_id, email, role, digest, created_at, expires_at],
  )
  return rows[0] as InvitationRow
}

/** markAccepted reports whether this call accepted the invitation: of several concurrent calls only one does. */
export async function markAccepted(db: Queryable, id: string, now: Date): Promise<boolean> {
  const sql =
    'update platform.organisation_invitations set accepted_at = $2 where id = $1 and accepted_at is null'
  return (await db.query(sql, [id, now])).rowCount === 1
}

export async function deleteInvitation(db: Queryable, id: string): Promise<void> {
  await db.query('delete from platform.organisation_invitations where id = $1', [id])
}

/** deleteInvitationsOf deletes the open invitations of an address to an organisation. */
export async function deleteInvitationsOf(
  db: Queryable,
  organisationId: string,
  email: string,
): Promise<void> {
  await db.query(
    `delete from platform.organisation_invitations
     where organisation_id = $1 and lower(email) = lower($2) and accepted_at is null`,
    [organisationId, email],
  )
}

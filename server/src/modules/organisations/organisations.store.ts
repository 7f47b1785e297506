// The SQL of organisations: table `platform.organisations`, joined with the rights of the calling account.
import type { Insertable, Selectable } from 'kysely'
import { type MemberRights, rightsOf } from '#platform/credentials/member-rights.ts'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'
import { type HeldRights, OWN_PERMISSIONS, SSO_REQUIRED } from './members.store.ts'

export type OrganisationRow = Selectable<ControlPlaneTables['organisations']>

/** Membership is an organisation with what one of its members may do. */
export interface Membership extends OrganisationRow, HeldRights {}

/** listMemberships returns the organisations of an account, the oldest first. */
export async function listMemberships(db: ControlPlane, accountId: string): Promise<Membership[]> {
  const rows = await memberships(db, accountId)
    .orderBy('organisations.created_at')
    .orderBy('organisations.id')
    .execute()
  return rows.map(withRights)
}

/** findMembership returns an organisation if the account is a member. */
export async function findMembership(
  db: ControlPlane,
  accountId: string,
  organisationId: string,
): Promise<Membership | undefined> {
  const row = await memberships(db, accountId)
    .where('organisations.id', '=', organisationId)
    .executeTakeFirst()
  return row && withRights(row)
}

/** findPersonalOrganisation returns the organisation that was created with the account. */
export function findPersonalOrganisation(
  db: ControlPlane,
  accountId: string,
): Promise<OrganisationRow | undefined> {
  // A personal organisation can have other members, but only one owner.
  return memberships(db, accountId)
    .where('is_personal', '=', true)
    .where('role', '=', 'owner')
    .executeTakeFirst()
}

/** findOrganisation does not check membership. */
export function findOrganisation(db: ControlPlane, id: string): Promise<OrganisationRow | undefined> {
  return db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** lockOrganisation serialises changes of an organisation's members, until the transaction ends. */
export async function lockOrganisation(db: ControlPlane, id: string): Promise<void> {
  await db.selectFrom('organisations').select('id').where('id', '=', id).forUpdate().execute()
}

export function insertOrganisation(
  db: ControlPlane,
  organisation: Insertable<ControlPlaneTables['organisations']>,
): Promise<OrganisationRow> {
  return db.insertInto('organisations').values(organisation).returningAll().executeTakeFirstOrThrow()
}

export async function updateOrganisation(
  db: ControlPlane,
  id: string,
  name: string,
  now: Date,
): Promise<void> {
  await db.updateTable('organisations').set({ name, updated_at: now }).where('id', '=', id).execute()
}

/** hasProjects counts projects that are still being deleted, too. */
export async function hasProjects(db: ControlPlane, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('organisation_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** deleteOrganisation deletes an organisation with its members and invitations. */
export async function deleteOrganisation(db: ControlPlane, id: string): Promise<void> {
  await db.deleteFrom('organisations').where('id', '=', id).execute()
}

function memberships(db: ControlPlane, accountId: string) {
  return db
    .selectFrom('organisations')
    .innerJoin('organisation_members', 'organisation_members.organisation_id', 'organisations.id')
    .selectAll('organisations')
    .select(['organisation_members.role', OWN_PERMISSIONS.as('own'), SSO_REQUIRED.as('sso_required')])
    .where('organisation_members.account_id', '=', accountId)
}

function withRights({
  own,
  role,
  ...row
}: OrganisationRow & { role: MemberRights['role']; own: string[]; sso_required: boolean }): Membership {
  return { ...row, ...rightsOf(role, own) }
}

// The SQL of organisations: table `platform.organisations`, joined with the role of the calling account.
import type { Insertable, Selectable } from 'kysely'
import type { ControlPlane, ControlPlaneTables, OrganisationRole } from '#platform/db/control-plane.ts'

export type OrganisationRow = Selectable<ControlPlaneTables['organisations']>

/** Membership is an organisation with the role of one of its members. */
export interface Membership extends OrganisationRow {
  readonly role: OrganisationRole
}

/** listMemberships returns the organisations of an account, the oldest first. */
export function listMemberships(db: ControlPlane, accountId: string): Promise<Membership[]> {
  return memberships(db, accountId).orderBy('organisations.created_at').orderBy('organisations.id').execute()
}

/** findMembership returns an organisation if the account is a member. */
export function findMembership(
  db: ControlPlane,
  accountId: string,
  organisationId: string,
): Promise<Membership | undefined> {
  return memberships(db, accountId).where('organisations.id', '=', organisationId).executeTakeFirst()
}

/** findPersonalOrganisation returns the organisation that was created with the account. */
export function findPersonalOrganisation(
  db: ControlPlane,
  accountId: string,
): Promise<Membership | undefined> {
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
    .select('organisation_members.role')
    .where('organisation_members.account_id', '=', accountId)
}

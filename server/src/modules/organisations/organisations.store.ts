// The SQL of organisations: table `platform.organisations`, each with the role of the account that asks.
import type { Insertable, Selectable } from 'kysely'
import type { ControlPlane, ControlPlaneTables, OrganisationRole } from '#platform/db/control-plane.ts'

/** OrganisationRow is a stored organisation. */
export type OrganisationRow = Selectable<ControlPlaneTables['organisations']>

/** Membership is an organisation as one of its members sees it. */
export interface Membership extends OrganisationRow {
  readonly role: OrganisationRole
}

/** listMemberships gives the organisations of an account, the oldest first. */
export function listMemberships(db: ControlPlane, accountId: string): Promise<Membership[]> {
  return memberships(db, accountId).orderBy('organisations.created_at').orderBy('organisations.id').execute()
}

/** findMembership gives an organisation of an account. */
export function findMembership(
  db: ControlPlane,
  accountId: string,
  organisationId: string,
): Promise<Membership | undefined> {
  return memberships(db, accountId).where('organisations.id', '=', organisationId).executeTakeFirst()
}

/** findPersonalOrganisation gives the organisation that was made when the account registered. */
export function findPersonalOrganisation(
  db: ControlPlane,
  accountId: string,
): Promise<Membership | undefined> {
  // Others may be members of one's personal organisation, but never its owners.
  return memberships(db, accountId)
    .where('is_personal', '=', true)
    .where('role', '=', 'owner')
    .executeTakeFirst()
}

/** findOrganisation gives an organisation, whoever asks. */
export function findOrganisation(db: ControlPlane, id: string): Promise<OrganisationRow | undefined> {
  return db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** lockOrganisation lets one transaction at a time change an organisation's members or remove it. */
export async function lockOrganisation(db: ControlPlane, id: string): Promise<void> {
  await db.selectFrom('organisations').select('id').where('id', '=', id).forUpdate().execute()
}

/** insertOrganisation stores a new organisation. */
export function insertOrganisation(
  db: ControlPlane,
  organisation: Insertable<ControlPlaneTables['organisations']>,
): Promise<OrganisationRow> {
  return db.insertInto('organisations').values(organisation).returningAll().executeTakeFirstOrThrow()
}

/** updateOrganisation renames an organisation. */
export async function updateOrganisation(
  db: ControlPlane,
  id: string,
  name: string,
  now: Date,
): Promise<void> {
  await db.updateTable('organisations').set({ name, updated_at: now }).where('id', '=', id).execute()
}

/** hasProjects says whether an organisation has projects, be they in service or still being deleted. */
export async function hasProjects(db: ControlPlane, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('organisation_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** deleteOrganisation removes an organisation with its members and invitations. */
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

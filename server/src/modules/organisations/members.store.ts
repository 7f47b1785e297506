// The SQL of members: table `platform.organisation_members`, shown with the names of their accounts.
import { sql } from 'kysely'
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'

/** MemberRow is a member as the API shows them. */
export interface MemberRow {
  readonly account_id: string
  readonly email: string
  readonly full_name: string
  readonly role: OrganisationRole
  readonly created_at: Date
}

/** findRole gives the role of an account in an organisation, or undefined where it is no member. */
export async function findRole(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
): Promise<OrganisationRole | undefined> {
  const row = await db
    .selectFrom('organisation_members')
    .select('role')
    .where('account_id', '=', accountId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return row?.role
}

/** listMembers gives the members of an organisation in the order in which they joined. */
export function listMembers(db: ControlPlane, organisationId: string): Promise<MemberRow[]> {
  return members(db, organisationId)
    .orderBy('organisation_members.created_at')
    .orderBy('account_id')
    .execute()
}

/** findMember gives one member of an organisation. */
export function findMember(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
): Promise<MemberRow | undefined> {
  return members(db, organisationId).where('account_id', '=', accountId).executeTakeFirst()
}

/** findAccountId gives the account that an address belongs to, in whatever case it is written. */
export async function findAccountId(db: ControlPlane, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return row?.id
}

/** countOwners gives the number of owners of an organisation. */
export async function countOwners(db: ControlPlane, organisationId: string): Promise<number> {
  const { owners } = await db
    .selectFrom('organisation_members')
    .select((eb) => eb.fn.countAll<string>().as('owners'))
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return Number(owners)
}

/** insertMember adds an account to an organisation and says whether it was not in it yet. */
export async function insertMember(
  db: ControlPlane,
  member: { organisation_id: string; account_id: string; role: OrganisationRole; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('organisation_members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'account_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** updateRole changes the role of a member. */
export async function updateRole(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
  role: OrganisationRole,
): Promise<void> {
  await db
    .updateTable('organisation_members')
    .set({ role })
    .where('organisation_id', '=', organisationId)
    .where('account_id', '=', accountId)
    .execute()
}

/** deleteMember takes an account out of an organisation. */
export async function deleteMember(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
): Promise<void> {
  await db
    .deleteFrom('organisation_members')
    .where('organisation_id', '=', organisationId)
    .where('account_id', '=', accountId)
    .execute()
}

function members(db: ControlPlane, organisationId: string) {
  return db
    .selectFrom('organisation_members')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['account_id', 'email', 'full_name', 'role', 'organisation_members.created_at'])
    .where('organisation_id', '=', organisationId)
}

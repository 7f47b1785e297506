// The SQL of members: table `platform.organisation_members`, shown with the names of their accounts.
import { sql } from 'kysely'
import { type MemberRights, rightsOf } from '#platform/credentials/member-rights.ts'
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { type KeysetPage, type KeysetPlace, keysetSql, microseconds } from '#platform/db/keyset.ts'
import type { Queryable } from '#platform/db/transaction.ts'

export interface MemberRow {
  readonly account_id: string
  readonly email: string
  readonly full_name: string
  readonly role: OrganisationRole | null
  readonly created_at: Date
}

/** OWN_PERMISSIONS are those of a member's own roles, in a query of organisation_members. */
export const OWN_PERMISSIONS = sql<string[]>`array(
  select distinct permission from platform.member_roles held
  join platform.rbac_roles r on r.id = held.role_id cross join unnest(r.permissions) permission
  where held.organisation_id = organisation_members.organisation_id
    and held.account_id = organisation_members.account_id)`

/** SSO_REQUIRED is whether a member must sign in with the organisation's provider, in a query of organisation_members. */
export const SSO_REQUIRED = sql<boolean>`exists (
  select from platform.organisation_sso s
  join platform.organisation_domains d on d.organisation_id = s.organisation_id and d.verified_at is not null
  join platform.accounts a on a.id = organisation_members.account_id
  where s.organisation_id = organisation_members.organisation_id and s.required
    and d.domain = lower(substring(a.email from '[^@]*$')))`

/** HeldRights are the rights of a member's roles, before what the credential allows. */
export interface HeldRights extends MemberRights {
  /** sso_required is whether they count only after a sign-in with the organisation's provider. */
  readonly sso_required: boolean
}

/** findRights returns what an account may do in an organisation, or undefined if it is not a member. */
export async function findRights(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
): Promise<HeldRights | undefined> {
  const row = await db
    .selectFrom('organisation_members')
    .select(['role', OWN_PERMISSIONS.as('own'), SSO_REQUIRED.as('sso_required')])
    .where('account_id', '=', accountId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return row && { ...rightsOf(row.role, row.own), sso_required: row.sso_required }
}

/** MEMBER_ORDERS are the orders in which members can be listed. */
export const MEMBER_ORDERS = [
  ...(['created_at.asc', 'created_at.desc', 'email.asc', 'email.desc'] as const),
  ...(['full_name.asc', 'full_name.desc'] as const),
] as const

/** ListedMember is a member and its place in the list. */
export type ListedMember = MemberRow & KeysetPlace

const KEYS = {
  created_at: microseconds('m.created_at'),
  email: { sql: 'lower(a.email)', type: 'text' },
  full_name: { sql: 'lower(a.full_name)', type: 'text' },
} as const

/** findMembers returns a page of the members, or of those whose name or address holds a text. */
export async function findMembers(
  db: Queryable,
  organisationId: string,
  search: string | undefined,
  page: KeysetPage<(typeof MEMBER_ORDERS)[number]>,
): Promise<ListedMember[]> {
  const { position, condition, end, values } = keysetSql(KEYS, page, 'm.account_id', 2)
  const { rows } = await db.query<ListedMember>(
    `select m.account_id, a.email, a.full_name, m.role, m.created_at, ${position} as key, m.account_id as id
     from platform.organisation_members m join platform.accounts a on a.id = m.account_id
     where m.organisation_id = $1
       and ($2::text is null or strpos(lower(a.email), lower($2)) > 0 or strpos(lower(a.full_name), lower($2)) > 0)
       and ${condition} ${end}`,
    [organisationId, search ?? null, ...values],
  )
  return rows
}

/** listMembers returns all members in the order in which they joined. */
export function listMembers(db: ControlPlane, organisationId: string): Promise<MemberRow[]> {
  return members(db, organisationId)
    .orderBy('organisation_members.created_at')
    .orderBy('account_id')
    .execute()
}

export function findMember(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
): Promise<MemberRow | undefined> {
  return members(db, organisationId).where('account_id', '=', accountId).executeTakeFirst()
}

/** findAccountId finds an account by its address, ignoring case. */
export async function findAccountId(db: ControlPlane, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return row?.id
}

/** hasProvenEmail reports whether an account has proven the address that it has. */
export async function hasProvenEmail(db: ControlPlane, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where(sql<boolean>`verified_email = lower(email)`)
    .executeTakeFirst()
  return row !== undefined
}

export async function countOwners(db: ControlPlane, organisationId: string): Promise<number> {
  const { owners } = await db
    .selectFrom('organisation_members')
    .select((eb) => eb.fn.countAll<string>().as('owners'))
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return Number(owners)
}

/** insertMember reports whether the account was not a member yet. */
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

export async function updateRole(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
  role: OrganisationRole | null,
): Promise<void> {
  await db
    .updateTable('organisation_members')
    .set({ role })
    .where('organisation_id', '=', organisationId)
    .where('account_id', '=', accountId)
    .execute()
}

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

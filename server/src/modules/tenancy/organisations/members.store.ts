// The SQL of members: table `platform.organisation_members`, shown with the names of their accounts.
import { type MemberRights, rightsOf } from '#platform/credentials/member-rights.ts'
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import { type KeysetPage, type KeysetPlace, keysetSql, microseconds } from '#platform/db/keyset.ts'
import type { Queryable } from '#platform/db/transaction.ts'

export interface MemberRow {
  readonly account_id: string
  readonly email: string
  readonly full_name: string
  readonly role: OrganisationRole | null
  readonly created_at: Date
}

/** OWN_PERMISSIONS are those of a member's own roles, where `m` is the member. */
export const OWN_PERMISSIONS = `array(
  select distinct permission from platform.member_roles held
  join platform.rbac_roles r on r.id = held.role_id cross join unnest(r.permissions) permission
  where held.organisation_id = m.organisation_id and held.account_id = m.account_id)`

/** SSO_REQUIRED is whether a member must sign in with the organisation's provider, where `m` is the member. */
export const SSO_REQUIRED = `exists (
  select from platform.organisation_sso s
  join platform.organisation_domains d on d.organisation_id = s.organisation_id and d.verified_at is not null
  join platform.accounts a on a.id = m.account_id
  where s.organisation_id = m.organisation_id and s.required
    and d.domain = lower(substring(a.email from '[^@]*$')))`

/** HeldRights are the rights of a member's roles, before what the credential allows. */
export interface HeldRights extends MemberRights {
  /** sso_required is whether they count only after a sign-in with the organisation's provider. */
  readonly sso_required: boolean
}

/** findRights returns what an account may do in an organisation, or undefined if it is not a member. */
export async function findRights(
  db: Queryable,
  organisationId: string,
  accountId: string,
): Promise<HeldRights | undefined> {
  const { rows } = await db.query<{ role: MemberRights['role']; own: string[]; sso_required: boolean }>(
    `select m.role, ${OWN_PERMISSIONS} as own, ${SSO_REQUIRED} as sso_required
     from platform.organisation_members m where m.account_id = $1 and m.organisation_id = $2`,
    [accountId, organisationId],
  )
  const [row] = rows
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

const MEMBERS = `select m.account_id, a.email, a.full_name, m.role, m.created_at
  from platform.organisation_members m join platform.accounts a on a.id = m.account_id where m.organisation_id = $1`

/** listMembers returns all members in the order in which they joined. */
export async function listMembers(db: Queryable, organisationId: string): Promise<MemberRow[]> {
  const sql = `${MEMBERS} order by m.created_at, m.account_id`
  return (await db.query<MemberRow>(sql, [organisationId])).rows
}

export async function findMember(
  db: Queryable,
  organisationId: string,
  accountId: string,
): Promise<MemberRow | undefined> {
  const sql = `${MEMBERS} and m.account_id = $2`
  return (await db.query<MemberRow>(sql, [organisationId, accountId])).rows[0]
}

/** findAccountId finds an account by its address, ignoring case. */
export async function findAccountId(db: Queryable, email: string): Promise<string | undefined> {
  const sql = 'select id from platform.accounts where lower(email) = lower($1)'
  return (await db.query<{ id: string }>(sql, [email])).rows[0]?.id
}

/** hasProvenEmail reports whether an account has proven the address that it has. */
export async function hasProvenEmail(db: Queryable, accountId: string): Promise<boolean> {
  const sql = 'select from platform.accounts where id = $1 and verified_email = lower(email)'
  return (await db.query(sql, [accountId])).rowCount === 1
}

export async function countOwners(db: Queryable, organisationId: string): Promise<number> {
  const { rows } = await db.query<{ owners: number }>(
    `select count(*)::int as owners from platform.organisation_members where organisation_id = $1 and role = 'owner'`,
    [organisationId],
  )
  return rows[0]?.owners ?? 0
}

/** insertMember reports whether the account was not a member yet. */
export async function insertMember(
  db: Queryable,
  member: { organisation_id: string; account_id: string; role: OrganisationRole; created_at: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into platform.organisation_members (organisation_id, account_id, role, created_at)
     values ($1, $2, $3, $4) on conflict (organisation_id, account_id) do nothing`,
    [member.organisation_id, member.account_id, member.role, member.created_at],
  )
  return rowCount === 1
}

export async function updateRole(
  db: Queryable,
  organisationId: string,
  accountId: string,
  role: OrganisationRole | null,
): Promise<void> {
  await db.query(
    'update platform.organisation_members set role = $3 where organisation_id = $1 and account_id = $2',
    [organisationId, accountId, role],
  )
}

export async function deleteMember(db: Queryable, organisationId: string, accountId: string): Promise<void> {
  await db.query('delete from platform.organisation_members where organisation_id = $1 and account_id = $2', [
    organisationId,
    accountId,
  ])
}

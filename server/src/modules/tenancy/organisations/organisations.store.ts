// The SQL of organisations: table `platform.organisations`, joined with the rights of the calling account.
import { type MemberRights, rightsOf } from '#platform/credentials/member-rights.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { type HeldRights, OWN_PERMISSIONS, SSO_REQUIRED } from './members.store.ts'

/** OrganisationRow is a stored organisation. */
export interface OrganisationRow {
  readonly id: string
  readonly name: string
  readonly is_personal: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

/** Membership is an organisation with what one of its members may do. */
export interface Membership extends OrganisationRow, HeldRights {}

interface MembershipRow extends OrganisationRow {
  readonly role: MemberRights['role']
  readonly own: string[]
  readonly sso_required: boolean
}

const COLUMNS = 'o.id, o.name, o.is_personal, o.created_at, o.updated_at'
const MEMBERSHIPS = `select ${COLUMNS}, m.role, ${OWN_PERMISSIONS} as own, ${SSO_REQUIRED} as sso_required
  from platform.organisations o join platform.organisation_members m on m.organisation_id = o.id
  where m.account_id = $1`

/** listMemberships returns the organisations of an account, the oldest first. */
export async function listMemberships(db: Queryable, accountId: string): Promise<Membership[]> {
  const sql = `${MEMBERSHIPS} order by o.created_at, o.id`
  return (await db.query<MembershipRow>(sql, [accountId])).rows.map(withRights)
}

/** findMembership returns an organisation if the account is a member. */
export async function findMembership(
  db: Queryable,
  accountId: string,
  organisationId: string,
): Promise<Membership | undefined> {
  const { rows } = await db.query<MembershipRow>(`${MEMBERSHIPS} and o.id = $2`, [accountId, organisationId])
  return rows[0] && withRights(rows[0])
}

/** findPersonalOrganisation returns the organisation that was created with the account. */
export async function findPersonalOrganisation(
  db: Queryable,
  accountId: string,
): Promise<OrganisationRow | undefined> {
  // A personal organisation can have other members, but only one owner.
  const { rows } = await db.query<OrganisationRow>(
    `select ${COLUMNS} from platform.organisations o
     join platform.organisation_members m on m.organisation_id = o.id
     where m.account_id = $1 and o.is_personal and m.role = 'owner'`,
    [accountId],
  )
  return rows[0]
}

/** findOrganisation does not check membership. */
export async function findOrganisation(db: Queryable, id: string): Promise<OrganisationRow | undefined> {
  const sql = `select ${COLUMNS} from platform.organisations o where id = $1`
  return (await db.query<OrganisationRow>(sql, [id])).rows[0]
}

/** lockOrganisation serialises changes of an organisation's members, until the transaction ends. */
export async function lockOrganisation(db: Queryable, id: string): Promise<void> {
  await db.query('select from platform.organisations where id = $1 for update', [id])
}

export async function insertOrganisation(
  db: Queryable,
  { name, is_personal, created_at, updated_at }: Omit<OrganisationRow, 'id'>,
): Promise<OrganisationRow> {
  const { rows } = await db.query<OrganisationRow>(
    `insert into platform.organisations as o (name, is_personal, created_at, updated_at) values ($1, $2, $3, $4)
     returning ${COLUMNS}`,
    [name, is_personal, created_at, updated_at],
  )
  return rows[0] as OrganisationRow
}

export async function updateOrganisation(db: Queryable, id: string, name: string, now: Date): Promise<void> {
  await db.query('update platform.organisations set name = $2, updated_at = $3 where id = $1', [
    id,
    name,
    now,
  ])
}

/** hasProjects counts projects that are still being deleted, too. */
export async function hasProjects(db: Queryable, id: string): Promise<boolean> {
  const sql = 'select from platform.projects where organisation_id = $1 limit 1'
  return (await db.query(sql, [id])).rowCount === 1
}

/** deleteOrganisation deletes an organisation with its members and invitations. */
export async function deleteOrganisation(db: Queryable, id: string): Promise<void> {
  await db.query('delete from platform.organisations where id = $1', [id])
}

function withRights({ own, role, ...row }: MembershipRow): Membership {
  return { ...row, ...rightsOf(role, own) }
}

// The SQL of own roles and permissions: tables `rbac_roles`, `rbac_permissions` and `member_roles` of schema `platform`.
import type { Queryable } from '#platform/db/transaction.ts'

/** RoleRow is an own role of an organisation. */
export interface RoleRow {
  readonly id: string
  readonly organisation_id: string
  readonly name: string
  readonly description: string | null
  readonly permissions: string[]
  readonly created_at: Date
  readonly updated_at: Date
}

/** PermissionRow is an own permission of an organisation. */
export interface PermissionRow {
  readonly id: string
  readonly organisation_id: string
  readonly name: string
  readonly description: string | null
  readonly created_at: Date
}

const ROLE = 'id, organisation_id, name, description, permissions, created_at, updated_at'
const PERMISSION = 'id, organisation_id, name, description, created_at'

/** listRoles returns the own roles of an organisation by their names. */
export async function listRoles(db: Queryable, organisationId: string): Promise<RoleRow[]> {
  const sql = `select ${ROLE} from platform.rbac_roles where organisation_id = $1 order by lower(name)`
  return (await db.query<RoleRow>(sql, [organisationId])).rows
}

/** findRole does not check who asks. */
export async function findRole(db: Queryable, id: string): Promise<RoleRow | undefined> {
  return (await db.query<RoleRow>(`select ${ROLE} from platform.rbac_roles where id = $1`, [id])).rows[0]
}

export async function insertRole(db: Queryable, role: Omit<RoleRow, 'id'>): Promise<RoleRow> {
  const { organisation_id, name, description, permissions, created_at, updated_at } = role
  const { rows } = await db.query<RoleRow>(
    `insert into platform.rbac_roles (organisation_id, name, description, permissions, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6) returning ${ROLE}`,
    [organisation_id, name, description, permissions, created_at, updated_at],
  )
  return rows[0] as RoleRow
}

export async function updateRole(
  db: Queryable,
  id: string,
  role: Pick<RoleRow, 'name' | 'description' | 'permissions' | 'updated_at'>,
): Promise<RoleRow> {
  const { rows } = await db.query<RoleRow>(
    `update platform.rbac_roles set name = $2, description = $3, permissions = $4, updated_at = $5
     where id = $1 returning ${ROLE}`,
    [id, role.name, role.description, role.permissions, role.updated_at],
  )
  return rows[0] as RoleRow
}

/** deleteRole also takes the role from its members. */
export async function deleteRole(db: Queryable, id: string): Promise<void> {
  await db.query('delete from platform.rbac_roles where id = $1', [id])
}

/** listPermissions returns the own permissions of an organisation by their names. */
export async function listPermissions(db: Queryable, organisationId: string): Promise<PermissionRow[]> {
  const sql = `select ${PERMISSION} from platform.rbac_permissions where organisation_id = $1 order by name`
  return (await db.query<PermissionRow>(sql, [organisationId])).rows
}

/** findPermission does not check who asks. */
export async function findPermission(db: Queryable, id: string): Promise<PermissionRow | undefined> {
  const sql = `select ${PERMISSION} from platform.rbac_permissions where id = $1`
  return (await db.query<PermissionRow>(sql, [id])).rows[0]
}

export async function insertPermission(
  db: Queryable,
  { organisation_id, name, description, created_at }: Omit<PermissionRow, 'id'>,
): Promise<PermissionRow> {
  const { rows } = await db.query<PermissionRow>(
    `insert into platform.rbac_permissions (organisation_id, name, description, created_at)
     values ($1, $2, $3, $4) returning ${PERMISSION}`,
    [organisation_id, name, description, created_at],
  )
  return rows[0] as PermissionRow
}

/** deletePermission also takes the permission from the roles of its organisation. */
export async function deletePermission(db: Queryable, { id, organisation_id, name }: PermissionRow) {
  await db.query(
    `update platform.rbac_roles set permissions = array_remove(permissions, $2)
     where organisation_id = $1 and $2 = any(permissions)`,
    [organisation_id, name],
  )
  await db.query('delete from platform.rbac_permissions where id = $1', [id])
}

/** listMemberRoles returns the own roles of a member by their names. */
export async function listMemberRoles(
  db: Queryable,
  organisationId: string,
  accountId: string,
): Promise<RoleRow[]> {
  const { rows } = await db.query<RoleRow>(
    `select ${ROLE} from platform.rbac_roles
     where id in (select role_id from platform.member_roles where organisation_id = $1 and account_id = $2)
     order by lower(name)`,
    [organisationId, accountId],
  )
  return rows
}

/** insertMemberRole does nothing where the member has the role already. */
export async function insertMemberRole(
  db: Queryable,
  grant: { organisation_id: string; account_id: string; role_id: string; created_at: Date },
): Promise<void> {
  await db.query(
    `insert into platform.member_roles (organisation_id, account_id, role_id, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [grant.organisation_id, grant.account_id, grant.role_id, grant.created_at],
  )
}

/** deleteMemberRole reports whether the member had the role. */
export async function deleteMemberRole(
  db: Queryable,
  grant: { organisation_id: string; account_id: string; role_id: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from platform.member_roles where organisation_id = $1 and account_id = $2 and role_id = $3',
    [grant.organisation_id, grant.account_id, grant.role_id],
  )
  return rowCount === 1
}

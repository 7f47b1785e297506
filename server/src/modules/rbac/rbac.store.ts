// The SQL of own roles and permissions: tables `rbac_roles`, `rbac_permissions` and `member_roles` of schema `platform`.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

export type RoleRow = Selectable<ControlPlaneTables['rbac_roles']>
export type PermissionRow = Selectable<ControlPlaneTables['rbac_permissions']>

/** listRoles returns the own roles of an organisation by their names. */
export function listRoles(db: ControlPlane, organisationId: string): Promise<RoleRow[]> {
  return db
    .selectFrom('rbac_roles')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy(sql`lower(name)`)
    .execute()
}

/** findRole does not check who asks. */
export function findRole(db: ControlPlane, id: string): Promise<RoleRow | undefined> {
  return db.selectFrom('rbac_roles').selectAll().where('id', '=', id).executeTakeFirst()
}

export function insertRole(
  db: ControlPlane,
  role: Insertable<ControlPlaneTables['rbac_roles']>,
): Promise<RoleRow> {
  return db.insertInto('rbac_roles').values(role).returningAll().executeTakeFirstOrThrow()
}

export function updateRole(
  db: ControlPlane,
  id: string,
  changes: { name: string; description: string | null; permissions: string[]; updated_at: Date },
): Promise<RoleRow> {
  return db
    .updateTable('rbac_roles')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** deleteRole also takes the role from its members. */
export async function deleteRole(db: ControlPlane, id: string): Promise<void> {
  await db.deleteFrom('rbac_roles').where('id', '=', id).execute()
}

/** listPermissions returns the own permissions of an organisation by their names. */
export function listPermissions(db: ControlPlane, organisationId: string): Promise<PermissionRow[]> {
  return db
    .selectFrom('rbac_permissions')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('name')
    .execute()
}

/** findPermission does not check who asks. */
export function findPermission(db: ControlPlane, id: string): Promise<PermissionRow | undefined> {
  return db.selectFrom('rbac_permissions').selectAll().where('id', '=', id).executeTakeFirst()
}

export function insertPermission(
  db: ControlPlane,
  permission: Insertable<ControlPlaneTables['rbac_permissions']>,
): Promise<PermissionRow> {
  return db.insertInto('rbac_permissions').values(permission).returningAll().executeTakeFirstOrThrow()
}

/** deletePermission also takes the permission from the roles of its organisation. */
export async function deletePermission(db: ControlPlane, { id, organisation_id, name }: PermissionRow) {
  await db
    .updateTable('rbac_roles')
    .set({ permissions: sql`array_remove(permissions, ${name})` })
    .where('organisation_id', '=', organisation_id)
    .where(sql<boolean>`${name} = any(permissions)`)
    .execute()
  await db.deleteFrom('rbac_permissions').where('id', '=', id).execute()
}

/** listMemberRoles returns the own roles of a member by their names. */
export function listMemberRoles(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
): Promise<RoleRow[]> {
  return db
    .selectFrom('rbac_roles')
    .innerJoin('member_roles', 'member_roles.role_id', 'rbac_roles.id')
    .selectAll('rbac_roles')
    .where('member_roles.organisation_id', '=', organisationId)
    .where('member_roles.account_id', '=', accountId)
    .orderBy(sql`lower(name)`)
    .execute()
}

/** insertMemberRole does nothing where the member has the role already. */
export async function insertMemberRole(
  db: ControlPlane,
  grant: { organisation_id: string; account_id: string; role_id: string; created_at: Date },
): Promise<void> {
  await db
    .insertInto('member_roles')
    .values(grant)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** deleteMemberRole reports whether the member had the role. */
export async function deleteMemberRole(
  db: ControlPlane,
  grant: { organisation_id: string; account_id: string; role_id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('member_roles')
    .where('organisation_id', '=', grant.organisation_id)
    .where('account_id', '=', grant.account_id)
    .where('role_id', '=', grant.role_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

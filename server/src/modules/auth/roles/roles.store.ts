// The SQL of roles: tables `msingi_auth.roles`, `permissions`, `role_permissions` and `user_roles`.
import type { Queryable } from '#platform/db/transaction.ts'

/** RoleRow is a role with the ids of its permissions. */
export interface RoleRow {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly permission_ids: string[]
  readonly created_at: Date
  readonly updated_at: Date
}

export interface PermissionRow {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly created_at: Date
}

const ROLE = `r.id, r.name, r.description, r.created_at, r.updated_at,
  array(select p.permission_id::text from msingi_auth.role_permissions p
    where p.project_id = r.project_id and p.role_id = r.id order by p.permission_id) as permission_ids`
const PERMISSION = 'id, name, description, created_at'

/** listRoles returns the roles of a project ordered by name. */
export async function listRoles(db: Queryable, projectId: string): Promise<RoleRow[]> {
  const { rows } = await db.query<RoleRow>(
    `select ${ROLE} from msingi_auth.roles r where r.project_id = $1 order by lower(r.name)`,
    [projectId],
  )
  return rows
}

export async function findRole(db: Queryable, projectId: string, id: string): Promise<RoleRow | undefined> {
  const { rows } = await db.query<RoleRow>(
    `select ${ROLE} from msingi_auth.roles r where r.project_id = $1 and r.id = $2`,
    [projectId, id],
  )
  return rows[0]
}

/** insertRole returns the new role's id, or undefined if the name is taken. */
export async function insertRole(
  db: Queryable,
  projectId: string,
  role: { readonly name: string; readonly description: string | null },
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into msingi_auth.roles (project_id, name, description, created_at, updated_at)
     values ($1, $2, $3, $4, $4) on conflict (project_id, lower(name)) do nothing returning id`,
    [projectId, role.name, role.description, now],
  )
  return rows[0]?.id
}

export async function updateRole(
  db: Queryable,
  projectId: string,
  id: string,
  role: { readonly name: string; readonly description: string | null },
  now: Date,
): Promise<void> {
  await db.query(
    `update msingi_auth.roles set name = $3, description = $4, updated_at = $5
     where project_id = $1 and id = $2`,
    [projectId, id, role.name, role.description, now],
  )
}

/** replacePermissions sets the permissions of a role, and reports whether the project has all of them. */
export async function replacePermissions(
  db: Queryable,
  projectId: string,
  roleId: string,
  ids: readonly string[],
): Promise<boolean> {
  const unique = [...new Set(ids)]
  await db.query('delete from msingi_auth.role_permissions where project_id = $1 and role_id = $2', [
    projectId,
    roleId,
  ])
  const { rowCount } = await db.query(
    `insert into msingi_auth.role_permissions (project_id, role_id, permission_id)
     select $1, $2, id from msingi_auth.permissions where project_id = $1 and id = any($3::uuid[])`,
    [projectId, roleId, unique],
  )
  return rowCount === unique.length
}

/** deleteRole deletes a role, also from its users, and reports whether it existed. */
export async function deleteRole(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from msingi_auth.roles where project_id = $1 and id = $2', [
    projectId,
    id,
  ])
  return rowCount === 1
}

export async function listPermissions(db: Queryable, projectId: string): Promise<PermissionRow[]> {
  const { rows } = await db.query<PermissionRow>(
    `select ${PERMISSION} from msingi_auth.permissions where project_id = $1 order by lower(name)`,
    [projectId],
  )
  return rows
}

/** insertPermission returns undefined if the name is taken. */
export async function insertPermission(
  db: Queryable,
  projectId: string,
  permission: { readonly name: string; readonly description: string | null },
  now: Date,
): Promise<PermissionRow | undefined> {
  const { rows } = await db.query<PermissionRow>(
    `insert into msingi_auth.permissions (project_id, name, description, created_at)
     values ($1, $2, $3, $4) on conflict (project_id, lower(name)) do nothing returning ${PERMISSION}`,
    [projectId, permission.name, permission.description, now],
  )
  return rows[0]
}

/** deletePermission deletes a permission, also from its roles, and reports whether it existed. */
export async function deletePermission(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from msingi_auth.permissions where project_id = $1 and id = $2',
    [projectId, id],
  )
  return rowCount === 1
}

export async function listUserRoles(db: Queryable, projectId: string, userId: string): Promise<RoleRow[]> {
  const { rows } = await db.query<RoleRow>(
    `select ${ROLE} from msingi_auth.roles r
     join msingi_auth.user_roles u on u.project_id = r.project_id and u.role_id = r.id
     where r.project_id = $1 and u.user_id = $2 order by lower(r.name)`,
    [projectId, userId],
  )
  return rows
}

/** insertUserRoles adds roles to a user, and reports whether the project has all of them. */
export async function insertUserRoles(
  db: Queryable,
  projectId: string,
  userId: string,
  ids: readonly string[],
): Promise<boolean> {
  const unique = [...new Set(ids)]
  const { rows } = await db.query<{ known: number }>(
    `with known as (select id from msingi_auth.roles where project_id = $1 and id = any($3::uuid[])),
     granted as (insert into msingi_auth.user_roles (project_id, user_id, role_id)
       select $1, $2, id from known on conflict do nothing)
     select count(*)::int as known from known`,
    [projectId, userId, unique],
  )
  return rows[0]?.known === unique.length
}

/** countUsers returns how many users have a role. */
export async function countUsers(db: Queryable, projectId: string, roleId: string): Promise<number> {
  const sql =
    'select count(*)::int as count from msingi_auth.user_roles where project_id = $1 and role_id = $2'
  return (await db.query<{ count: number }>(sql, [projectId, roleId])).rows[0]?.count ?? 0
}

/** deleteUserRole removes a role from a user, and reports whether they had it. */
export async function deleteUserRole(
  db: Queryable,
  projectId: string,
  userId: string,
  roleId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from msingi_auth.user_roles where project_id = $1 and user_id = $2 and role_id = $3',
    [projectId, userId, roleId],
  )
  return rowCount === 1
}

/** deleteOtherRoles removes all roles from a user but these. */
export async function deleteOtherRoles(
  db: Queryable,
  projectId: string,
  userId: string,
  kept: readonly string[],
): Promise<void> {
  await db.query(
    'delete from msingi_auth.user_roles where project_id = $1 and user_id = $2 and role_id <> all($3::uuid[])',
    [projectId, userId, kept],
  )
}

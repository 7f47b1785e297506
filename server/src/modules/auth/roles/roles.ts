// Project roles: policies of subject `role` refer to their ids, which sessions carry.
import type { z } from 'zod'
import { invalidateUser, PROJECT_USERS_TOPIC } from '#modules/auth/sessions/sessions.ts'
import { savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import { findUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { alreadyExists, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { type Referrer, withTarget } from '#platform/references/references.ts'
import type { permissionCreate, roleCreate, roleUpdate } from './roles.schema.ts'
import * as store from './roles.store.ts'

/** createRole creates a role, or throws 409 if the name is taken. */
export function createRole(
  platform: Platform,
  project: ProjectRecord,
  { permission_ids, ...role }: z.output<typeof roleCreate>,
): Promise<store.RoleRow> {
  return transaction(adminOf(platform, project), async (db) => {
    const id = await store.insertRole(db, project.id, role, platform.clock.now())
    if (id === undefined) throw taken('role')
    await grantPermissions(db, project, id, permission_ids)
    return getRole(db, project, id)
  })
}

/** updateRole changes a role; omitted fields keep their values. */
export function updateRole(
  platform: Platform,
  project: ProjectRecord,
  id: string,
  { permission_ids, ...changes }: z.output<typeof roleUpdate>,
): Promise<store.RoleRow> {
  return transaction(adminOf(platform, project), async (db) => {
    const known = await getRole(db, project, id)
    const { name = known.name, description = known.description } = changes
    const others = (await store.listRoles(db, project.id)).filter((role) => role.id !== id)
    if (others.some((role) => role.name.toLowerCase() === name.toLowerCase())) throw taken('role')
    await store.updateRole(db, project.id, id, { name, description }, platform.clock.now())
    if (permission_ids !== undefined) await grantPermissions(db, project, id, permission_ids)
    return getRole(db, project, id)
  })
}

/**
 * removeRole deletes a role and, on every node at once, takes it from its users. It throws 409 where users have it, unless
 * they are to lose it, and where policies name it.
 */
export async function removeRole(platform: Platform, act: Act, id: string, force: boolean): Promise<void> {
  const { project } = act
  await transaction(adminOf(platform, project), async (db) => {
    const { name } = await getRole(db, project, id)
    await platform.references.clear(db, act, { kind: 'role', id, name }, force)
    await store.deleteRole(db, project.id, id)
  })
  await platform.invalidations.publish(PROJECT_USERS_TOPIC, project.id)
}

/** usersWithRole is what of end users refers to roles. */
export const usersWithRole: Referrer = {
  async list(db, { project }, { id }) {
    const count = await store.countUsers(db, project.id, id)
    return count === 0 ? [] : [{ kind: 'end users', id: null, name: `(${count})` }]
  },
  release: withTarget,
}

/** createPermission creates a permission, or throws 409 if the name is taken. */
export async function createPermission(
  platform: Platform,
  project: ProjectRecord,
  permission: z.output<typeof permissionCreate>,
): Promise<store.PermissionRow> {
  const now = platform.clock.now()
  const row = await store.insertPermission(adminOf(platform, project), project.id, permission, now)
  if (row === undefined) throw taken('permission')
  return row
}

/** removePermission deletes a permission, or throws 404. */
export async function removePermission(
  platform: Platform,
  project: ProjectRecord,
  id: string,
): Promise<void> {
  if (await store.deletePermission(adminOf(platform, project), project.id, id)) return
  throw notFound('The permission')
}

/** listUserRoles returns the roles of a user, or throws 404. */
export async function listUserRoles(platform: Platform, project: ProjectRecord, userId: string) {
  await requireUser(platform, project, userId)
  return store.listUserRoles(adminOf(platform, project), project.id, userId)
}

/** grantRoles adds roles to a user or replaces them. The change applies to all sessions at once. */
export async function grantRoles(
  platform: Platform,
  project: ProjectRecord,
  userId: string,
  ids: readonly string[],
  mode: 'add' | 'replace',
): Promise<store.RoleRow[]> {
  await requireUser(platform, project, userId)
  const roles = await transaction(adminOf(platform, project), async (db) => {
    await savePrivateUser(db, project.id, userId, {})
    // Roles before users' roles, as by who deletes a role with them.
    if (!(await store.insertUserRoles(db, project.id, userId, ids))) {
      throw invalidInput('The project has no role with this id.')
    }
    if (mode === 'replace') await store.deleteOtherRoles(db, project.id, userId, ids)
    return store.listUserRoles(db, project.id, userId)
  })
  await invalidateUser(platform, userId)
  return roles
}

/** revokeRole removes one role from a user, or throws 404. */
export async function revokeRole(
  platform: Platform,
  project: ProjectRecord,
  userId: string,
  roleId: string,
): Promise<void> {
  const removed = await store.deleteUserRole(adminOf(platform, project), project.id, userId, roleId)
  if (!removed) throw notFound('The role of this user')
  await invalidateUser(platform, userId)
}

async function requireUser(platform: Platform, project: ProjectRecord, id: string): Promise<void> {
  if ((await findUser(platform, project, 'id', id)) === undefined) throw notFound('The user')
}

async function getRole(db: Queryable, project: ProjectRecord, id: string): Promise<store.RoleRow> {
  const role = await store.findRole(db, project.id, id)
  if (role === undefined) throw notFound('The role')
  return role
}

async function grantPermissions(db: Queryable, project: ProjectRecord, id: string, ids: readonly string[]) {
  if (await store.replacePermissions(db, project.id, id, ids)) return
  throw invalidInput('permission_ids: the project has no such permission.')
}

function taken(what: 'role' | 'permission') {
  return alreadyExists('name', `A ${what} with this name already exists.`)
}

function adminOf(platform: Platform, project: ProjectRecord) {
  return platform.clusters.of(project).admin
}

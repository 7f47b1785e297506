// Roles of dashboard users: the built-in ones, and those of an organisation's own.
import type { z } from 'zod'
import { publishMembers } from '#modules/tenancy/organisations/members.service.ts'
import { type Membership, withOrganisationLock } from '#modules/tenancy/organisations/membership.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { requireAll } from '#platform/credentials/member-rights.ts'
import {
  ORGANISATION_ROLES,
  type OrganisationRole,
  PERMISSIONS,
  permissionsOf,
} from '#platform/credentials/permissions.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { alreadyExists, conflict, forbidden, invalidInput, notFound } from '#platform/errors/app-error.ts'
import { answerTo } from '#platform/http/answers/minimal-answers.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { organisationOf, requireReader } from './organisation-of.ts'
import type { roleCreate, roleUpdate } from './rbac.schema.ts'
import * as store from './rbac.store.ts'

const MAX_ROLES = 100

/** isBuiltIn reports whether an id is the name of a built-in role. */
export function isBuiltIn(id: string): id is OrganisationRole {
  return ORGANISATION_ROLES.some((role) => role === id)
}

/** listRoles returns the built-in roles and then the own ones. */
export async function listRoles(platform: Platform, act: Act, organisationId: string | undefined) {
  const id = await organisationOf(platform, act, organisationId)
  await requireReader(platform, act, id)
  const own = await store.listRoles(platform.clusters.main.admin, id)
  return [...ORGANISATION_ROLES.map(presentBuiltIn), ...own.map(presentRole)]
}

/** getRole returns a role to those who may see it, or throws 403 or 404. */
export async function getRole(platform: Platform, act: Act, id: string) {
  if (isBuiltIn(id)) return presentBuiltIn(id)
  const role = await findOwn(platform.clusters.main.admin, id)
  await requireReader(platform, act, role.organisation_id)
  return presentRole(role)
}

/** createRole creates a role whose permissions the caller has; it throws 409 if the name is taken. */
export async function createRole(
  platform: Platform,
  act: Act,
  { organisation_id, name, description, permissions }: z.output<typeof roleCreate>,
) {
  const organisationId = await organisationOf(platform, act, organisation_id)
  return change(platform, act, organisationId, async (db, membership) => {
    const known = await store.listRoles(db, organisationId)
    if (known.length >= MAX_ROLES)
      throw conflict('limit_reached', `An organisation can have at most ${MAX_ROLES} own roles.`)
    refuseTaken(name, known)
    await checkNames(db, organisationId, permissions)
    requireAll(membership, permissions)
    const now = platform.clock.now()
    const row = { organisation_id: organisationId, name, description, permissions: unique(permissions) }
    const role = presentRole(await store.insertRole(db, { ...row, created_at: now, updated_at: now }))
    await recordAudit(
      db,
      act,
      {
        action: 'rbac.role_create',
        target: role.id,
      },
      { organisation: organisationId },
    )
    return role
  })
}

/** updateRole changes an own role; omitted fields keep their values. The caller needs all its permissions, old and new. */
export async function updateRole(
  platform: Platform,
  act: Act,
  id: string,
  changesOf: (role: store.RoleRow) => z.output<typeof roleUpdate>,
) {
  const { organisation_id } = await findOwn(platform.clusters.main.admin, id)
  const updated = await change(platform, act, organisation_id, async (db, membership) => {
    const old = await findOwn(db, id)
    const changes = changesOf(old)
    const { name = old.name, description = old.description } = changes
    const permissions = unique(changes.permissions ?? old.permissions)
    if (permissions.length > MAX_PERMISSIONS)
      throw invalidInput(`A role can have at most ${MAX_PERMISSIONS} permissions.`)
    await checkNames(db, organisation_id, permissions)
    requireAll(membership, [...old.permissions, ...permissions])
    const others = (await store.listRoles(db, organisation_id)).filter((one) => one.id !== id)
    refuseTaken(name, others)
    const updated_at = platform.clock.now()
    const row = await store.updateRole(db, id, { name, description, permissions, updated_at })
    await recordAudit(db, act, { action: 'rbac.role_update', target: id }, { organisation: organisation_id })
    return presentRole(row)
  })
  await publishMembers(platform, organisation_id)
  return updated
}

const MAX_PERMISSIONS = 200

/** removeRole deletes an own role, which takes it from its members. */
export async function removeRole(platform: Platform, act: Act, id: string): Promise<void> {
  const { organisation_id } = await findOwn(platform.clusters.main.admin, id)
  await change(platform, act, organisation_id, async (db, membership) => {
    const role = await findOwn(db, id)
    requireAll(membership, role.permissions)
    await store.deleteRole(db, id)
    await recordAudit(db, act, { action: 'rbac.role_delete', target: id }, { organisation: organisation_id })
  })
  await publishMembers(platform, organisation_id)
}

/** change runs `work` one at a time in an organisation, for callers who may change its roles; its answer is for them. */
export function change(
  platform: Platform,
  { account: actor }: Act,
  organisationId: string,
  work: (db: Queryable, membership: Membership) => Promise<unknown>,
): Promise<unknown> {
  return withOrganisationLock(
    platform,
    { actor, organisationId, permission: 'rbac:write' },
    async (db, membership) => answerTo(membership, 'rbac', await work(db, membership)),
  )
}

/** findOwn returns an own role, or throws 403 for a built-in one and 404 for none. */
export async function findOwn(db: Queryable, id: string): Promise<store.RoleRow> {
  if (isBuiltIn(id))
    throw forbidden('forbidden', 'Built-in roles cannot be changed. Create a role of your own instead.')
  const role = await store.findRole(db, id)
  if (role === undefined) throw notFound('The role')
  return role
}

/** presentRole shows an own role. */
export function presentRole(row: store.RoleRow) {
  const { id, organisation_id, name, description, permissions, created_at, updated_at } = row
  return { id, organisation_id, name, description, built_in: false, permissions, created_at, updated_at }
}

/** presentBuiltIn shows a built-in role. */
export function presentBuiltIn(name: OrganisationRole) {
  const none = { organisation_id: null, description: null, created_at: null, updated_at: null }
  return { ...none, id: name, name, built_in: true, permissions: [...permissionsOf(name)] }
}

async function checkNames(db: Queryable, organisationId: string, names: readonly string[]): Promise<void> {
  if (names.every((name) => PERMISSIONS.has(name))) return
  const own = new Set((await store.listPermissions(db, organisationId)).map(({ name }) => name))
  const unknown = names.find((name) => !PERMISSIONS.has(name) && !own.has(name))
  if (unknown !== undefined)
    throw invalidInput(`permissions: ${unknown} does not exist. GET /rbac/permissions lists those that do.`)
}

function refuseTaken(name: string, roles: readonly store.RoleRow[]): void {
  const lower = name.toLowerCase()
  if (isBuiltIn(lower) || roles.some((role) => role.name.toLowerCase() === lower))
    throw alreadyExists('name', `There is already a role ${name}.`)
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort()
}

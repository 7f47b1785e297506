// Which roles a member has: at most one built-in role, and any number of own ones.
import {
  getMember,
  publishMembers,
  requireRightsOf,
  setRole,
} from '#modules/tenancy/organisations/members.service.ts'
import { requireMembership } from '#modules/tenancy/organisations/membership.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { requireAll, requirePermission } from '#platform/credentials/member-rights.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { organisationOf } from './organisation-of.ts'
import * as store from './rbac.store.ts'
import { change, findOwn, isBuiltIn, presentBuiltIn, presentRole } from './roles.ts'

/** RoleOfMember names a role, a member and their organisation. */
export interface RoleOfMember {
  readonly organisation_id?: string | undefined
  readonly userId: string
  readonly role_id: string
}

/** listMemberRoles returns the roles of a member; everybody sees their own. */
export async function listMemberRoles(
  platform: Platform,
  act: Act,
  userId: string,
  organisationId: string | undefined,
) {
  const id = await organisationOf(platform, act, organisationId)
  const membership = await requireMembership(platform.clusters.main.admin, act.account, id)
  if (userId !== act.account.account_id || membership.byToken) requirePermission(membership, 'rbac:read')
  return rolesOf(platform.clusters.main.admin, id, userId)
}

/** grantRole adds an own role, or replaces the built-in one. The caller needs all permissions of the role. */
export function grantRole(platform: Platform, act: Act, { role_id, ...named }: RoleOfMember) {
  return changeRoles(platform, act, 'rbac.role_grant', { role_id, ...named }, async (db, membership) => {
    if (isBuiltIn(role_id)) return setRole(db, membership, named.userId, role_id)
    const role = await findIn(db, membership.id, role_id)
    requireAll(membership, role.permissions)
    const created_at = platform.clock.now()
    const grant = { organisation_id: membership.id, account_id: named.userId, role_id, created_at }
    return store.insertMemberRole(db, grant)
  })
}

/** revokeRole takes a role from a member, or throws 404 where they do not have it. The last owner stays one. */
export function revokeRole(platform: Platform, act: Act, { role_id, ...named }: RoleOfMember) {
  return changeRoles(platform, act, 'rbac.role_revoke', { role_id, ...named }, async (db, membership) => {
    const { role } = await getMember(db, membership.id, named.userId)
    if (isBuiltIn(role_id)) {
      if (role !== role_id) throw notFound('The role of the member')
      return setRole(db, membership, named.userId, null)
    }
    const grant = { organisation_id: membership.id, account_id: named.userId, role_id }
    if (!(await store.deleteMemberRole(db, grant))) throw notFound('The role of the member')
  })
}

async function changeRoles(
  platform: Platform,
  act: Act,
  action: string,
  { organisation_id, userId, role_id }: RoleOfMember,
  work: (db: Queryable, membership: Awaited<ReturnType<typeof requireMembership>>) => Promise<unknown>,
) {
  const id = await organisationOf(platform, act, organisation_id)
  const roles = await change(platform, act, id, async (db, membership) => {
    const before = await rolesOf(db, id, userId)
    await requireRightsOf(db, membership, userId)
    await work(db, membership)
    const after = await rolesOf(db, id, userId)
    const names = { before: before.map(({ name }) => name), after: after.map(({ name }) => name) }
    await recordAudit(
      db,
      act,
      { action, target: userId, details: { role_id }, ...names },
      { organisation: id },
    )
    return after
  })
  await publishMembers(platform, id)
  return roles
}

async function rolesOf(db: Queryable, organisationId: string, userId: string) {
  const { role } = await getMember(db, organisationId, userId)
  const own = await store.listMemberRoles(db, organisationId, userId)
  return [...(role === null ? [] : [presentBuiltIn(role)]), ...own.map(presentRole)]
}

// A role of another organisation is like one that does not exist.
async function findIn(db: Queryable, organisationId: string, id: string): Promise<store.RoleRow> {
  const role = await findOwn(db, id)
  if (role.organisation_id !== organisationId) throw notFound('The role')
  return role
}

// What a member may do in an organisation (design 6), and changes of members one at a time.
import { type MemberRights, requirePermission } from '#platform/credentials/member-rights.ts'
import type { Permission } from '#platform/credentials/permissions.ts'
import type { ControlPlane } from '#platform/db/control-plane.ts'
import { forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { findRights } from './members.store.ts'
import * as store from './organisations.store.ts'

export type { Membership } from './organisations.store.ts'

/** requireMembership returns the organisation with the caller's rights; it throws 403, or 404 if there is none. */
export async function requireMembership(
  db: ControlPlane,
  accountId: string,
  organisationId: string,
): Promise<store.Membership> {
  const membership = await store.findMembership(db, accountId, organisationId)
  if (membership !== undefined) return membership
  if ((await store.findOrganisation(db, organisationId)) === undefined) throw notFound('The organisation')
  throw forbidden('You are not a member of this organisation.')
}

/** rightsIn returns what an account may do in an organisation, or undefined if it is not a member. */
export function rightsIn(
  platform: Platform,
  accountId: string,
  organisationId: string,
): Promise<MemberRights | undefined> {
  return findRights(platform.controlPlane, organisationId, accountId)
}

/** organisationsWith returns the ids of the organisations in which an account has a permission. */
export async function organisationsWith(
  { controlPlane }: Platform,
  accountId: string,
  permission: Permission,
): Promise<string[]> {
  const all = await store.listMemberships(controlPlane, accountId)
  return all.filter(({ permissions }) => permissions.has(permission)).map(({ id }) => id)
}

/** LockedWork is what to do in an organisation, for whom, and what they need for it besides membership. */
export interface LockedWork {
  readonly accountId: string
  readonly organisationId: string
  /** permission is checked under the lock; a route's own check has read the rights before it. */
  readonly permission: Permission | undefined
}

/**
 * withOrganisationLock runs `work` in a transaction that serialises changes of the organisation's members and roles, with
 * the caller's rights read inside it: two owners who leave at the same moment cannot leave an organisation without an
 * owner, and who is losing a permission cannot grant it any more.
 */
export function withOrganisationLock<T>(
  platform: Platform,
  { accountId, organisationId, permission }: LockedWork,
  work: (db: ControlPlane, membership: store.Membership) => Promise<T>,
): Promise<T> {
  return platform.controlPlane.transaction().execute(async (db) => {
    await store.lockOrganisation(db, organisationId)
    const membership = await requireMembership(db, accountId, organisationId)
    if (permission !== undefined) requirePermission(membership, permission)
    return work(db, membership)
  })
}

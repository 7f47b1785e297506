// What a member may do in an organisation, and changes of members one at a time.
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { type MemberRights, requirePermission } from '#platform/credentials/member-rights.ts'
import type { Permission } from '#platform/credentials/permissions.ts'
import { limitToToken, type Place, reaches } from '#platform/credentials/token-scope.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { findRights, type HeldRights } from './members.store.ts'
import * as store from './organisations.store.ts'

export type { Membership } from './organisations.store.ts'

/** requireMembership returns the organisation with the caller's rights; it throws 403, or 404 if there is none. */
export async function requireMembership(
  db: Queryable,
  actor: DashboardActor,
  organisationId: string,
): Promise<store.Membership> {
  const membership = await store.findMembership(db, actor.account_id, organisationId)
  if (membership !== undefined)
    return { ...membership, ...limited(membership, actor, { organisation: organisationId }) }
  if ((await store.findOrganisation(db, organisationId)) === undefined) throw notFound('The organisation')
  throw forbidden('not_a_member', 'You are not a member of this organisation.')
}

/** rightsIn returns what an account may do in a place, or undefined if it is not a member of the organisation. */
export async function rightsIn(
  { clusters }: Platform,
  actor: DashboardActor,
  place: Place,
): Promise<MemberRights | undefined> {
  const rights = await findRights(clusters.main.admin, place.organisation, actor.account_id)
  return rights && limited(rights, actor, place)
}

/** listMemberships returns the organisations that an account reaches, with its rights there, the oldest first. */
export async function listMemberships(
  { clusters }: Platform,
  actor: DashboardActor,
): Promise<store.Membership[]> {
  const { token } = actor
  const all = await store.listMemberships(clusters.main.admin, actor.account_id)
  return all
    .filter(({ id }) => token === undefined || reaches(token, { organisation: id }))
    .map((one) => ({ ...one, ...limited(one, actor, { organisation: one.id }) }))
}

/** organisationsWith returns the ids of the organisations in which an account has a permission. */
export async function organisationsWith(
  platform: Platform,
  actor: DashboardActor,
  permission: Permission,
): Promise<string[]> {
  const all = await listMemberships(platform, actor)
  return all.filter(({ permissions }) => permissions.has(permission)).map(({ id }) => id)
}

// What the roles allow, as far as the credential does.
function limited(
  held: HeldRights,
  { token, sso_organisation_id }: DashboardActor,
  place: Place,
): MemberRights {
  const { role, sso_required } = held
  if (sso_required && sso_organisation_id !== place.organisation) {
    const details = { reason: 'sso_required', organisation_id: place.organisation }
    return { role, permissions: new Set(), refusal: { message: SSO_REQUIRED, details } }
  }
  return token === undefined ? held : limitToToken(held, token, place)
}

const SSO_REQUIRED =
  'This organisation requires single sign-on. Sign in with its provider: GET /api/v1/auth/sso/authorize.'

/** LockedWork is what to do in an organisation, for whom, and what they need for it besides membership. */
export interface LockedWork {
  readonly actor: DashboardActor
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
  { actor, organisationId, permission }: LockedWork,
  work: (db: Queryable, membership: store.Membership) => Promise<T>,
): Promise<T> {
  return transaction(platform.clusters.main.admin, async (db) => {
    await store.lockOrganisation(db, organisationId)
    const membership = await requireMembership(db, actor, organisationId)
    if (permission !== undefined) requirePermission(membership, permission)
    return work(db, membership)
  })
}

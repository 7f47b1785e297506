// What a member can do in an organisation (design 6). The access hook checks roles only on routes of a project.
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { findMembership, findOrganisation, lockOrganisation, type Membership } from './organisations.store.ts'

/** requireMembership returns the organisation with the caller's role; it throws 403, or 404 if there is none. */
export async function requireMembership(
  db: ControlPlane,
  accountId: string,
  organisationId: string,
): Promise<Membership> {
  const membership = await findMembership(db, accountId, organisationId)
  if (membership !== undefined) return membership
  if ((await findOrganisation(db, organisationId)) === undefined) throw notFound('The organisation')
  throw forbidden('You are not a member of this organisation.')
}

/** requireManager throws 403 unless the caller is an owner or admin. */
export function requireManager({ role }: Membership): void {
  if (role === 'owner' || role === 'admin') return
  throw forbidden(`Your role in the organisation is ${role}; this needs admin.`)
}

/** requireOwner throws 403 unless the caller is an owner. */
export function requireOwner({ role }: Membership): void {
  if (role !== 'owner') throw forbidden(`Your role in the organisation is ${role}; this needs owner.`)
}

/** requireOwnerFor throws 403 when an admin changes an owner: otherwise an admin could become one. */
export function requireOwnerFor({ role }: Membership, ...touched: OrganisationRole[]): void {
  if (role === 'owner' || !touched.includes('owner')) return
  throw forbidden('Only an owner can add, change or remove owners.')
}

/**
 * withOrganisationLock runs `work` in a transaction that serialises changes of the organisation's members, with the
 * caller's role read inside it: two owners who leave at the same moment cannot leave an organisation without an owner.
 */
export function withOrganisationLock<T>(
  platform: Platform,
  accountId: string,
  organisationId: string,
  work: (db: ControlPlane, membership: Membership) => Promise<T>,
): Promise<T> {
  return platform.controlPlane.transaction().execute(async (db) => {
    await lockOrganisation(db, organisationId)
    return work(db, await requireMembership(db, accountId, organisationId))
  })
}

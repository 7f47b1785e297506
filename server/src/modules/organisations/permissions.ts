// What a member may do in an organisation (design 6). The access hook knows roles only for routes of a project.
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { findMembership, findOrganisation, lockOrganisation, type Membership } from './organisations.store.ts'

/** requireMembership gives the organisation with the caller's role, or throws 403, or 404 where there is none. */
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

/** requireManager throws 403 unless the caller manages the organisation. */
export function requireManager({ role }: Membership): void {
  if (role === 'owner' || role === 'admin') return
  throw forbidden(`Your role in the organisation is ${role}; this needs admin.`)
}

/** requireOwner throws 403 unless the caller owns the organisation. */
export function requireOwner({ role }: Membership): void {
  if (role !== 'owner') throw forbidden(`Your role in the organisation is ${role}; this needs owner.`)
}

/** requireOwnerFor throws 403 where an admin touches an owner: an admin could else make themselves one. */
export function requireOwnerFor({ role }: Membership, ...touched: OrganisationRole[]): void {
  if (role === 'owner' || !touched.includes('owner')) return
  throw forbidden('Only an owner can make, change or remove owners.')
}

/**
 * underLock runs `work` in a transaction in which nobody else changes the organisation's members, with the caller's
 * role as it is then: two owners who leave at the same moment do not leave an organisation without owners.
 */
export function underLock<T>(
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

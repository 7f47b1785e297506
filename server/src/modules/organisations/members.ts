// The members of an organisation and their roles (design 6).
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { invite } from './invitations.service.ts'
import { deleteInvitationsOf } from './invitations.store.ts'
import * as store from './members.store.ts'
import type { Membership } from './organisations.store.ts'
import { requireManager, requireMembership, requireOwnerFor, withOrganisationLock } from './permissions.ts'

/** MEMBERS_TOPIC is the invalidation topic for changed members; its ids are organisation ids. */
export const MEMBERS_TOPIC = 'members'

/** listMembers returns the members to any member, and throws 403 to others. */
export async function listMembers(platform: Platform, accountId: string, organisationId: string) {
  await requireMembership(platform.controlPlane, accountId, organisationId)
  return store.listMembers(platform.controlPlane, organisationId)
}

/** addMember adds an existing account at once, and creates an invitation for an address without one. */
export function addMember(
  platform: Platform,
  accountId: string,
  organisationId: string,
  { email, role }: { email: string; role: OrganisationRole },
) {
  return withOrganisationLock(platform, accountId, organisationId, async (db, membership) => {
    requireManager(membership)
    requireOwnerFor(membership, role)
    refuseSecondOwner(membership, role)
    const account_id = await store.findAccountId(db, email)
    if (account_id === undefined) return invite(platform, db, organisationId, { email, role })
    const created_at = platform.clock.now()
    if (!(await store.insertMember(db, { organisation_id: organisationId, account_id, role, created_at }))) {
      throw conflict('This account is already a member.')
    }
    await deleteInvitationsOf(db, organisationId, email)
    return { status: 'added' as const, member: await getMember(db, organisationId, account_id) }
  })
}

/** updateMember changes a member's role. */
export async function updateMember(
  platform: Platform,
  accountId: string,
  organisationId: string,
  memberId: string,
  { role }: { role: OrganisationRole },
) {
  const updated = await withOrganisationLock(platform, accountId, organisationId, async (db, membership) => {
    requireManager(membership)
    const member = await getMember(db, organisationId, memberId)
    requireOwnerFor(membership, member.role, role)
    if (member.role === role) return member
    refuseSecondOwner(membership, role)
    await requireAnotherOwner(db, organisationId, member)
    await store.updateRole(db, organisationId, memberId, role)
    return { ...member, role }
  })
  await publishChange(platform, organisationId)
  return updated
}

/** removeMember removes a member. Members can remove themselves, except the last owner. */
export async function removeMember(
  platform: Platform,
  accountId: string,
  organisationId: string,
  memberId: string,
): Promise<void> {
  await withOrganisationLock(platform, accountId, organisationId, async (db, membership) => {
    if (memberId !== accountId) requireManager(membership)
    const member = await getMember(db, organisationId, memberId)
    requireOwnerFor(membership, member.role)
    await requireAnotherOwner(db, organisationId, member)
    await store.deleteMember(db, organisationId, memberId)
  })
  await publishChange(platform, organisationId)
}

// Live connections recheck the permissions of their members.
function publishChange(platform: Platform, organisationId: string): Promise<void> {
  return platform.invalidations.publish(MEMBERS_TOPIC, organisationId, platform.clusters.main.admin)
}

// A personal organisation has exactly one owner.
function refuseSecondOwner({ is_personal }: Membership, role: OrganisationRole): void {
  if (!is_personal || role !== 'owner') return
  throw conflict(
    'A personal organisation has exactly one owner. Create another organisation to share ownership.',
  )
}

async function requireAnotherOwner(
  db: ControlPlane,
  organisationId: string,
  member: store.MemberRow,
): Promise<void> {
  if (member.role !== 'owner' || (await store.countOwners(db, organisationId)) > 1) return
  throw conflict('This is the last owner of the organisation. Make another member an owner first.')
}

async function getMember(db: ControlPlane, organisationId: string, id: string): Promise<store.MemberRow> {
  const member = await store.findMember(db, organisationId, id)
  if (member === undefined) throw notFound('The member')
  return member
}

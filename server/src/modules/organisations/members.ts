// Who is in an organisation, and as what (design 6).
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { invite } from './invitations.service.ts'
import { deleteInvitationsOf } from './invitations.store.ts'
import * as store from './members.store.ts'
import type { Membership } from './organisations.store.ts'
import { requireManager, requireMembership, requireOwnerFor, underLock } from './permissions.ts'

/** MEMBERS_TOPIC is the topic on which nodes learn that members of an organisation have changed. */
export const MEMBERS_TOPIC = 'members'

/** listMembers gives the members of an organisation to any of them. */
export async function listMembers(platform: Platform, accountId: string, organisationId: string) {
  await requireMembership(platform.controlPlane, accountId, organisationId)
  return store.listMembers(platform.controlPlane, organisationId)
}

/** addMember adds who has an account at once, and invites who has none. */
export function addMember(
  platform: Platform,
  accountId: string,
  organisationId: string,
  { email, role }: { email: string; role: OrganisationRole },
) {
  return underLock(platform, accountId, organisationId, async (db, membership) => {
    requireManager(membership)
    requireOwnerFor(membership, role)
    checkPersonal(membership, role)
    const account_id = await store.findAccountId(db, email)
    if (account_id === undefined) return invite(platform, db, organisationId, { email, role })
    const created_at = platform.clock.now()
    if (!(await store.insertMember(db, { organisation_id: organisationId, account_id, role, created_at }))) {
      throw conflict('This account is a member already.')
    }
    await deleteInvitationsOf(db, organisationId, email)
    return { status: 'added' as const, member: await getMember(db, organisationId, account_id) }
  })
}

/** updateMember changes what a member may do. */
export async function updateMember(
  platform: Platform,
  accountId: string,
  organisationId: string,
  memberId: string,
  { role }: { role: OrganisationRole },
) {
  const updated = await underLock(platform, accountId, organisationId, async (db, membership) => {
    requireManager(membership)
    const member = await getMember(db, organisationId, memberId)
    requireOwnerFor(membership, member.role, role)
    if (member.role === role) return member
    checkPersonal(membership, role)
    await keepAnOwner(db, organisationId, member)
    await store.updateRole(db, organisationId, memberId, role)
    return { ...member, role }
  })
  await announce(platform, organisationId)
  return updated
}

/** removeMember takes a member out; everybody may leave, except the last owner. */
export async function removeMember(
  platform: Platform,
  accountId: string,
  organisationId: string,
  memberId: string,
): Promise<void> {
  await underLock(platform, accountId, organisationId, async (db, membership) => {
    if (memberId !== accountId) requireManager(membership)
    const member = await getMember(db, organisationId, memberId)
    requireOwnerFor(membership, member.role)
    await keepAnOwner(db, organisationId, member)
    await store.deleteMember(db, organisationId, memberId)
  })
  await announce(platform, organisationId)
}

// Live connections of members go on for as long as they may.
function announce(platform: Platform, organisationId: string): Promise<void> {
  return platform.invalidations.publish(MEMBERS_TOPIC, organisationId, platform.clusters.main.admin)
}

// With a second owner it would be nobody's personal organisation any more.
function checkPersonal({ is_personal }: Membership, role: OrganisationRole): void {
  if (!is_personal || role !== 'owner') return
  throw conflict('A personal organisation has one owner. Make another organisation to own it together.')
}

async function keepAnOwner(db: ControlPlane, organisationId: string, member: store.MemberRow): Promise<void> {
  if (member.role !== 'owner' || (await store.countOwners(db, organisationId)) > 1) return
  throw conflict('This is the last owner of the organisation. Make somebody else an owner first.')
}

async function getMember(db: ControlPlane, organisationId: string, id: string): Promise<store.MemberRow> {
  const member = await store.findMember(db, organisationId, id)
  if (member === undefined) throw notFound('The member')
  return member
}

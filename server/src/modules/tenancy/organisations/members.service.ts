// The members of an organisation and their roles.

import { recordAudit } from '#platform/audit/audit.ts'
import { requireAll, rightsOf } from '#platform/credentials/member-rights.ts'
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import { permissionsOf } from '#platform/credentials/permissions.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { alreadyExists, conflict, forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { invite } from './invitations.service.ts'
import { deleteInvitationsOf } from './invitations.store.ts'
import * as store from './members.store.ts'
import { type Membership, withOrganisationLock } from './membership.service.ts'

/** MEMBERS_TOPIC is the invalidation topic for changed members and roles; its ids are organisation ids. */
export const MEMBERS_TOPIC = topic('members')

/** addMember adds an existing account at once, and creates an invitation for an address without one. */
export function addMember(
  platform: Platform,
  act: Act,
  organisationId: string,
  { email, role }: { email: string; role: OrganisationRole },
) {
  const work = { actor: act.account, organisationId, permission: 'members:write' } as const
  return withOrganisationLock(platform, work, async (db, membership) => {
    requireAll(membership, permissionsOf(role))
    refuseSecondOwner(membership, role)
    const account_id = await store.findAccountId(db, email)
    if (account_id === undefined) return invite(platform, db, act, organisationId, { email, role })
    const created_at = platform.clock.now()
    if (!(await store.insertMember(db, { organisation_id: organisationId, account_id, role, created_at }))) {
      throw alreadyExists('email', 'This account is already a member.')
    }
    await deleteInvitationsOf(db, organisationId, email)
    const member = await getMember(db, organisationId, account_id)
    const entry = { action: 'members.create', target: account_id, after: { email, role } }
    await recordAudit(db, act, entry, { organisation: organisationId })
    return { status: 'added' as const, member }
  })
}

/** updateMember changes a member's built-in role. */
export async function updateMember(
  platform: Platform,
  act: Act,
  organisationId: string,
  memberId: string,
  { role }: { role: OrganisationRole },
) {
  const work = { actor: act.account, organisationId, permission: 'members:write' } as const
  const updated = await withOrganisationLock(platform, work, async (db, membership) => {
    const member = await setRole(db, membership, memberId, role)
    const entry = { action: 'members.update', target: memberId }
    await recordAudit(db, act, entry, { organisation: organisationId })
    return member
  })
  await publishMembers(platform, organisationId)
  return updated
}

/** setRole changes a member's built-in role under the organisation's lock, or throws 403, 404 or 409; null takes it away. */
export async function setRole(
  db: Queryable,
  membership: Membership,
  memberId: string,
  role: OrganisationRole | null,
): Promise<store.MemberRow> {
  const member = await getMember(db, membership.id, memberId)
  await requireRightsOf(db, membership, memberId)
  if (role !== null) requireAll(membership, permissionsOf(role))
  if (member.role === role) return member
  refuseSecondOwner(membership, role)
  await requireAnotherOwner(db, membership.id, member)
  await store.updateRole(db, membership.id, memberId, role)
  return { ...member, role }
}

/** transferOwnership makes another member an owner, and the owner who calls an admin, in one step. */
export async function transferOwnership(
  platform: Platform,
  act: Act,
  organisationId: string,
  memberId: string,
): Promise<store.MemberRow> {
  const { account: actor } = act
  const work = { actor, organisationId, permission: 'members:write' } as const
  const owner = await withOrganisationLock(platform, work, async (db, membership) => {
    if (membership.role !== 'owner')
      throw forbidden('permission_missing', 'Only an owner can transfer the ownership.')
    requireAll(membership, permissionsOf('owner'))
    refuseSecondOwner(membership, 'owner')
    const member = await getMember(db, organisationId, memberId)
    if (memberId === actor.account_id) throw conflict('wrong_state', 'You are an owner already.')
    await store.updateRole(db, organisationId, memberId, 'owner')
    await store.updateRole(db, organisationId, actor.account_id, 'admin')
    const entry = { action: 'members.transfer', target: memberId, before: { role: member.role } }
    await recordAudit(db, act, { ...entry, after: { role: 'owner' } }, { organisation: organisationId })
    return { ...member, role: 'owner' as const }
  })
  await publishMembers(platform, organisationId)
  return owner
}

/** removeMember removes a member. Members can remove themselves, except the last owner. */
export async function removeMember(
  platform: Platform,
  act: Act,
  organisationId: string,
  memberId: string,
): Promise<void> {
  const { account: actor } = act
  const leaves = memberId === actor.account_id && actor.token === undefined
  const permission = leaves ? undefined : 'members:write'
  const work = { actor, organisationId, permission } as const
  await withOrganisationLock(platform, work, async (db, membership) => {
    const member = await getMember(db, organisationId, memberId)
    await requireRightsOf(db, membership, memberId)
    await requireAnotherOwner(db, organisationId, member)
    await store.deleteMember(db, organisationId, memberId)
    await recordAudit(
      db,
      act,
      {
        action: 'members.delete',
        target: memberId,
      },
      { organisation: organisationId },
    )
  })
  await publishMembers(platform, organisationId)
}

/** publishMembers makes live connections check the rights of their members again. */
export function publishMembers(platform: Platform, organisationId: string): Promise<void> {
  return platform.invalidations.publish(MEMBERS_TOPIC, organisationId)
}

/** requireRightsOf throws 403 if a member has more rights than the caller, who then cannot change or remove them. */
export async function requireRightsOf(
  db: Queryable,
  membership: Membership,
  memberId: string,
): Promise<void> {
  const { permissions } = (await store.findRights(db, membership.id, memberId)) ?? rightsOf(null, [])
  requireAll(membership, permissions)
}

// A personal organisation has exactly one owner.
function refuseSecondOwner({ is_personal }: Membership, role: OrganisationRole | null): void {
  if (!is_personal || role !== 'owner') return
  throw conflict(
    'wrong_state',
    'A personal organisation has exactly one owner. Create another organisation to share ownership.',
  )
}

async function requireAnotherOwner(
  db: Queryable,
  organisationId: string,
  member: store.MemberRow,
): Promise<void> {
  if (member.role !== 'owner' || (await store.countOwners(db, organisationId)) > 1) return
  throw conflict(
    'wrong_state',
    'This is the last owner of the organisation. Make another member an owner first.',
  )
}

/** getMember returns a member, or throws 404. */
export async function getMember(db: Queryable, organisationId: string, id: string): Promise<store.MemberRow> {
  const member = await store.findMember(db, organisationId, id)
  if (member === undefined) throw notFound('The member')
  return member
}

// Organisations: every project belongs to one, and the role of a member decides what they can do.

import { recordAudit } from '#platform/audit/audit.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import type { MemberRights } from '#platform/credentials/member-rights.ts'
import { permissionsOf } from '#platform/credentials/permissions.ts'
import type { Place } from '#platform/credentials/token-scope.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { AppError, conflict } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { acceptInvitation } from './invitations.service.ts'
import { MEMBERS_TOPIC } from './members.service.ts'
import { insertMember } from './members.store.ts'
import { listMemberships, requireMembership, rightsIn, withOrganisationLock } from './membership.service.ts'
import * as store from './organisations.store.ts'

/** Memberships lets other modules read rights and learn when they change. */
export interface Memberships {
  /** membership returns what an account may do in a place, or undefined if it is not a member of the organisation. */
  membership(actor: DashboardActor, place: Place): Promise<MemberRights | undefined>
  /** onMembershipChange calls the handler with an organisation whose members or roles changed; without an id, any may have. */
  onMembershipChange(handler: (organisationId: string | undefined) => void): void
}

export function memberships(platform: Platform): Memberships {
  return {
    membership: (actor, place) => rightsIn(platform, actor, place),
    onMembershipChange: (handler) => platform.invalidations.on(MEMBERS_TOPIC, handler),
  }
}

/** personalOrganisation returns the organisation that was created with the account, or throws 400. */
export async function personalOrganisation(platform: Platform, accountId: string): Promise<{ id: string }> {
  const organisation = await store.findPersonalOrganisation(platform.clusters.main.admin, accountId)
  if (organisation === undefined) {
    throw new AppError('invalid_input', 'organisation_id is required: you have no personal organisation.')
  }
  return organisation
}

/** createPersonalOrganisation creates the personal organisation of a new account inside the caller's transaction. */
export async function createPersonalOrganisation(
  platform: Platform,
  db: Queryable,
  { id, full_name }: { id: string; full_name: string },
): Promise<void> {
  await insertOwned(platform, db, id, { name: `${full_name}'s organisation`, is_personal: true })
}

/** createOrganisation creates an organisation with the account as its owner. */
export function createOrganisation(platform: Platform, act: Act, { name }: { name: string }) {
  return transaction(platform.clusters.main.admin, async (db) => {
    const made = await insertOwned(platform, db, act.account.account_id, { name, is_personal: false })
    const entry = { action: 'organisation.create', target: made.id }
    await recordAudit(db, act, entry, { organisation: made.id })
    return made
  })
}

export async function listOrganisations(platform: Platform, actor: DashboardActor) {
  return (await listMemberships(platform, actor)).map(presentOrganisation)
}

/** getOrganisation returns an organisation of the account, or throws 403 or 404. */
export async function getOrganisation(db: Queryable, actor: DashboardActor, id: string) {
  return presentOrganisation(await requireMembership(db, actor, id))
}

export async function updateOrganisation(
  platform: Platform,
  act: Act,
  id: string,
  { name }: { name?: string | undefined },
) {
  const { account: actor } = act
  if (name === undefined) return getOrganisation(platform.clusters.main.admin, actor, id)
  const work = { actor, organisationId: id, permission: 'organisation:write' } as const
  return withOrganisationLock(platform, work, async (db) => {
    await store.updateOrganisation(db, id, name, platform.clock.now())
    await recordAudit(db, act, { action: 'organisation.update', target: id }, { organisation: id })
    return getOrganisation(db, actor, id)
  })
}

/** joinOrganisation accepts an invitation for an existing account and returns the organisation. */
export function joinOrganisation(platform: Platform, actor: DashboardActor, token: string) {
  const { account_id: id, email } = actor
  return transaction(platform.clusters.main.admin, async (db) => {
    const joined = await acceptInvitation(platform, db, { id, email }, token)
    return getOrganisation(db, actor, joined)
  })
}

/** removeOrganisation deletes an organisation, or throws 409 if it has projects or is personal. */
export function removeOrganisation(platform: Platform, act: Act, id: string): Promise<void> {
  const { account: actor } = act
  const work = { actor, organisationId: id, permission: 'organisation:delete' } as const
  return withOrganisationLock(platform, work, async (db, membership) => {
    if (membership.is_personal) throw conflict('wrong_state', 'A personal organisation cannot be deleted.')
    if (await store.hasProjects(db, id)) {
      throw conflict(
        'in_use',
        'This organisation still has projects. Delete them and wait until their deletion is complete.',
      )
    }
    await store.deleteOrganisation(db, id)
    await recordAudit(db, act, { action: 'organisation.delete', target: id }, { organisation: id })
  })
}

async function insertOwned(
  platform: Platform,
  db: Queryable,
  accountId: string,
  fields: { name: string; is_personal: boolean },
) {
  const now = platform.clock.now()
  const row = await store.insertOrganisation(db, { ...fields, created_at: now, updated_at: now })
  await insertMember(db, { organisation_id: row.id, account_id: accountId, role: 'owner', created_at: now })
  return presentOrganisation({
    ...row,
    role: 'owner',
    permissions: permissionsOf('owner'),
    sso_required: false,
  })
}

function presentOrganisation(membership: store.Membership) {
  const { id, name, is_personal, role, sso_required, created_at, updated_at } = membership
  const permissions = [...membership.permissions].sort()
  return { id, name, is_personal, role, permissions, sso_required, created_at, updated_at }
}

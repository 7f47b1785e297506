// Organisations: every project belongs to one, and the role of a member decides what they can do (design 6).
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { AppError, conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { findRole, insertMember } from './members.store.ts'
import { MEMBERS_TOPIC } from './members.ts'
import * as store from './organisations.store.ts'
import { requireManager, requireMembership, requireOwner, withOrganisationLock } from './permissions.ts'

/** membershipOf returns the account's role in an organisation, or undefined if it is not a member. */
export function membershipOf(
  platform: Platform,
  accountId: string,
  organisationId: string,
): Promise<OrganisationRole | undefined> {
  return findRole(platform.controlPlane, organisationId, accountId)
}

/** Memberships lets other modules read roles and learn when members change. */
export interface Memberships {
  /** membership returns an account's role in an organisation, or undefined if it is not a member. */
  membership(accountId: string, organisationId: string): Promise<OrganisationRole | undefined>
  /** onMembershipChange calls the handler with an organisation whose members changed; without an id, any may have. */
  onMembershipChange(handler: (organisationId: string | undefined) => void): void
}

export function memberships(platform: Platform): Memberships {
  return {
    membership: (accountId, organisationId) => membershipOf(platform, accountId, organisationId),
    onMembershipChange: (handler) => platform.invalidations.on(MEMBERS_TOPIC, handler),
  }
}

/** personalOrganisation returns the organisation that was created with the account, or throws 400. */
export async function personalOrganisation(platform: Platform, accountId: string): Promise<{ id: string }> {
  const organisation = await store.findPersonalOrganisation(platform.controlPlane, accountId)
  if (organisation === undefined) {
    throw new AppError('invalid_input', 'organisation_id is required: you have no personal organisation.')
  }
  return organisation
}

/** createPersonalOrganisation creates the personal organisation of a new account inside the caller's transaction. */
export async function createPersonalOrganisation(
  platform: Platform,
  db: ControlPlane,
  { id, full_name }: { id: string; full_name: string },
): Promise<void> {
  await insertOwned(platform, db, id, { name: `${full_name}'s organisation`, is_personal: true })
}

/** createOrganisation creates an organisation with the account as its owner. */
export function createOrganisation(platform: Platform, accountId: string, { name }: { name: string }) {
  return platform.controlPlane
    .transaction()
    .execute((db) => insertOwned(platform, db, accountId, { name, is_personal: false }))
}

export async function listOrganisations(platform: Platform, accountId: string) {
  return (await store.listMemberships(platform.controlPlane, accountId)).map(presentOrganisation)
}

/** getOrganisation returns an organisation of the account, or throws 403 or 404. */
export async function getOrganisation(platform: Platform, accountId: string, id: string) {
  return presentOrganisation(await requireMembership(platform.controlPlane, accountId, id))
}

export async function updateOrganisation(
  platform: Platform,
  accountId: string,
  id: string,
  { name }: { name?: string | undefined },
) {
  const membership = await requireMembership(platform.controlPlane, accountId, id)
  requireManager(membership)
  if (name !== undefined) {
    await store.updateOrganisation(platform.controlPlane, id, name, platform.clock.now())
  }
  return getOrganisation(platform, accountId, id)
}

/** removeOrganisation deletes an organisation, or throws 409 if it has projects or is personal. */
export function removeOrganisation(platform: Platform, accountId: string, id: string): Promise<void> {
  return withOrganisationLock(platform, accountId, id, async (db, membership) => {
    requireOwner(membership)
    if (membership.is_personal) throw conflict('A personal organisation cannot be deleted.')
    if (await store.hasProjects(db, id)) {
      throw conflict(
        'This organisation still has projects. Delete them and wait until their deletion is complete.',
      )
    }
    await store.deleteOrganisation(db, id)
  })
}

async function insertOwned(
  platform: Platform,
  db: ControlPlane,
  accountId: string,
  fields: { name: string; is_personal: boolean },
) {
  const now = platform.clock.now()
  const row = await store.insertOrganisation(db, { ...fields, created_at: now, updated_at: now })
  await insertMember(db, { organisation_id: row.id, account_id: accountId, role: 'owner', created_at: now })
  return presentOrganisation({ ...row, role: 'owner' })
}

function presentOrganisation({ id, name, is_personal, role, created_at, updated_at }: store.Membership) {
  return { id, name, is_personal, role, created_at, updated_at }
}

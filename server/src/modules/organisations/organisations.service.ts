// Organisations: each project belongs to one, and their members' roles say who may do what (design 6).
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { AppError, conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { findRole, insertMember } from './members.store.ts'
import { MEMBERS_TOPIC } from './members.ts'
import * as store from './organisations.store.ts'
import { requireManager, requireMembership, requireOwner, underLock } from './permissions.ts'

/** membershipOf gives the account's role in an organisation, or undefined where it is no member. */
export function membershipOf(
  platform: Platform,
  accountId: string,
  organisationId: string,
): Promise<OrganisationRole | undefined> {
  return findRole(platform.controlPlane, organisationId, accountId)
}

/** Memberships is how other modules follow who is a member of what. */
export interface Memberships {
  /** membership returns an account's role in an organisation, or undefined where it is no member. */
  membership(accountId: string, organisationId: string): Promise<OrganisationRole | undefined>
  /** onMembershipChange calls back with the organisation whose members have changed; without an id it may be any. */
  onMembershipChange(handler: (organisationId: string | undefined) => void): void
}

/** memberships returns the members of organisations as other modules see them. */
export function memberships(platform: Platform): Memberships {
  return {
    membership: (accountId, organisationId) => membershipOf(platform, accountId, organisationId),
    onMembershipChange: (handler) => platform.invalidations.on(MEMBERS_TOPIC, handler),
  }
}

/** personalOrganisation gives the organisation that was made when the account registered. */
export async function personalOrganisation(platform: Platform, accountId: string): Promise<{ id: string }> {
  const organisation = await store.findPersonalOrganisation(platform.controlPlane, accountId)
  if (organisation === undefined) {
    throw new AppError('invalid_input', 'You have no personal organisation: say organisation_id.')
  }
  return organisation
}

/** createPersonalOrganisation makes a new account's own organisation inside the caller's transaction. */
export async function createPersonalOrganisation(
  platform: Platform,
  db: ControlPlane,
  { id, full_name }: { id: string; full_name: string },
): Promise<void> {
  await insertOwned(platform, db, id, { name: `${full_name}'s organisation`, is_personal: true })
}

/** createOrganisation makes an organisation that the account owns. */
export function createOrganisation(platform: Platform, accountId: string, { name }: { name: string }) {
  return platform.controlPlane
    .transaction()
    .execute((db) => insertOwned(platform, db, accountId, { name, is_personal: false }))
}

/** listOrganisations gives the organisations of an account. */
export async function listOrganisations(platform: Platform, accountId: string) {
  return (await store.listMemberships(platform.controlPlane, accountId)).map(presentOrganisation)
}

/** getOrganisation gives an organisation of an account. */
export async function getOrganisation(platform: Platform, accountId: string, id: string) {
  return presentOrganisation(await requireMembership(platform.controlPlane, accountId, id))
}

/** updateOrganisation renames an organisation. */
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

/** removeOrganisation removes an organisation that has no projects. */
export function removeOrganisation(platform: Platform, accountId: string, id: string): Promise<void> {
  return underLock(platform, accountId, id, async (db, membership) => {
    requireOwner(membership)
    if (membership.is_personal) throw conflict('A personal organisation cannot be deleted.')
    if (await store.hasProjects(db, id)) {
      throw conflict('This organisation still has projects. Delete them first, and wait until they are gone.')
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

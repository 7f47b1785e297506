// Leaving all organisations at once, when an account is deleted.

import { recordAudit } from '#platform/audit/audit.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { conflict } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { deleteInvitationsOf } from './invitations.store.ts'
import * as members from './members.store.ts'
import * as store from './organisations.store.ts'

/** lockOrganisationsOf locks the organisations of an account, always in the same order, and returns their ids. */
export async function lockOrganisationsOf(db: Queryable, accountId: string): Promise<string[]> {
  const ids = (await store.listMemberships(db, accountId)).map(({ id }) => id).sort()
  for (const id of ids) await store.lockOrganisation(db, id)
  return ids
}

/**
 * leaveOrganisations removes an account from its organisations, which are `locked`, and returns their ids. Those that have
 * nobody else and no projects are deleted. It throws 409 where nobody else could look after what is there.
 */
export async function leaveOrganisations(
  db: Queryable,
  act: Act,
  account: { readonly id: string; readonly email: string },
  locked: readonly string[],
): Promise<readonly string[]> {
  const memberships = await store.listMemberships(db, account.id)
  if (memberships.some(({ id }) => !locked.includes(id))) {
    throw conflict('changed_meanwhile', 'Your organisations have changed meanwhile. Try again.')
  }
  const kept: store.Membership[] = []
  const left: string[] = []
  for (const membership of memberships) {
    const fate = await fateOf(db, account.id, membership)
    if (fate === 'stays') kept.push(membership)
    else left.push(await leave(db, act, account, membership, fate))
  }
  if (kept.length > 0) throw lastOwner(kept)
  return left
}

type Fate = 'left' | 'deleted' | 'stays'

async function fateOf(db: Queryable, accountId: string, membership: store.Membership): Promise<Fate> {
  const { id, role, is_personal } = membership
  if (role !== 'owner' || (await members.countOwners(db, id)) > 1) return 'left'
  if (await store.hasProjects(db, id)) return 'stays'
  const others = (await members.listMembers(db, id)).some(({ account_id }) => account_id !== accountId)
  // A personal organisation cannot be handed on.
  return others && !is_personal ? 'stays' : 'deleted'
}

async function leave(
  db: Queryable,
  act: Act,
  { id: accountId, email }: { readonly id: string; readonly email: string },
  { id, name, role }: store.Membership,
  fate: 'left' | 'deleted',
): Promise<string> {
  const place = { organisation: id }
  if (fate === 'deleted') {
    await store.deleteOrganisation(db, id)
    const entry = { action: 'organisation.delete', target: id, before: { name } }
    await recordAudit(db, act, entry, place)
  } else {
    await members.deleteMember(db, id, accountId)
    await deleteInvitationsOf(db, id, email)
    const entry = { action: 'members.delete', target: accountId, before: { email, role } }
    await recordAudit(db, act, entry, place)
  }
  return id
}

function lastOwner(kept: readonly store.Membership[]) {
  const names = kept.map(({ name }) => name).join(', ')
  const organisations = kept.map(({ id, name }) => ({ id, name }))
  return conflict(
    'wrong_state',
    `You are the only owner of ${names}. Make another member an owner, or delete the projects and the organisation first.`,
    { organisations },
  )
}

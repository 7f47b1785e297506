// Members that single sign-on adds, without anybody who invites them.
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { findAccountId, findMember, insertMember } from './members.store.ts'
import { lockOrganisation } from './organisations.store.ts'

/** accountWith returns the id of the account with an address, ignoring case, or undefined. */
export function accountWith(db: Queryable, email: string): Promise<string | undefined> {
  return findAccountId(db, email)
}

/** lockForMember locks an organisation to which a member is added; it comes before the lock of their account. */
export function lockForMember(db: Queryable, organisationId: string): Promise<void> {
  return lockOrganisation(db, organisationId)
}

/** addProvisioned makes an account a member inside the caller's transaction; it reports whether it was none yet. */
export function addProvisioned(
  db: Queryable,
  organisation_id: string,
  account_id: string,
  role: OrganisationRole,
  created_at: Date,
): Promise<boolean> {
  return insertMember(db, { organisation_id, account_id, role, created_at })
}

/** isMember reports whether an account is a member of an organisation. */
export async function isMember(db: Queryable, organisationId: string, accountId: string): Promise<boolean> {
  return (await findMember(db, organisationId, accountId)) !== undefined
}

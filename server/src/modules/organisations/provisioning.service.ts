// Members that single sign-on adds, without anybody who invites them.
import type { ControlPlane, OrganisationRole } from '#platform/db/control-plane.ts'
import { findMember, insertMember } from './members.store.ts'

/** addProvisioned makes an account a member inside the caller's transaction; it reports whether it was none yet. */
export function addProvisioned(
  db: ControlPlane,
  organisation_id: string,
  account_id: string,
  role: OrganisationRole,
  created_at: Date,
): Promise<boolean> {
  return insertMember(db, { organisation_id, account_id, role, created_at })
}

/** isMember reports whether an account is a member of an organisation. */
export async function isMember(
  db: ControlPlane,
  organisationId: string,
  accountId: string,
): Promise<boolean> {
  return (await findMember(db, organisationId, accountId)) !== undefined
}

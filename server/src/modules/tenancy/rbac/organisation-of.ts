// In which organisation a request of /rbac/… acts, and what the caller needs there.
import { requireMembership } from '#modules/tenancy/organisations/membership.service.ts'
import { personalOrganisation } from '#modules/tenancy/organisations/organisations.service.ts'
import { requirePermission } from '#platform/credentials/member-rights.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'

/** organisationOf returns the organisation that a request names, or the caller's personal one. */
export async function organisationOf(
  platform: Platform,
  { account }: Act,
  id: string | undefined,
): Promise<string> {
  return id ?? (await personalOrganisation(platform, account.account_id)).id
}

/** requireReader throws 403 or 404 unless the caller may see the roles of an organisation. */
export async function requireReader(platform: Platform, { account }: Act, id: string): Promise<void> {
  requirePermission(await requireMembership(platform.clusters.main.admin, account, id), 'rbac:read')
}

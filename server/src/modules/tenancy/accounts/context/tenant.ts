// The fair-scheduling tenant of an account's password hashes.
import type { Tenant } from '#platform/fairness/tenants.ts'

/** tenantOfAccounts returns the dashboard's tenant; known and unknown sources take turns. */
export function tenantOfAccounts(known: boolean): Tenant {
  return { account: 'dashboard', project: known ? 'known' : 'strangers' }
}

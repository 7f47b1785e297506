// Whose turn it is when the password of an account is hashed.
import type { Tenant } from '#platform/fairness/tenants.ts'

/** tenantOfAccounts returns the tenant of the dashboard; sources that are known take turns with all others. */
export function tenantOfAccounts(known: boolean): Tenant {
  return { account: 'dashboard', project: known ? 'known' : 'strangers' }
}

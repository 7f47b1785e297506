// Whose work something is, for everything that projects share.

/** Tenant says whose work it is: a project, and the account that owns it. */
export interface Tenant {
  readonly project: string
  readonly account: string
}

/** ProjectTenant is a project that knows its owner; without one it counts as an account of its own. */
export interface ProjectTenant {
  readonly id: string
  /** account_id is the account that owns the project's organisation. */
  readonly account_id?: string | undefined
}

/** tenantOf returns a project as a tenant. */
export function tenantOf({ id, account_id }: ProjectTenant): Tenant {
  return { project: id, account: account_id ?? id }
}

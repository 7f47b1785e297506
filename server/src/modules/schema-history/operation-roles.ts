// Policies name roles by ids, which mean nothing elsewhere: on the way they are named by name.

type Fields = Readonly<Record<string, unknown>>

/** mapRoles replaces one list of roles in what was noted of a policy, and what it was compared by. */
export function mapRoles(
  operation: Fields,
  field: 'role_ids' | 'roles',
  map: (roles: readonly string[]) => Fields,
): Fields {
  if (!String(operation.kind).startsWith('policy.')) return operation
  const replaced = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const { [field]: roles, ...rest } = value as Fields
    return isNames(roles) ? { ...rest, ...map(roles) } : value
  }
  return Object.fromEntries(Object.entries(operation).map(([key, value]) => [key, replaced(value)]))
}

/** rolesOf gives the names of all roles in what was noted of a policy. */
export function rolesOf(operation: Fields): string[] {
  return Object.values(operation).flatMap((value) => {
    const roles = typeof value === 'object' && value !== null ? (value as Fields).roles : undefined
    return isNames(roles) ? roles : []
  })
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

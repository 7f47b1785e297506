// Policies refer to roles by id. Ids differ between projects, so migrations refer to roles by name.

type Fields = Readonly<Record<string, unknown>>

/** mapRoles replaces the list of roles in a recorded policy operation, and in the policy that it was compared with. */
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

/** rolesOf returns the names of all roles in a recorded policy operation. */
export function rolesOf(operation: Fields): string[] {
  return Object.values(operation).flatMap((value) => {
    const roles = typeof value === 'object' && value !== null ? (value as Fields).roles : undefined
    return isNames(roles) ? roles : []
  })
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

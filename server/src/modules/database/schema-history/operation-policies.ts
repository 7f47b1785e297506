// The policies in recorded operations. They refer to roles by id, and ids differ between projects, so migrations refer to roles by name.

type Fields = Readonly<Record<string, unknown>>

/** changesPolicies reports whether a recorded operation is about policies, or has some. */
export function changesPolicies({ kind, input }: Fields): boolean {
  return String(kind).startsWith('policy.') || (isFields(input) && input.policies !== undefined)
}

/** mapRoles replaces the lists of roles in the policies of a recorded operation. */
export function mapRoles(
  operation: Fields,
  field: 'role_ids' | 'roles',
  map: (roles: readonly string[]) => Fields,
): Fields {
  return mapPolicies(operation, (policy) => {
    const { [field]: roles, ...rest } = policy
    return isNames(roles) ? { ...rest, ...map(roles) } : policy
  })
}

/** rolesOf returns the names of all roles in a recorded operation. */
export function rolesOf(operation: Fields): string[] {
  const names: string[] = []
  mapPolicies(operation, (policy) => {
    if (isNames(policy.roles)) names.push(...policy.roles)
    return policy
  })
  return names
}

// A change of a policy has it as `input`, with what it was compared with as `policy`; lists of them are in the `input`.
function mapPolicies(operation: Fields, map: (policy: Fields) => Fields): Fields {
  const { input, policy } = operation
  const mapped = (value: unknown) => (isFields(value) ? map(value) : value)
  if (isFields(input) && Array.isArray(input.policies))
    return { ...operation, input: { ...input, policies: input.policies.map(mapped) } }
  if (!String(operation.kind).startsWith('policy.')) return operation
  return {
    ...operation,
    ...('input' in operation ? { input: mapped(input) } : {}),
    ...('policy' in operation ? { policy: mapped(policy) } : {}),
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

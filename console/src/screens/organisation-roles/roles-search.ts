// The view of the roles of an organisation, as the address has it.

/** RolesSearch is what the address says: the role that is open, or the form for a new one. */
export interface RolesSearch {
  readonly create?: boolean | undefined
  readonly role?: string | undefined
}

/** rolesSearchOf reads the address, and leaves out what it does not know. */
export function rolesSearchOf({ create, role }: Record<string, unknown>): RolesSearch {
  return {
    create: create === true || undefined,
    role: typeof role === 'string' && role !== '' ? role : undefined,
  }
}

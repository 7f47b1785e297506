// How a project's schema and roles are called in PostgreSQL. The names follow from the id, so nothing stores them.

/** ProjectNames are the names that one project has in its cluster. */
export interface ProjectNames {
  readonly schema: string
  /** owner owns the tables and runs DDL. */
  readonly owner: string
  /** data reads and writes rows, always under row-level security. */
  readonly data: string
}

/** projectNames returns the names of a project; the id must be a UUID. */
export function projectNames(projectId: string): ProjectNames {
  const hex = projectId.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new Error(`not a project id: ${projectId}`)
  return { schema: `p_${hex}`, owner: `p_${hex}_owner`, data: `p_${hex}_data` }
}

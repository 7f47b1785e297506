// Roles by their names, for what is taken from one project to another, where they have other ids.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { listRoles } from './roles.store.ts'

/** roleNames gives the names of the roles of a project by their ids. */
export async function roleNames(platform: Platform, project: ProjectRecord): Promise<Map<string, string>> {
  const roles = await listRoles(platform.clusters.of(project).admin, project.id)
  return new Map(roles.map(({ id, name }) => [id, name]))
}

/** roleIds gives the ids of roles by their names, in whatever case, or throws a 409 that names those that are missing. */
export async function roleIds(
  platform: Platform,
  project: ProjectRecord,
  names: readonly string[],
): Promise<string[]> {
  const roles = await listRoles(platform.clusters.of(project).admin, project.id)
  const ids = new Map(roles.map(({ id, name }) => [name.toLowerCase(), id]))
  const missing = names.filter((name) => !ids.has(name.toLowerCase()))
  if (missing.length > 0) {
    throw conflict(`This project has no role ${missing.join(', ')}; create it first.`, { roles: missing })
  }
  return names.map((name) => ids.get(name.toLowerCase()) ?? '')
}

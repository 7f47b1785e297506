// Roles by name, for migrations between projects, where the ids differ.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { listRoles } from './roles.store.ts'

/** roleNames returns the names of a project's roles by id. */
export async function roleNames(platform: Platform, project: ProjectRecord): Promise<Map<string, string>> {
  const roles = await listRoles(platform.clusters.of(project).admin, project.id)
  return new Map(roles.map(({ id, name }) => [id, name]))
}

/** roleIds returns the ids of roles by name, ignoring case, or throws a 409 that lists the missing ones. */
export async function roleIds(
  platform: Platform,
  project: ProjectRecord,
  names: readonly string[],
): Promise<string[]> {
  const roles = await listRoles(platform.clusters.of(project).admin, project.id)
  const ids = new Map(roles.map(({ id, name }) => [name.toLowerCase(), id]))
  const missing = names.filter((name) => !ids.has(name.toLowerCase()))
  if (missing.length > 0) {
    throw conflict('not_set_up', `This project has no role ${missing.join(', ')}; create it first.`, {
      roles: missing,
    })
  }
  return names.map((name) => ids.get(name.toLowerCase()) ?? '')
}

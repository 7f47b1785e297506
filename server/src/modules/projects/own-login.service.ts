// A project with code of its own runs on connections that log in as that project.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { detachFromSharedPool, SHARED_POOL_LEFT } from '#platform/db/clusters/detach-from-shared-pool.ts'
import type { Platform } from '#platform/platform.ts'
import { markOwnLogin } from './projects.store.ts'

/**
 * requireOwnLogin must be awaited before any code that a project wrote is stored. It is permanent: code can hide in a
 * default or an index, and a project that needed its own connections once is likely to need them again.
 */
export async function requireOwnLogin(platform: Platform, project: ProjectRecord): Promise<void> {
  if (project.own_login) return
  const announce = () => platform.invalidations.publish(SHARED_POOL_LEFT, project.cluster)
  await detachFromSharedPool(platform.clusters.of(project), project.id, announce)
  await markOwnLogin(platform.clusters.main.admin, project.id, platform.clock.now())
  await platform.invalidations.publish(PROJECT_CHANGED, project.id)
}

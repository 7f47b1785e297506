// Objects that everyone may read: those of public buckets, kept in memory for a while.

import { SERVER } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { findObject, type StorageObject } from '#modules/storage/objects/objects.store.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'

const MAX_OBJECTS = 50_000

/** OpenObjects finds objects without asking policies, for requests that are allowed already. */
export interface OpenObjects {
  /** find returns an object, as it was at most a minute ago where nobody said that it has changed. */
  find(project: StorageProject, id: string): Promise<StorageObject | undefined>
  /** forget drops what is known of an object, or of all. */
  forget(id: string | undefined): void
}

/** createOpenObjects returns the cache of this node. */
export function createOpenObjects(
  storage: Pick<Storage, 'clusters' | 'platform' | 'findProject'>,
): OpenObjects {
  const cache = new LookupCache<{ object: StorageObject; project: string }>(
    storage.platform.clock,
    MAX_OBJECTS,
    async (key) => {
      const [projectId = '', id = ''] = key.split(' ')
      const project = await storage.findProject(projectId)
      const object = project && (await findObject(storage, project, SERVER, { id }))
      return object && { object, project: projectId }
    },
  )
  return {
    find: async ({ id: projectId }, id) => (await cache.find(`${projectId} ${id}`))?.object,
    forget: (key) => cache.forget(key),
  }
}

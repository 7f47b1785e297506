// Where the bytes of a version are never changes, so it is kept in memory.

import { type BlobRow, findBlob } from '#modules/storage/blobs/blobs.store.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'

/** Versions finds the bytes of versions of objects. */
export interface Versions {
  find(project: StorageProject, version: string): Promise<BlobRow | undefined>
}

/** createVersions returns the cache of this node. */
export function createVersions({ clusters }: Pick<Storage, 'clusters'>): Versions {
  const known = recentlyUsed<BlobRow>(50_000)
  return {
    find: async (project, version) => {
      const key = `${project.id} ${version}`
      const cached = known.get(key)
      if (cached !== undefined) return cached
      const found = await findBlob(clusters.of(project).admin, project.id, version)
      if (found !== undefined) known.set(key, found)
      return found
    },
  }
}

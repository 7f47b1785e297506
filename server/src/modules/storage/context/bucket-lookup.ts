// Every request for a file needs its bucket: a project's buckets are few, and kept in memory until one changes.
import { isUuid } from '#engine/shapes/uuid.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { LocatedProject } from '#platform/db/clusters/clusters.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { type Bucket, listBuckets } from './buckets.store.ts'

const BUCKETS_CHANGED = topic('buckets')
const MAX_PROJECTS = 5000

/** BucketLookup finds the buckets of projects. */
export interface BucketLookup {
  /** list returns all buckets of a project. */
  list(project: LocatedProject): Promise<readonly Bucket[]>
  /** get returns a bucket by its id or slug, or throws 404. */
  get(project: LocatedProject, key: string): Promise<Bucket>
  /** find returns a bucket by its id or slug. */
  find(project: LocatedProject, key: string): Promise<Bucket | undefined>
  /** forget has all nodes ask for a project's buckets anew. */
  forget(project: LocatedProject): Promise<void>
}

/** createBucketLookup returns the lookup of this node. */
export function createBucketLookup({ clusters, invalidations }: Platform): BucketLookup {
  const known = recentlyUsed<Promise<readonly Bucket[]>>(MAX_PROJECTS)
  invalidations.on(BUCKETS_CHANGED, (id) => (id === undefined ? known.clear() : known.delete(id)))

  const list = (project: LocatedProject): Promise<readonly Bucket[]> => {
    const found = known.get(project.id)
    if (found !== undefined) return found
    const loading = listBuckets(clusters.of(project).admin, project.id)
    known.set(project.id, loading)
    loading.catch(() => known.delete(project.id))
    return loading
  }
  const find = async (project: LocatedProject, key: string) => {
    const id = isUuid(key) ? key.toLowerCase() : undefined
    return (await list(project)).find((bucket) => (id === undefined ? bucket.slug === key : bucket.id === id))
  }
  return {
    list,
    find,
    get: async (project, key) => {
      const bucket = await find(project, key)
      if (bucket === undefined) throw notFound(`The bucket ${key.slice(0, 63)}`)
      return bucket
    },
    forget: (project) => invalidations.publish(BUCKETS_CHANGED, project.id),
  }
}

// What every part of storage works with: the platform, the buckets, and who must know of changes.
import type { FindProject } from '#platform/credentials/actor.ts'
import type { Clusters, LocatedProject } from '#platform/db/clusters/clusters.ts'
import type { DataProject } from '#platform/db/executor/executor.ts'
import type { Platform } from '#platform/platform.ts'
import type { BucketLookup } from './bucket-lookup.ts'
import type { BlobSignatures } from './signatures.ts'

/** OBJECTS is the table in which a project has its objects. */
export const OBJECTS = { slug: 'storage_objects' } as const

/** StorageProject is a project as far as storage must know it. */
export type StorageProject = LocatedProject & DataProject

/** Storage is made once by the module and handed to everything in it. */
export interface Storage {
  readonly platform: Platform
  readonly clusters: Clusters
  readonly findProject: FindProject
  readonly buckets: BucketLookup
  readonly signatures: BlobSignatures
  /** changed says that an object was written, so that all nodes forget what they know of it. */
  changed(project: StorageProject, objectId: string, kind: 'created' | 'changed'): Promise<void>
}

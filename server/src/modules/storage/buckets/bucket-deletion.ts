// Deletes the objects of a bucket in the background, some at a time, and then the bucket.
import type { LocatedProject } from '#platform/db/clusters/clusters.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { type Bucket, deleteBucket } from '#storage/context/buckets.store.ts'
import { SERVER } from '#storage/context/caller.ts'
import type { Storage } from '#storage/context/storage.ts'
import { removeSome } from '#storage/objects/remove-objects.ts'

const JOB = 'storage-empty-bucket'
const BATCH = 500

interface Emptying {
  readonly project: string
  readonly bucket: string
}

/** sendEmptying queues the deletion of a bucket's objects. */
export async function sendEmptying(storage: Storage, project: LocatedProject, bucket: Bucket): Promise<void> {
  const data: Emptying = { project: project.id, bucket: bucket.id }
  await storage.platform.controlPlane
    .transaction()
    .execute((transaction) => storage.platform.jobs.send(JOB, data, transaction, project.id))
}

/** bucketDeletion returns the job that empties buckets. */
export function bucketDeletion(storage: Storage): JobDefinition<Emptying> {
  return {
    name: JOB,
    retries: 10,
    atOnce: 2,
    perProject: 1,
    run: async ({ project: id, bucket: bucketId }) => {
      const project = await storage.findProject(id)
      const bucket = project && (await storage.buckets.find(project, bucketId))
      if (project === undefined || bucket?.is_emptying !== true) return
      while ((await removeSome(storage, project, SERVER, bucket.slug, BATCH)) > 0);
      await deleteBucket(storage.clusters.of(project).admin, project.id, bucket.id)
      await storage.buckets.forget(project)
    },
  }
}

// Deletes the objects of a bucket in the background, some at a time, and then the bucket.

import { deleteBucket, listEmptying, markEmptying } from '#modules/storage/context/buckets.store.ts'
import { SERVER } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { type FileUse, useIn } from '#modules/storage/objects/files-in-use.ts'
import { removeSome } from '#modules/storage/objects/remove-objects.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { listUnfinished } from '#platform/jobs/unfinished-jobs.ts'

const JOB = 'storage-empty-bucket'
const BATCH = 500
const PAGE = 100

interface Emptying {
  readonly project: string
  readonly bucket: string
}

/** sendEmptying queues the deletion of a bucket's objects. */
export async function sendEmptying({ platform }: Storage, projectId: string, bucket: string): Promise<void> {
  const data: Emptying = { project: projectId, bucket }
  await transaction(platform.clusters.main.admin, (db) => platform.jobs.send(JOB, data, db, projectId))
}

/** queueEmptyings queues it for buckets whose job was lost between their marking and the queue. */
export async function queueEmptyings(storage: Storage, { admin }: Cluster): Promise<void> {
  for (let after: string | undefined; ; ) {
    const marked = await listEmptying(admin, after, PAGE)
    if (marked.length === 0) return
    const ids = marked.map(({ id }) => id)
    const queued = await listUnfinished(storage.clusters.main.admin, JOB, 'bucket', ids)
    for (const { id, project_id } of marked) {
      // The buckets of a project that is being deleted go with it.
      if (queued.has(id) || (await storage.findProject(project_id)) === undefined) continue
      await sendEmptying(storage, project_id, id)
    }
    if (marked.length < PAGE) return
    after = ids.at(-1)
  }
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
      const { admin } = storage.clusters.of(project)
      const use = await empty(storage, project, bucket.slug)
      if (use === undefined) await deleteBucket(admin, project.id, bucket.id)
      else {
        await markEmptying(admin, project.id, bucket.id, false)
        const { log } = storage.platform
        log.warn(
          { project_id: id, bucket: bucket.slug, ...use },
          'a bucket stays: a row keeps one of its files',
        )
      }
      await storage.buckets.forget(project)
    },
  }
}

// A row may have begun to keep a file since the deletion was asked for. Returns the column of such a row.
async function empty(
  storage: Storage,
  project: StorageProject,
  bucket: string,
): Promise<FileUse | undefined> {
  try {
    while ((await removeSome(storage, project, SERVER, bucket, BATCH)) > 0);
    return undefined
  } catch (error) {
    const use = useIn(error)
    if (use === undefined) throw error
    return use
  }
}

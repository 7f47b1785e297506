// How much a project may still store. It is asked before bytes are taken, and again when they are there.
import type { LocatedProject } from '#platform/db/clusters/clusters.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Storage } from '#storage/context/storage.ts'
import { readUsage } from './blobs.store.ts'

/** roomOf returns how many bytes a project may still store; Infinity without a quota. */
export async function roomOf({ platform, clusters }: Storage, project: LocatedProject): Promise<number> {
  const quota = platform.config.storageQuota
  if (quota === undefined) return Number.POSITIVE_INFINITY
  const { bytes } = await readUsage(clusters.of(project).admin, project.id)
  return quota - bytes
}

/** checkQuota throws 429 where a project has stored more than it may. */
export async function checkQuota(storage: Storage, project: LocatedProject): Promise<void> {
  if ((await roomOf(storage, project)) < 0) throw overQuota(storage)
}

/** overQuota returns the 429 of a project that has stored what it may. */
export function overQuota({ platform }: Storage): AppError {
  return new AppError(
    'quota_exceeded',
    `This project has used its storage of ${platform.config.storageQuota} bytes. Delete files; their room is free after the time in which that can be undone.`,
  )
}

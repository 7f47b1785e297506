// How much a project may still store. It is asked before bytes are taken, and again when they are there.
import { findLimit } from '#modules/plans/billing/billing.service.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import type { LocatedProject } from '#platform/db/clusters/clusters.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { readUsage } from './blobs.store.ts'

const RETRY_SECONDS = '60'

/** quotaOf returns how many bytes a project may store, by its plan and by the server's setting; undefined without a limit. */
export async function quotaOf(platform: Platform, projectId: string): Promise<number | undefined> {
  const planned = await findLimit(platform, projectId, 'storage_bytes')
  const limits = [planned, platform.config.storageQuota].filter((limit) => limit !== undefined)
  return limits.length === 0 ? undefined : Math.min(...limits)
}

/** roomOf returns how many bytes a project may still store; Infinity without a quota. */
export async function roomOf({ platform, clusters }: Storage, project: LocatedProject): Promise<number> {
  const quota = await quotaOf(platform, project.id)
  if (quota === undefined) return Number.POSITIVE_INFINITY
  const { bytes } = await readUsage(clusters.of(project).admin, project.id)
  return quota - bytes
}

/** checkQuota throws 429 where a project has stored more than it may. */
export async function checkQuota(storage: Storage, project: LocatedProject): Promise<void> {
  if ((await roomOf(storage, project)) < 0) throw await overQuota(storage, project)
}

/** overQuota returns the 429 of a project that has stored what it may. */
export async function overQuota({ platform, clusters }: Storage, project: LocatedProject): Promise<AppError> {
  const limit = (await quotaOf(platform, project.id)) ?? 0
  const { bytes: used } = await readUsage(clusters.of(project).admin, project.id)
  return new AppError(
    'quota_exceeded',
    `This project has used its storage of ${limit} bytes. Delete files; their room is free after the time in which that can be undone.`,
    {
      details: { quota: 'storage_bytes', limit, used, resets_at: null },
      headers: { 'retry-after': RETRY_SECONDS },
    },
  )
}

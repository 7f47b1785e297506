// What a project stores and sends.

import { readUsage } from '#modules/storage/blobs/blobs.store.ts'
import { quotaOf } from '#modules/storage/blobs/quota.ts'
import type { LocatedProject } from '#platform/db/clusters/clusters.ts'
import type { Platform } from '#platform/platform.ts'
import { readEgress } from './usage.store.ts'

/** StorageFigures are what a project stores now, and has sent this month. */
export interface StorageFigures {
  readonly bytes: number
  readonly objects: number
  readonly egress_bytes: number
  readonly quota_bytes: number | null
}

/** readFigures returns what a project stores and sends. Bytes include what is kept of deleted files. */
export async function readFigures(platform: Platform, project: LocatedProject): Promise<StorageFigures> {
  const { clusters, clock } = platform
  const [{ bytes, objects }, egress_bytes, quota] = await Promise.all([
    readUsage(clusters.of(project).admin, project.id),
    readEgress(clusters.main.adminOf(project), project.id, clock.now()),
    quotaOf(platform, project.id),
  ])
  return { bytes, objects, egress_bytes, quota_bytes: quota ?? null }
}

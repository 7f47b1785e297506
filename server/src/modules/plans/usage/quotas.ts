// Says when a project has come near its quota of storage, or has reached it: once, until it was below for a week.
import { notifyNow } from '#platform/events/platform-events.ts'
import type { Platform } from '#platform/platform.ts'
import { listNearQuota } from './usage.store.ts'

const NEAR = 0.8
const QUIET_SECONDS = 7 * 86_400
const AT_ONCE = 500

/** announceQuotas writes an event for each project that stores at least 80 % of what it may, and has none yet. */
export async function announceQuotas(platform: Platform): Promise<void> {
  const { clusters, clock, config } = platform
  const quota = config.storageQuota
  if (quota === undefined) return
  const since = new Date(clock.now().getTime() - QUIET_SECONDS * 1000)
  const near = await listNearQuota(clusters.main.admin, {
    now: clock.now(),
    near: quota * NEAR,
    reached: quota,
    since,
    most: AT_ONCE,
  })
  for (const { project_id, storage_bytes } of near) {
    const isReached = storage_bytes >= quota
    const percent = Math.floor((100 * storage_bytes) / quota)
    await notifyNow(platform, {
      type: isReached ? 'quota.reached' : 'quota.near',
      projectId: project_id,
      subject: 'storage',
      quietSeconds: QUIET_SECONDS,
      message: isReached
        ? 'The quota of storage is used up: uploads are refused until files are deleted.'
        : `${percent} % of the quota of storage is used.`,
      data: { quota: 'storage', used_bytes: storage_bytes, quota_bytes: quota },
    })
  }
}

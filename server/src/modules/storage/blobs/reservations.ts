// Room that is reserved for bytes which come in later requests: resumable uploads and signed addresses. Whoever the policies
// let in could take a whole quota with files that are never sent, so users and publishable keys reserve a share of it.

import type { StorageCaller } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { readReserved } from './blobs.store.ts'
import { quotaOf } from './quota.ts'

/** RESERVABLE is the share of the quota that one user may reserve, and all of a project together. */
export const RESERVABLE = { user: 1 / 2, project: 3 / 4 } as const

const RETRY_SECONDS = '60'

/** holderOf returns whose share a caller's reservations belong to, or undefined for dashboard users and secret keys. */
export function holderOf({ context, owner }: StorageCaller): string | undefined {
  return owner ?? (context.kind === 'publishable' ? context.kind : undefined)
}

/** checkReservable throws 413 where so many bytes are more than one holder may ever reserve. */
export async function checkReservable(
  { platform }: Storage,
  project: StorageProject,
  holder: string | undefined,
  bytes: number,
): Promise<void> {
  const quota = holder === undefined ? undefined : await quotaOf(platform, project.id)
  if (quota === undefined) return
  const most = Math.floor(quota * RESERVABLE.user)
  if (bytes > most)
    throw new AppError(
      'payload_too_large',
      `This upload would reserve ${bytes} bytes; unfinished uploads of one user can have ${most} bytes together. Upload the file with one request.`,
      { details: { max_bytes: most } },
    )
}

/** checkReserved throws 429 where a holder, or a project, has reserved more than its share with what is registered now. */
export async function checkReserved(
  { platform, clusters }: Storage,
  project: StorageProject,
  holder: string | undefined,
): Promise<void> {
  const quota = holder === undefined ? undefined : await quotaOf(platform, project.id)
  if (holder === undefined || quota === undefined) return
  const { admin } = clusters.of(project)
  const reserved = await readReserved(admin, project.id, holder, platform.clock.now())
  const [user, all] = [Math.floor(quota * RESERVABLE.user), Math.floor(quota * RESERVABLE.project)]
  if (reserved.own > user) throw tooMuch('of yours', user)
  if (reserved.all > all) throw tooMuch('of the users of this project', all)
}

function tooMuch(whose: string, limit: number): AppError {
  return new AppError(
    'quota_exceeded',
    `Unfinished uploads ${whose} would reserve more than ${limit} bytes. Finish or end some first, or wait until they expire.`,
    { details: { quota: 'reserved_bytes', limit }, headers: { 'retry-after': RETRY_SECONDS } },
  )
}

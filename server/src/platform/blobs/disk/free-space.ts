// How much room there is on the disk. The database may be on the same one, so some of it is never taken.
import { statfs } from 'node:fs/promises'
import { noRoom } from '#platform/blobs/store/blob-errors.ts'

/** RESERVE_BYTES is what uploads and backups leave free. */
export const RESERVE_BYTES = 256 * 1024 * 1024

/** CHECK_EVERY_BYTES is how much an upload writes until the room is looked at again. */
export const CHECK_EVERY_BYTES = 64 * 1024 * 1024

const ASK_EVERY_MS = 1000

/** FreeBytes returns how many bytes the file system of a folder can still take. */
export type FreeBytes = (folder: string) => Promise<number>

/** freeBytes asks the file system. */
export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** CheckRoom is called before so many bytes are written, and throws where they do not fit. */
export type CheckRoom = (bytes: number) => Promise<void>

/** watchRoom returns the check of a folder. As long as there is much room, the file system is asked once a second. */
export function watchRoom(folder: string, free: FreeBytes, full: () => Error = noRoom): CheckRoom {
  let room = 0
  let askedAt = Number.NEGATIVE_INFINITY
  return async (bytes) => {
    room -= bytes
    if (room > CHECK_EVERY_BYTES && performance.now() - askedAt < ASK_EVERY_MS) return
    room = (await free(folder)) - RESERVE_BYTES - bytes
    askedAt = performance.now()
    if (room < 0) throw full()
  }
}

/** asNoRoom returns a 507 for the error of a full disk, and every other error as it is. */
export function asNoRoom(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(error) : error
}

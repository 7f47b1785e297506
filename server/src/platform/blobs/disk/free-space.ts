// How much room there is on the disk. The database may be on the same one, so some of it is never taken.
import { statfs } from 'node:fs/promises'
import { noRoom } from '#platform/blobs/store/blob-errors.ts'

/** RESERVE_BYTES is what uploads leave free. */
export const RESERVE_BYTES = 256 * 1024 * 1024

/** CHECK_EVERY_BYTES is how much an upload writes until the room is looked at again. */
export const CHECK_EVERY_BYTES = 64 * 1024 * 1024

/** FreeBytes returns how many bytes the file system of a folder can still take. */
export type FreeBytes = (folder: string) => Promise<number>

/** freeBytes asks the file system. */
export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** checkRoom throws 507 where so many bytes do not fit. */
export async function checkRoom(folder: string, bytes: number, free: FreeBytes = freeBytes): Promise<void> {
  if ((await free(folder)) < bytes + RESERVE_BYTES) throw noRoom()
}

/** asNoRoom returns a 507 for the error of a full disk, and every other error as it is. */
export function asNoRoom(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(error) : error
}

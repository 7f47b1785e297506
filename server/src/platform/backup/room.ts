// The room of a disk. The database may be on the same one, and cannot go on without any.
import { CHECK_EVERY_BYTES, freeBytes, RESERVE_BYTES } from '#platform/blobs/disk/free-space.ts'

/** TakeRoom is called before so many bytes are written. */
export type TakeRoom = (bytes: number) => Promise<void>

/** leaveRoom returns what throws `full` where a folder's disk has no more room than is left for others. */
export function leaveRoom(folder: string, full: () => Error): TakeRoom {
  let left = 0
  return async (bytes) => {
    left -= bytes
    if (left > 0) return
    left = CHECK_EVERY_BYTES
    if ((await freeBytes(folder)) <= RESERVE_BYTES) throw full()
  }
}

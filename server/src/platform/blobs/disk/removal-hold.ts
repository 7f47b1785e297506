// Holds back the removal of blobs while a backup copies them: what is removed meanwhile moves aside. The hold is a file beside the
// blobs, which every process that shares the folder sees; one that its holder no longer renews has ended.
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from './folders.ts'

const RENEW_MS = 5000
/** HOLD_MS is how long a hold lasts that is not renewed, in milliseconds. */
export const HOLD_MS = 60_000

/** asideOf returns where removed blobs are kept, laid out as in the folder itself. */
export function asideOf(folder: string): string {
  return join(folder, '.held')
}

/** isHeld reports whether removals from a folder are held back. */
export async function isHeld(folder: string): Promise<boolean> {
  const found = await stat(fileOf(folder)).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs < HOLD_MS
}

/** moveAside keeps a file that is removed from the folder, unless the hold has just ended. One that is not there counts as removed. */
export async function moveAside(path: string, kept: string): Promise<void> {
  try {
    await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
    await rename(path, kept)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await rm(path, { force: true })
  }
}

/** holdRemovals keeps what is removed from a folder while `work` runs. It throws where that cannot be said of all the time. */
export async function holdRemovals<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = fileOf(folder)
  await makeFolder(asideOf(folder))
  await writeFile(file, '', { mode: 0o600 })
  let renewedAt = Date.now()
  let lapsed = false
  const renew = async () => {
    const now = Date.now()
    lapsed ||= now - renewedAt >= HOLD_MS
    renewedAt = now
    await utimes(file, now / 1000, now / 1000).catch(() => {
      lapsed = true
    })
  }
  const timer = setInterval(() => void renew(), RENEW_MS)
  try {
    const result = await work()
    await renew()
    if (lapsed) throw new Error('it stood still for a minute, and files may be missing')
    return result
  } finally {
    clearInterval(timer)
    // Servers remove what is left here of a hold that has ended.
    for (const path of [file, asideOf(folder)])
      await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

function fileOf(folder: string): string {
  return join(asideOf(folder), 'hold')
}

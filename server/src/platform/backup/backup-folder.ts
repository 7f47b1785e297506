// The folder of a backup among others: while the backup is made it has a name that is no backup's, and gets its own once it is whole.
// Several installations can share the folder above.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncFolder } from '#platform/blobs/disk/folders.ts'
import { type Header, isOfSame, readHeader } from './backup-files.ts'

const UNFINISHED = /^unfinished-[0-9a-f-]{36}$/
// Another installation's backup may be under way for long.
const LEFTOVER_MS = 24 * 3600 * 1000
const TAKEN = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR']

/** isBackupName tells whether a folder is called like a backup. */
export function isBackupName(name: string): boolean {
  return /^\d{8}T\d{6}Z$/.test(name)
}

/** makeUnfinished makes a folder for a backup that begins. */
export async function makeUnfinished(to: string): Promise<string> {
  const folder = join(to, `unfinished-${randomUUID()}`)
  await makeFolder(to)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** publish names a folder by a time in UTC, so that names sort as times do, or by the next second that is free. It returns the path. */
export async function publish(folder: string, to: string, time: Date): Promise<string> {
  const path = join(to, time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, ''))
  try {
    await rename(folder, path)
  } catch (error) {
    if (!TAKEN.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return publish(folder, to, new Date(time.getTime() + 1000))
  }
  await syncFolder(to)
  return path
}

/** removeLeftovers removes what backups have left that were killed: those of the same installation, of which only one runs, and where nothing was written for a day. */
export async function removeLeftovers(to: string, own: Header): Promise<void> {
  for (const name of await readdir(to)) {
    const folder = join(to, name)
    // That of another user stays.
    if (UNFINISHED.test(name) && (await isLeftover(folder, own)))
      await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

async function isLeftover(folder: string, own: Header): Promise<boolean> {
  const header = await readHeader(folder)
  if (header !== undefined && isOfSame(header, own)) return true
  return Date.now() - (await lastWrite(folder)) > LEFTOVER_MS
}

async function lastWrite(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const times = [folder, ...names.map((name) => join(folder, name))].map(async (path) => {
    const found = await stat(path).catch(() => undefined)
    return found?.mtimeMs ?? 0
  })
  return Math.max(...(await Promise.all(times)))
}

// Removes the temporary files of processes that have ended without a word.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** removeOldFiles removes the files of a folder that nobody has written to since a point in time. */
export async function removeOldFiles(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file?.isFile() && file.mtime < before) await rm(path, { force: true })
  }
}

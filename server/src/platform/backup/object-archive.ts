// The bytes of all files as one tar archive, which is laid out as the folder is, in the order of their keys.
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Pack, pack } from 'tar-stream'
import { placeOf } from '#platform/blobs/disk/disk-store.ts'
import { listFiles } from '#platform/blobs/disk/list-files.ts'
import { asideOf } from '#platform/blobs/disk/removal-hold.ts'
import { isBlobKey } from '#platform/blobs/store/blob-keys.ts'

/** packObjects returns the archive of a folder of blobs, whose removals are held back until the archive has ended. */
export function packObjects(folder: string): Readable {
  const archive = pack()
  addAll(archive, folder).catch((error) => archive.destroy(error))
  return Readable.from(archive, { objectMode: false })
}

async function addAll(archive: Pack, folder: string): Promise<void> {
  // A blob that is removed moves from the first into the second.
  const folders = [folder, asideOf(folder)]
  for await (const key of listFiles(folders)) {
    if (!isBlobKey(key)) continue
    const place = placeOf(key)
    const file = await openFirst(folders.map((one) => join(one, place)))
    // An upload that failed has left nothing.
    if (file !== undefined) await add(archive, place, file)
  }
  archive.finalize()
}

async function openFirst(paths: readonly string[]): Promise<FileHandle | undefined> {
  for (const path of paths) {
    try {
      return await open(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return undefined
}

// An upload that is under way may grow meanwhile; nothing knows it yet.
async function add(archive: Pack, name: string, file: FileHandle): Promise<void> {
  try {
    const { size, mtime } = await file.stat()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const header = { name, size, mtime, mode: 0o600, type: 'file' } as const
    const entry = archive.entry(header, (error) => (error ? reject(error) : resolve()))
    if (size === 0) entry.end(null)
    else
      file
        .createReadStream({ end: size - 1, autoClose: false })
        .once('error', reject)
        .pipe(entry)
    await promise
  } finally {
    await file.close()
  }
}

// Backups in a folder. While one is made, its folder has a name that is no backup's, and gets its own once it is whole.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder, syncFolder } from '#platform/blobs/disk/folders.ts'
import { freeBytes, watchRoom } from '#platform/blobs/disk/free-space.ts'
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { BackupError } from './backup-error.ts'
import { type BackupFiles, type BackupPlace, backupName, FileMissing, isBackupName } from './place.ts'

const UNFINISHED = /^unfinished-[0-9a-f-]{36}$/
// Another installation's backup may be under way for long.
const LEFTOVER_MS = 24 * 3600 * 1000
const TAKEN = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR']
const PIECE_BYTES = 1024 * 1024

/** folderPlace returns the place of backups in a folder, which is made with the first. Its disk keeps some room for others. */
export function folderPlace(to: string): BackupPlace {
  return {
    address: to,
    names: async () => {
      const names = await readdir(to).catch((error) => {
        throw new BackupError(`The folder ${to} cannot be read: ${reasonOf(error)}.`, { cause: error })
      })
      return names.filter(isBackupName).sort()
    },
    files: (name) => folderFiles(join(to, name)),
    begin: async (time) => {
      const folder = unfinishedIn(to)
      await makeFolder(to)
      await mkdir(folder, { mode: 0o700 })
      return {
        ...folderFiles(folder),
        publish: async () => folderFiles(await publish(folder, time)),
        removeLeftovers: (isOwn) => removeLeftovers(to, folder, isOwn),
      }
    },
  }
}

async function removeLeftovers(
  to: string,
  present: string,
  isOwn: (files: BackupFiles) => Promise<boolean>,
): Promise<void> {
  for (const name of await readdir(to)) {
    const folder = join(to, name)
    if (!UNFINISHED.test(name) || folder === present) continue
    const isLeft = (await isOwn(folderFiles(folder))) || Date.now() - (await lastWrite(folder)) > LEFTOVER_MS
    // That of another user stays.
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/** folderFiles returns the files in a folder. */
export function folderFiles(folder: string): BackupFiles {
  return {
    address: folder,
    sizes: async () => {
      const sizes = new Map<string, number>()
      for (const name of await readdir(folder)) sizes.set(name, (await stat(join(folder, name))).size)
      return sizes
    },
    read: (name) => readFrom(join(folder, name)),
    write: async (name, bytes) => {
      const full = `The backup could not be written to ${folder}: its disk is nearly full.`
      const checkRoom = watchRoom(folder, freeBytes, () => new BackupError(full))
      const options = { mode: 0o600, flush: true, highWaterMark: 4 * PIECE_BYTES }
      const checked = async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          await checkRoom(chunk.length)
          yield chunk
        }
      }
      await pipeline(bytes, checked, createWriteStream(join(folder, name), options))
    },
    remove: async () => {
      // One that is removed in part is no backup, and the next one to be made removes the rest.
      const leftover = unfinishedIn(dirname(folder))
      await rename(folder, leftover)
      await rm(leftover, { recursive: true, force: true })
    },
  }
}

function unfinishedIn(to: string): string {
  return join(to, `unfinished-${randomUUID()}`)
}

// Several may begin in one second: a name that is taken is that of the next one.
async function publish(folder: string, time: Date): Promise<string> {
  const path = join(dirname(folder), backupName(time))
  await syncFolder(folder)
  try {
    await rename(folder, path)
  } catch (error) {
    if (!TAKEN.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return publish(folder, new Date(time.getTime() + 1000))
  }
  await syncFolder(dirname(folder))
  return path
}

async function* readFrom(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: PIECE_BYTES })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw ['ENOENT', 'ENOTDIR'].includes(code) ? new FileMissing(basename(path), { cause: error }) : error
  }
}

async function lastWrite(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const times = [folder, ...names.map((name) => join(folder, name))].map(async (path) => {
    const found = await stat(path).catch(() => undefined)
    return found?.mtimeMs ?? 0
  })
  return Math.max(...(await Promise.all(times)))
}

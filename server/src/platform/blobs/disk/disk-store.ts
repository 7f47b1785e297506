// Blobs as files: objects/<project>/<two digits>/<key>. A file is written under a temporary name, and has its own once it
// is whole. Writes are synced before they count, so that a row never points to bytes that a crash has taken.
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { BlobMissing, tooLarge } from '#platform/blobs/store/blob-errors.ts'
import { checkBlobKey, checkProjectId, isBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { BlobStore, ByteRange, ListedBlob, PutOptions } from '#platform/blobs/store/blob-store.ts'
import { bytesOf } from '#platform/blobs/store/bytes-of.ts'
import { checkBody } from '#platform/blobs/store/checked-body.ts'
import { makeFolder, syncFolder } from './folders.ts'
import { asNoRoom, CHECK_EVERY_BYTES, checkRoom, type FreeBytes, freeBytes } from './free-space.ts'
import { listFiles } from './list-files.ts'
import { removeOldFiles } from './old-files.ts'
import { writeBody } from './write-file.ts'

const READ_BYTES = 256 * 1024
const UNFINISHED = '.unfinished'

/** DiskStoreOptions say where a store is. */
export interface DiskStoreOptions {
  /** folder is where the blobs are. It is made with the first one. */
  readonly folder: string
  /** free replaces the question for free space, in tests. */
  readonly free?: FreeBytes
}

/** openDiskStore returns the store of a folder. */
export function openDiskStore({ folder, free = freeBytes }: DiskStoreOptions): BlobStore {
  const unfinished = join(folder, UNFINISHED)

  const put: BlobStore['put'] = async (key, body, options) => {
    const path = pathOf(folder, key)
    const temporary = join(unfinished, basename(path))
    const checked = checkBody(body, options)
    const file = await create(temporary)
    try {
      const room = roomWatch(options)
      await room(0)
      await writeBody(file, checked.bytes, room)
      const stored = checked.result()
      await settle(file, temporary, path)
      return stored
    } catch (error) {
      await file.close().catch(() => {})
      await Promise.all([temporary, path].map((name) => rm(name, { force: true })))
      throw asNoRoom(error)
    }
  }

  // Looks at the room before the first byte and then after every so many.
  const roomWatch = ({ size = 0 }: PutOptions) => {
    let total = 0
    let next = 0
    return async (bytes: number) => {
      total += bytes
      if (total < next) return
      next = total + CHECK_EVERY_BYTES
      await checkRoom(folder, Math.max(size - total, 0), free)
    }
  }

  const openBlob = (key: string) => open(pathOf(folder, key), 'r').catch(rethrowMissing(key))

  const read = async (key: string, range?: ByteRange): Promise<Readable> => {
    const file = await openBlob(key)
    return file.createReadStream({ highWaterMark: READ_BYTES, ...bounds(range) })
  }

  return {
    put,
    join: (key, parts, options) => put(key, bytesOf(parts, read), options),
    read,
    load: async (key, maxBytes) => {
      const file = await openBlob(key)
      try {
        const { size } = await file.stat()
        if (size > maxBytes) throw tooLarge(maxBytes)
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    find: (key) => findFile(pathOf(folder, key), key),
    remove: async (keys) => {
      for (const key of keys) await rm(pathOf(folder, key), { force: true })
    },
    removeProject: async (id) => rm(join(folder, checkProjectId(id)), { recursive: true, force: true }),
    list: async (after, limit) => {
      const found: ListedBlob[] = []
      for await (const key of listFiles(folder, after)) {
        const blob = isBlobKey(key) ? await findFile(pathOf(folder, key), key) : undefined
        if (blob !== undefined) found.push(blob)
        if (found.length >= limit) break
      }
      return found
    },
    removeUnfinished: (before) => removeOldFiles(unfinished, before),
    close: async () => {},
  }
}

function pathOf(folder: string, key: string): string {
  const [project = '', name = ''] = checkBlobKey(key).split('/')
  return join(folder, project, name.slice(0, 2), name)
}

async function create(path: string): Promise<FileHandle> {
  const make = () => open(path, 'wx', 0o600)
  return make().catch(async (error) => {
    if (error.code !== 'ENOENT') throw asNoRoom(error)
    await makeFolder(dirname(path)).catch((failed) => Promise.reject(asNoRoom(failed)))
    return make()
  })
}

// The new name and the bytes become durable with one sync where the file system can; nobody knows the key before that.
async function settle(file: FileHandle, temporary: string, path: string): Promise<void> {
  await rename(temporary, path).catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    await makeFolder(dirname(path))
    await rename(temporary, path)
  })
  await file.sync()
  await file.close()
  await syncFolder(dirname(path))
}

function bounds(range: ByteRange | undefined) {
  return range === undefined ? {} : { start: range.first, end: range.last }
}

async function findFile(path: string, key: string): Promise<ListedBlob | undefined> {
  const file = await stat(path).catch(() => undefined)
  return file === undefined ? undefined : { key, size: file.size, modified: file.mtime }
}

function rethrowMissing(key: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ENOENT' ? new BlobMissing(key) : error
  }
}

// Blobs as files: objects/<project>/<two digits>/<key>. Nobody knows a key before its file is whole and synced, so a row never
// points to bytes that a crash has taken; files that no row knows are found by the sweeper.
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { BlobMissing, tooLarge } from '#platform/blobs/store/blob-errors.ts'
import { checkBlobKey, checkProjectId, isBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { BlobStore, ByteRange, ListedBlob, PutOptions } from '#platform/blobs/store/blob-store.ts'
import { bytesOf } from '#platform/blobs/store/bytes-of.ts'
import { checkBody } from '#platform/blobs/store/checked-body.ts'
import { FileStream } from './file-stream.ts'
import { createFolderSyncs, makeFolder } from './folders.ts'
import { asNoRoom, CHECK_EVERY_BYTES, type FreeBytes, freeBytes, watchRoom } from './free-space.ts'
import { listFiles } from './list-files.ts'
import { removeOldFiles } from './old-files.ts'
import { asideOf, isHeld, moveAside } from './removal-hold.ts'
import { writeBody } from './write-file.ts'

// Where versions before 0029 wrote files that were not whole.
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
  const room = watchRoom(folder, free)
  const folders = createFolderSyncs()

  const put: BlobStore['put'] = async (key, body, options) => {
    const path = pathOf(folder, key)
    const checked = checkBody(body, options)
    const file = await create(path)
    try {
      await room(options.size ?? 0)
      await writeBody(file, checked.bytes, whileWriting(options))
      const stored = checked.result()
      await Promise.all([file.sync(), folders.sync(dirname(path))])
      await file.close()
      return stored
    } catch (error) {
      await file.close().catch(() => {})
      await rm(path, { force: true })
      throw asNoRoom(error)
    }
  }

  // Looks at the room again after every so many bytes.
  const whileWriting = ({ size = 0 }: PutOptions) => {
    let total = 0
    let next = CHECK_EVERY_BYTES
    return async (bytes: number) => {
      total += bytes
      if (total < next) return
      next = total + CHECK_EVERY_BYTES
      await room(Math.max(size - total, 0))
    }
  }

  const openBlob = (key: string) => open(pathOf(folder, key), 'r').catch(rethrowMissing(key))

  const read = async (key: string, range?: ByteRange): Promise<Readable> => {
    return new FileStream(await openBlob(key), range)
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
      const held = await isHeld(folder)
      for (const key of keys) {
        const path = pathOf(folder, key)
        if (held) await moveAside(path, pathOf(asideOf(folder), key))
        else await rm(path, { force: true })
      }
    },
    removeProject: async (id) => {
      const path = join(folder, checkProjectId(id))
      if (await isHeld(folder))
        for await (const key of listFiles([folder], `${id}/`)) {
          if (!key.startsWith(`${id}/`)) break
          await moveAside(pathOf(folder, key), pathOf(asideOf(folder), key))
        }
      await rm(path, { recursive: true, force: true })
    },
    list: async (after, limit) => {
      const found: ListedBlob[] = []
      for await (const key of listFiles([folder], after)) {
        const blob = isBlobKey(key) ? await findFile(pathOf(folder, key), key) : undefined
        if (blob !== undefined) found.push(blob)
        if (found.length >= limit) break
      }
      return found
    },
    removeUnfinished: async (before) => {
      await removeOldFiles(join(folder, UNFINISHED), before)
      if (!(await isHeld(folder))) await rm(asideOf(folder), { recursive: true, force: true })
    },
    close: async () => {},
  }
}

/** placeOf returns where the blob of a key is, below the folder of the store. */
export function placeOf(key: string): string {
  const [project = '', name = ''] = checkBlobKey(key).split('/')
  return `${project}/${name.slice(0, 2)}/${name}`
}

function pathOf(folder: string, key: string): string {
  return join(folder, placeOf(key))
}

async function create(path: string): Promise<FileHandle> {
  const make = () => open(path, 'wx', 0o600)
  return make().catch(async (error) => {
    if (error.code !== 'ENOENT') throw asNoRoom(error)
    await makeFolder(dirname(path)).catch((failed) => Promise.reject(asNoRoom(failed)))
    return make()
  })
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

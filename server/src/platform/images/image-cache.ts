// Transformed images on disk, so that each is made once. The cache has a size; what was not read for longest goes first.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Config } from '#platform/config/config.ts'

const NAME = /^[0-9a-f]{16}-[0-9a-f]{64}$/

/** ImageCache keeps files under the digests of keys, which belong to projects. */
export interface ImageCache {
  find(projectId: string, key: string): Promise<Buffer | undefined>
  add(projectId: string, key: string, bytes: Buffer): Promise<void>
  /** forget removes the files of a project. */
  forget(projectId: string): Promise<void>
}

/** imageCacheOf returns the cache of the settings. */
export function imageCacheOf({ dataDir, imageCache }: Pick<Config, 'dataDir' | 'imageCache'>): ImageCache {
  return openImageCache(join(resolve(dataDir), 'image-cache'), imageCache * 1024 * 1024)
}

/** openImageCache returns the cache of a folder. What is in it already is read with the first use. */
export function openImageCache(folder: string, maxBytes: number): ImageCache {
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose: (_, name, reason) => {
      if (reason === 'evict') rm(join(folder, name), { force: true }).catch(() => {})
    },
  })
  let filled: Promise<void> | undefined
  const fill = () => {
    filled ??= readCache(folder, sizes)
    return filled
  }
  return {
    find: async (projectId, key) => {
      await fill()
      const name = nameOf(projectId, key)
      if (sizes.get(name) === undefined) return undefined
      return readFile(join(folder, name)).catch(() => {
        sizes.delete(name)
        return undefined
      })
    },
    add: async (projectId, key, bytes) => {
      await fill()
      const name = nameOf(projectId, key)
      if (bytes.byteLength > maxBytes || sizes.has(name)) return
      await writeWhole(folder, name, bytes)
      sizes.set(name, bytes.byteLength)
    },
    forget: async (projectId) => {
      await fill()
      const prefix = prefixOf(projectId)
      for (const name of [...sizes.keys()].filter((one) => one.startsWith(prefix))) {
        sizes.delete(name)
        await rm(join(folder, name), { force: true })
      }
    },
  }
}

function nameOf(projectId: string, key: string): string {
  return prefixOf(projectId) + digestOf(key)
}

function prefixOf(projectId: string): string {
  return `${digestOf(projectId).slice(0, 16)}-`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

// Synced before it has its name, or a crash could leave an empty image.
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${randomBytes(8).toString('hex')}`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function readCache(folder: string, sizes: LRUCache<string, number>): Promise<void> {
  const files: { name: string; size: number; read: number }[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file === undefined) continue
    if (NAME.test(name)) files.push({ name, size: file.size, read: file.atimeMs })
    else await rm(path, { force: true })
  }
  for (const { name, size } of files.toSorted((a, b) => a.read - b.read)) sizes.set(name, size)
}

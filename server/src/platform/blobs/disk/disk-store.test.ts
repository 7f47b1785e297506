// Blobs as files.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'
import { inPieces, testBlobStore } from '#platform/blobs/store/conformance.fixture.ts'
import { openDiskStore } from './disk-store.ts'
import { createFolderSyncs } from './folders.ts'
import { RESERVE_BYTES, watchRoom } from './free-space.ts'
import { listFiles } from './list-files.ts'
import { asideOf, holdRemovals, moveAside } from './removal-hold.ts'

const MAX = { maxBytes: 1e9 }
const project = randomUUID()
let folder: string
let store: BlobStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-blobs-'))
  store = openDiskStore({ folder: join(folder, 'objects') })
})
afterAll(() => rm(folder, { recursive: true }))

testBlobStore(() => store)

test('makes nothing before it is used', async () => {
  const idle = join(folder, 'idle')
  const other = openDiskStore({ folder: idle })
  expect(await other.list(undefined, 10)).toEqual([])
  await other.removeUnfinished(new Date())
  expect(await readdir(folder)).not.toContain('idle')
})

test('refuses with 507 what would take the room that is kept for the database', async () => {
  let free = RESERVE_BYTES + 100
  const small = openDiskStore({ folder: join(folder, 'small'), free: async () => free })
  const put = (size: number | undefined, bytes = 100) => {
    const key = newBlobKey(project)
    return small.put(key, inPieces(randomBytes(bytes)), { ...MAX, size })
  }
  await put(100)
  await expect(put(101, 101)).rejects.toMatchObject({ code: 'insufficient_storage', status: 507 })
  free = RESERVE_BYTES - 1
  await expect(put(undefined)).rejects.toMatchObject({ code: 'insufficient_storage' })
  expect(await small.list(undefined, 10)).toHaveLength(1)
})

test('looks at the room again while a large body arrives', async () => {
  let free = RESERVE_BYTES + 1
  const filling = openDiskStore({ folder: join(folder, 'filling'), free: async () => free })
  async function* large() {
    const piece = randomBytes(1024 * 1024)
    for (let n = 0; n < 200; n += 1) {
      if (n === 10) free = 0
      if (n === 190) throw new Error('it was not stopped')
      yield piece
    }
  }
  await expect(filling.put(newBlobKey(project), large(), MAX)).rejects.toMatchObject({
    code: 'insufficient_storage',
  })
})

test('answers a disk that is really full with 507, and leaves nothing on it', async (context) => {
  const tiny = join(folder, 'tiny')
  await mkdir(tiny)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tiny], { stdio: 'ignore' })
  } catch {
    return context.skip('a file system of one megabyte cannot be mounted here')
  }
  try {
    const full = openDiskStore({ folder: tiny, free: async () => 1e12 })
    const put = (bytes: number) => full.put(newBlobKey(project), inPieces(randomBytes(bytes)), MAX)
    for (const bytes of [2_000_000, 30_000_000])
      await expect(put(bytes)).rejects.toMatchObject({ code: 'insufficient_storage' })
    expect(await full.list(undefined, 10)).toEqual([])
    await put(500_000)
  } finally {
    execFileSync('umount', [tiny])
  }
})

test('removes what killed processes of earlier versions have left half written', async () => {
  const left = join(folder, 'objects', '.unfinished')
  await mkdir(left)
  const hourAgo = new Date(Date.now() - 3_600_000)
  for (const name of ['old', 'young']) await writeFile(join(left, name), 'half')
  await utimes(join(left, 'old'), hourAgo, hourAgo)
  await store.removeUnfinished(new Date(Date.now() - 60_000))
  expect(await readdir(left)).toEqual(['young'])
})

test('blobs that are stored at the same time share a folder, and all folders have their turn', () => {
  const folders = Array.from({ length: 256 * 64 }, () => newBlobKey(project).slice(37, 39))
  expect(new Set(folders).size).toBe(256)
  const changes = folders.filter((name, n) => n > 0 && name !== folders[n - 1])
  expect(changes.length).toBeLessThanOrEqual(256)
})

test('asks for free space once a second, but each time where there is little', async () => {
  let asked = 0
  let free = RESERVE_BYTES * 2
  const room = watchRoom('anywhere', async () => {
    asked += 1
    return free
  })
  for (let n = 0; n < 10; n += 1) await room(1000)
  expect(asked).toBe(1)
  free = RESERVE_BYTES + 5000
  await expect(room(RESERVE_BYTES)).rejects.toMatchObject({ code: 'insufficient_storage' })
  await room(1000)
  await room(1000)
  expect(asked).toBe(4)
})

test('syncs a folder for all who have added to it before the sync began', async () => {
  const syncs: PromiseWithResolvers<void>[] = []
  const folders = createFolderSyncs(() => {
    const sync = Promise.withResolvers<void>()
    syncs.push(sync)
    return sync.promise
  })
  const done: string[] = []
  const sync = (name: string) => folders.sync('a').then(() => done.push(name))
  const first = sync('first')
  const others = [sync('second'), sync('third')]
  await setImmediate()
  expect([syncs.length, done]).toEqual([1, []])
  syncs[0]?.resolve()
  await first
  await setImmediate()
  expect([syncs.length, done]).toEqual([2, ['first']])
  syncs[1]?.resolve()
  await Promise.all(others)
  expect(syncs.length).toBe(2)
})

test('what is removed while a backup runs is kept for it, and goes afterwards', async () => {
  const place = join(folder, 'held')
  const held = openDiskStore({ folder: place })
  const other = randomUUID()
  const put = async (id: string) => {
    const key = newBlobKey(id)
    await held.put(key, inPieces(randomBytes(100)), MAX)
    return key
  }
  const [kept, removed, removedAlone] = [await put(project), await put(project), await put(other)]
  const keys = async (...folders: string[]) => {
    const found: string[] = []
    for await (const key of listFiles(folders)) found.push(key)
    return found
  }
  const all = [kept, removed, removedAlone].sort()
  await holdRemovals(place, async () => {
    await held.remove([removed, newBlobKey(project)])
    await held.removeProject(other)
    await held.removeUnfinished(new Date())
    expect(await keys(place)).toEqual([kept])
    expect(await keys(place, asideOf(place))).toEqual(all)
    expect((await held.list(undefined, 10)).map(({ key }) => key)).toEqual([kept])
    await expect(held.load(removed, 1000)).rejects.toThrow('is not in the store')
  })
  expect(await keys(place, asideOf(place))).toEqual([kept])
})

test('a hold that nobody renews has ended: its backup fails, and what it kept goes', async () => {
  const place = join(folder, 'lapsed')
  const lapsed = openDiskStore({ folder: place })
  const key = newBlobKey(project)
  const put = () => lapsed.put(key, inPieces(randomBytes(100)), MAX)
  const expired = () => utimes(join(asideOf(place), 'hold'), 0, 0)
  await put()
  const work = holdRemovals(place, async () => {
    await lapsed.remove([key])
    await expired()
    await lapsed.removeUnfinished(new Date())
    expect(await readdir(place)).not.toContain('.held')
  })
  await expect(work).rejects.toThrow('files may be missing')
  await put()
  await lapsed.remove([key])
  expect(await readdir(place)).not.toContain('.held')
})

test('what cannot be removed at the end of a hold does not fail the backup, and goes later', async (context) => {
  const place = join(folder, 'busy')
  const busy = join(asideOf(place), 'busy')
  const held = openDiskStore({ folder: place })
  let isMounted = false
  try {
    await holdRemovals(place, async () => {
      await mkdir(busy)
      isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', busy]).status === 0
    })
    context.skip(!isMounted, 'nothing can be mounted here')
    expect(await readdir(asideOf(place))).toEqual(['busy'])
  } finally {
    if (isMounted) execFileSync('umount', [busy])
  }
  await held.removeUnfinished(new Date())
  expect(await readdir(place)).toEqual([])
})

test('what is removed while a hold ends is removed', async (context) => {
  context.skip(process.platform !== 'linux', 'a folder that is gone has no path here')
  const [file, aside] = [join(folder, 'removed'), join(folder, 'aside')]
  await writeFile(file, '')
  await mkdir(aside)
  const handle = await open(aside)
  await rm(aside, { recursive: true })
  // Making it succeeds, and nothing can be moved there.
  await moveAside(file, `/proc/self/fd/${handle.fd}/removed`)
  await handle.close()
  expect(await readdir(folder)).not.toContain('removed')
})

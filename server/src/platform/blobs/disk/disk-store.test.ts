// Blobs as files.
import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'
import { inPieces, testBlobStore } from '#platform/blobs/store/conformance.fixture.ts'
import { openDiskStore } from './disk-store.ts'
import { RESERVE_BYTES } from './free-space.ts'

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

const unfinished = () => readdir(join(folder, 'objects', '.unfinished'))

test('leaves no temporary files', async () => {
  expect(await unfinished()).toEqual([])
})

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
  expect(await readdir(join(folder, 'small', '.unfinished'))).toEqual([])
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

test('removes what a killed process has left half written, and nothing that is being written', async () => {
  const left = join(folder, 'objects', '.unfinished', 'left')
  await writeFile(left, 'half')
  const hourAgo = new Date(Date.now() - 3_600_000)
  await utimes(left, hourAgo, hourAgo)
  let others: string[] = []
  async function* slow() {
    yield randomBytes(10)
    await store.removeUnfinished(new Date(Date.now() - 60_000))
    others = await unfinished()
    yield randomBytes(10)
  }
  const stored = await store.put(newBlobKey(project), slow(), MAX)
  expect(stored.size).toBe(20)
  expect(others).toHaveLength(1)
})

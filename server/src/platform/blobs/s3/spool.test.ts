// What waits for an S3 server is what came, also where parts are read while more is added.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSpool } from './spool.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('parts that are read while more is added are what was added', async () => {
  const spool = openSpool(join(folder, 'busy'))
  const chunks = Array.from({ length: 60 }, () => randomBytes(100_000))
  const reads: Promise<Buffer>[] = []
  for (const [n, chunk] of chunks.entries()) {
    await spool.add(chunk)
    // Nobody waits for it before the next piece arrives.
    reads.push(spool.read(n * chunk.length, chunk.length))
  }
  for (const [n, part] of (await Promise.all(reads)).entries())
    expect(chunks[n]?.equals(part), `${n}`).toBe(true)
  expect(Buffer.concat(chunks).equals(await spool.read(0, spool.size))).toBe(true)
  await spool.close()
  expect(await readdir(folder)).toEqual([])
})

test('what is small is never written to a file', async () => {
  const spool = openSpool(join(folder, 'small'))
  await spool.add(Buffer.from('karibu'))
  expect(String(await spool.read(2, 3))).toBe('rib')
  expect(await readdir(folder)).toEqual([])
  await spool.close()
})

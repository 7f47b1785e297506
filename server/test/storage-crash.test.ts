// Files survive kill -9: whatever was answered is there and whole, whatever is there is whole, and what is left over is due.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { openSite, type Site } from './crash/site.ts'
import { cloneDatabase, TEST_SECRET, urlOf } from './test-database.ts'

const KILLS = 4
const WRITERS = 6

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('no kill leaves half a file, or loses one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-files-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const database = await cloneDatabase(inject('server'))
  cleanups.push(() => database.drop())
  const site = await openSite({
    DATABASE_URL: urlOf(database.connection),
    MSINGI_DATA: dataDir,
    MSINGI_MASTER_KEY: TEST_SECRET,
  })
  cleanups.push(() => site.stop())
  const bucket = await site.call('POST', `/projects/${site.project.id}/storage/buckets`, {
    body: { name: 'docs' },
  })
  expect(bucket.status).toBe(201)

  const answered = new Map<string, string>()
  const sent = new Set<string>()
  for (let kill = 0; kill < KILLS; kill++) {
    let stopped = false
    const writing = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; !stopped; count++) {
        const body = randomBytes(writer % 2 === 0 ? randomInt(1, 50_000) : randomInt(300_000, 2_000_000))
        sent.add(digest(body))
        // Half of them replace one object again and again.
        const name = writer < WRITERS / 2 ? `same-${writer}` : `${kill}-${writer}-${count}`
        const status = await upload(site, name, body).catch(() => 0)
        if (status === 200 || status === 201) answered.set(name, digest(body))
      }
    })
    const before = answered.size
    await expect.poll(() => answered.size, { timeout: 30_000 }).toBeGreaterThan(before)
    await sleep(randomInt(100))
    await site.kill()
    stopped = true
    await Promise.all(writing)
    await site.start()
  }

  const list = await site.call('GET', `/projects/${site.project.id}/storage/buckets/docs/objects?limit=1000`)
  const present = new Map<string, string>()
  for (const { name, checksum, size } of list.data) {
    const bytes = await download(site, name)
    expect([bytes.length, digest(bytes)], name).toEqual([size, checksum])
    expect(sent.has(checksum)).toBe(true)
    present.set(name, checksum)
  }
  // One that was being replaced may be the next version already.
  for (const [name, checksum] of answered)
    if (!name.startsWith('same')) expect(present.get(name), name).toBe(checksum)
    else expect(present.has(name)).toBe(true)

  const client = new pg.Client(database.connection)
  await client.connect()
  cleanups.push(() => client.end())
  const { rows } = await client.query(`
    select (select count(*)::int from msingi_storage.blobs where object_id is null and due_at is null) as forgotten,
      (select count(*)::int from msingi_storage.blobs where object_id is not null and not is_stored) as halves,
      (select sum(size)::text from msingi_storage.blobs) as bytes,
      (select sum(bytes)::text from msingi_storage.usage) as counted,
      (select sum(objects)::int from msingi_storage.usage) as objects`)
  expect(rows[0]).toMatchObject({ forgotten: 0, halves: 0, counted: rows[0].bytes, objects: present.size })
}, 180_000)

const urlOfObject = ({ api, project }: Site, name: string) =>
  `${api}/projects/${project.id}/storage/buckets/docs/objects/${name}`

async function upload(site: Site, name: string, body: Buffer): Promise<number> {
  const headers = { 'x-platform-api-key': site.project.secret }
  const { status } = await fetch(urlOfObject(site, name), {
    method: 'PUT',
    headers,
    body: new Uint8Array(body),
  })
  return status
}

async function download(site: Site, name: string): Promise<Buffer> {
  const headers = { 'x-platform-api-key': site.project.secret }
  return Buffer.from(await (await fetch(urlOfObject(site, name), { headers })).arrayBuffer())
}

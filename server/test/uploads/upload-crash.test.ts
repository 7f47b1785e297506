// A resumable upload survives cut connections and kill -9: nothing that was acknowledged is lost, and the file is bit-equal.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { openSite } from '#test/crash/site.ts'
import { cloneDatabase, TEST_SECRET, urlOf } from '#test/test-database.ts'
import { runUpload } from './drill.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('tus-js-client: 20 MB, cut 20 times, the server killed twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-uploads-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const database = await cloneDatabase(inject('server'))
  cleanups.push(() => database.drop())
  const site = await openSite({
    DATABASE_URL: urlOf(database.connection),
    MSINGI_DATA: join(folder, 'data'),
    MSINGI_MASTER_KEY: TEST_SECRET,
  })
  cleanups.push(() => site.stop())
  const bytes = 20_000_000
  const done = await runUpload(site, { bytes, cuts: 20, kills: 2, path: join(folder, 'file') })
  expect(done).toMatchObject({ cuts: 20, kills: 2, received: done.sent })
  expect(done.stored).toMatchObject({ size: bytes, checksum: done.sent })
  const client = new pg.Client(database.connection)
  await client.connect()
  cleanups.push(() => client.end())
  const { rows } = await client.query(`
    select (select sum(size)::float8 from msingi_storage.blobs where object_id is not null) as stored,
      (select count(*)::int from msingi_storage.resumable_parts where upload_id is not null) as parts,
      (select sum(bytes)::text from msingi_storage.usage) as counted,
      (select sum(size)::text from msingi_storage.blobs) as bytes`)
  expect(rows[0]).toMatchObject({ stored: bytes, parts: 0, counted: rows[0].bytes })
}, 300_000)

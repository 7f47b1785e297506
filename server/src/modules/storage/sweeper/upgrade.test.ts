// What versions before migration 0028 have left: rows of deleted files without bytes, and reservations of nobody.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneCommitUploads } from '#migrations/cluster/0029-one-commit-uploads.ts'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let storage: StorageDriver
const DAY = 86_400

beforeAll(async () => {
  app = await startTestApp({ storageGraceDays: 3 })
})
beforeEach(async () => {
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs')
})
afterAll(() => app.stop())

const admin = async (sql: string, values: unknown[] = []) =>
  (await app.platform.clusters.main.admin.query(sql, values)).rows
const sweep = () => app.upkeep('storage')

// The server starts with the migration, for the first time.
async function migrate(): Promise<void> {
  await admin(`drop table msingi_storage.signing_key;
    drop function msingi_storage.insert_blob(uuid, uuid, uuid, bigint, text, text);
    drop trigger count_new_blob on msingi_storage.blobs`)
  for (const statements of oneCommitUploads) await admin(statements)
}

test('rows whose bytes are gone are deleted, and no others', async () => {
  const table = `${projectNames(project.id).schema}.storage_objects`
  const { data: kept } = await storage.put('docs', 'kept', '1')
  const { data: left } = await storage.put('docs', 'left', '2')
  const { data: deleted } = await storage.put('docs', 'deleted', '3')
  for (const { id } of [left, deleted]) await storage.call('DELETE', `/objects/${id}`)
  // As an earlier version left it: the bytes are gone, the row is held by nothing any more, and nobody knows of it.
  await admin(
    `update msingi_storage.blobs set object_id = null, deleted_at = null, due_at = now() where id = $1`,
    [left.version],
  )
  await sweep()
  expect(await admin(`select id from ${table} where deleted_at is not null`)).toHaveLength(2)
  await migrate()
  expect(await admin('select project_id, object_id from msingi_storage.kept_rows')).toEqual([
    { project_id: project.id, object_id: left.id },
  ])
  app.clock.advance(DAY)
  await sweep()
  const rows = await admin(`select id from ${table} order by name`)
  expect(rows).toEqual([{ id: deleted.id }, { id: kept.id }])
  expect((await storage.call('POST', `/objects/${deleted.id}/restore`)).status).toBe(200)
  expect((await storage.get('/usage')).data).toMatchObject({ bytes: 2, objects: 2 })
})

test('unfinished uploads of users and publishable keys count as theirs, all others as nobody’s', async () => {
  const [bucket] = await admin('select id from msingi_storage.buckets where project_id = $1', [project.id])
  const user = randomUUID()
  for (const caller of [`user:${user}`, 'publishable:', 'secret:', 'dashboard:'])
    await admin(
      `with announced as (
         insert into msingi_storage.blobs (id, project_id, key, size, mime_type, checksum, due_at)
         values (gen_random_uuid(), $1, $2, 900, '', '', now() + interval '1 day') returning id)
       insert into msingi_storage.resumable_uploads (id, project_id, caller, bucket_id, object, mime_type, length)
       select id, $1, $3, $4, '{}', '', 900 from announced`,
      [project.id, newBlobKey(project.id), caller, bucket?.id],
    )
  await migrate()
  const rows = await admin(
    `select u.caller, b.reserved_by from msingi_storage.resumable_uploads u join msingi_storage.blobs b using (id)
     where u.project_id = $1 order by u.caller`,
    [project.id],
  )
  expect(rows).toEqual([
    { caller: 'dashboard:', reserved_by: null },
    { caller: 'publishable:', reserved_by: 'publishable' },
    { caller: 'secret:', reserved_by: null },
    { caller: `user:${user}`, reserved_by: user },
  ])
})

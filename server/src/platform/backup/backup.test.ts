// What keeps a backup from being made is a sentence, and leaves nothing behind.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf } from '#platform/blobs/disk/disk-store.ts'
import { objectsIn } from '#platform/blobs/open-blobs.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import { openRootKey } from '#platform/master-key/root-key.ts'
import { isRoot } from '#platform/postgres/directory/run-user.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { TEST_SECRET } from '#test/test-database.ts'
import { makeBackup } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { makeBackupInThread } from './backup-thread.ts'
import { folderPlace } from './folder-place.ts'
import { checkKnownFiles } from './known-files.ts'
import { isBackupName } from './place.ts'

let database: OpenTestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  await openRootKey(database.connection, { present: TEST_SECRET, previous: [] })
  folder = await mkdtemp(join(tmpdir(), 'msingi-backup-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const KEY = { masterKey: TEST_SECRET, previousMasterKey: undefined }

const optionsOf = (
  to: string,
  connection: pg.ClientConfig = database.connection,
  dataDir = join(folder, 'data'),
) => ({
  to,
  database: connection,
  config: { ...KEY, dataDir, databaseUrl: 'set', s3: undefined, backupS3: undefined },
  version: '0.1.0',
  now: new Date(0),
})

async function refusal(...given: Parameters<typeof optionsOf>): Promise<string> {
  const error = await makeBackup(optionsOf(...given)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BackupError)
  return (error as Error).message
}

test('a user who may not replicate is told so', async () => {
  const role = `r_${crypto.randomUUID().slice(0, 8)}`
  await database.query(`create role ${role} login password 'secret'`)
  await database.query(`grant usage on schema msingi_keys to ${role}`)
  await database.query(`grant select on msingi_keys.root_key to ${role}`)
  await database.query(`grant execute on function pg_try_advisory_lock(bigint) to ${role}`)
  const login = { ...database.connection, user: role, password: 'secret' }
  expect(await refusal(join(folder, 'b'), login)).toBe(
    'PostgreSQL cannot be backed up: its user may not replicate. Allow it: alter role … replication.',
  )
  await database.query(`drop owned by ${role}`)
  await database.query(`drop role ${role}`)
})

test('a database without Msingi is refused, and so is a second backup at once', async () => {
  expect(await refusal(join(folder, 'b'), { ...database.connection, database: 'postgres' })).toContain(
    'There is no Msingi in this database',
  )
  const other = new pg.Client(database.connection)
  await other.connect()
  await other.query(`select pg_advisory_lock(hashtextextended('msingi: backup', 0))`)
  expect(await refusal(join(folder, 'b'))).toContain('Another backup of this installation is running')
  await other.end()
})

test('a folder that cannot be written, or is full, is named', async (context) => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(await refusal(file)).toBe(
    `The backup could not be written to ${file}: a file of that name is in the way.`,
  )
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o500 })
  if (!isRoot()) expect(await refusal(closed)).toContain(`to ${closed}: permission denied.`)
  await chmod(closed, 0o700)

  const full = join(folder, 'full')
  await mkdir(full)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', full], { stdio: 'ignore' })
  } catch {
    return context.skip('a small file system cannot be mounted here')
  }
  try {
    expect(await refusal(full)).toMatch(/: its disk is nearly full\.$/)
    expect(await readdir(full)).toEqual([])
  } finally {
    execFileSync('umount', [full])
  }
})

test('files that the database knows and the folder lacks are refused, and no folder is made', async () => {
  const project = randomUUID()
  const key = newBlobKey(project)
  await database.query(
    `insert into msingi_storage.blobs (id, project_id, key, object_id, size, mime_type, checksum)
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), 1, '', '')`,
    [project, key],
  )
  const elsewhere = join(folder, 'elsewhere')
  const objects = objectsIn(elsewhere)
  expect(await refusal(join(folder, 'b'), database.connection, elsewhere)).toBe(
    `The files that this database knows are not in ${objects}. Set MSINGI_DATA to the data folder of the server.`,
  )
  expect([elsewhere, join(folder, 'b')].filter((path) => existsSync(path))).toEqual([])
  const reader = new pg.Client(database.connection)
  await reader.connect()
  await mkdir(join(objects, placeOf(key)), { recursive: true })
  await checkKnownFiles(reader, objects)
  await reader.end()
  await database.query('delete from msingi_storage.blobs')
})

test('one that is stopped before it begins does not begin', async () => {
  const options = optionsOf(join(folder, 'stopped'))
  const making = makeBackupInThread({ options }, AbortSignal.abort(new Error('stopped')), async () => {})
  await expect(making).rejects.toThrow('stopped')
})

test('backups that share a folder leave each other alone, also those of the same second', async () => {
  const to = join(folder, 'shared')
  const place = folderPlace(to)
  const [first, second] = [await place.begin(new Date(0)), await place.begin(new Date(0))]
  for (const { address } of [first, second]) await writeFile(join(address, 'manifest.json'), address)
  expect(await place.names()).toEqual([])
  expect((await first.publish()).address).toBe(join(to, '19700101T000000Z'))
  expect((await second.publish()).address).toBe(join(to, '19700101T000001Z'))
  expect(await readFile(join(to, '19700101T000000Z', 'manifest.json'), 'utf8')).toBe(first.address)
  expect((await readdir(to)).every(isBackupName)).toBe(true)
})

test('what was left unfinished goes at once, and that of others once nothing was written there for a day', async () => {
  const to = join(folder, 'leftovers')
  const place = folderPlace(to)
  const begin = async () => (await place.begin(new Date(0))).address
  const [left, written, empty] = [await begin(), await begin(), await begin()]
  const [own, foreign] = [await begin(), await begin()]
  const others = ['other', '20260102T030405Z'].map((name) => join(to, name))
  for (const other of others) await mkdir(other)
  for (const one of [left, written]) await writeFile(join(one, 'header.json'), '')
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3600 * 1000)
  for (const old of [join(left, 'header.json'), left, written, ...others])
    await utimes(old, twoDaysAgo, twoDaysAgo)
  const next = await place.begin(new Date(0))
  await next.removeLeftovers(async ({ address }) => [own, next.address].includes(address))
  expect((await readdir(to)).map((name) => join(to, name)).sort()).toEqual(
    [...others, written, empty, foreign, next.address].sort(),
  )
})

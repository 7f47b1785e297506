// What keeps a backup from being made is a sentence, and leaves nothing behind.
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRootKey } from '#platform/master-key/root-key.ts'
import { isRoot } from '#platform/postgres/directory/run-user.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { TEST_SECRET } from '#test/test-database.ts'
import { makeBackup } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { FORMAT, writeHeader } from './backup-files.ts'

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

const make = (to: string, connection: pg.ClientConfig = database.connection) =>
  makeBackup({
    to,
    database: connection,
    config: { dataDir: join(folder, 'data'), databaseUrl: 'set', s3: undefined },
    version: '0.1.0',
    now: new Date(0),
  })

async function refusal(...given: Parameters<typeof make>): Promise<string> {
  const error = await make(...given).catch((reason: unknown) => reason)
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

test('what an earlier backup of the installation has left goes, and that of another stays', async () => {
  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query(`select system_identifier::text as system from pg_control_system()`)
  await client.end()
  const to = join(folder, 'leftovers')
  const leave = async (name: string, system: string) => {
    await mkdir(join(to, name), { recursive: true })
    await writeHeader(join(to, name), {
      format: FORMAT,
      version: '0.1.0',
      created_at: new Date(0).toISOString(),
      postgres: { version: '18.1', system, embedded: true },
      clusters: ['main'],
      objects: 'included',
      master_keys: [],
    })
  }
  await leave('20260102T030405Z', rows[0].system)
  await leave('20260102T030406Z', `${rows[0].system}1`)
  await mkdir(join(to, '20260102T030407Z'))
  await mkdir(join(to, 'other'))
  // Taken by another backup of the same second.
  await mkdir(join(to, '19700101T000000Z'))
  await writeFile(join(to, '19700101T000000Z', 'manifest.json'), '')
  expect(await refusal(to)).toContain('a file of that name is in the way')
  expect((await readdir(to)).sort()).toEqual(['19700101T000000Z', '20260102T030406Z', 'other'])
})

// The location of the data for root, below a private home, and for other users.
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts'
import {
  endOf,
  queryOnce,
  recordingLog,
  removeDirectory,
  startElsewhere,
  temporaryDirectory,
} from '#platform/postgres/postgres.fixture.ts'
import { ensureDataDirectory, locateCluster } from './location.ts'
import { accountOf, canReach, canUse, defaultRunUser, isRoot } from './run-user.ts'

const ADVICE = 'Set MSINGI_DATA to one that it can write to.'

const ROOT_ONLY = 'only root starts PostgreSQL as another user'
// The short report counts skipped tests, but not why.
if (!isRoot()) process.stdout.write(`location.test.ts skips most of its tests: ${ROOT_ONLY}.\n`)

const settings = { fsync: 'off' }
const nobody = { uid: 65534, gid: 65534, name: 'nobody' }

let top: string
let running: EmbeddedPostgres | undefined

beforeEach(() => {
  top = temporaryDirectory()
})

afterEach(async () => {
  await running?.stop()
  running = undefined
  removeDirectory(top)
})

async function start(dataDir: string) {
  const { log, messages } = recordingLog()
  running = await startEmbeddedPostgres({ dataDir, systemDir: join(top, 'system'), log, settings })
  return { server: running, messages }
}

function directory(name: string, mode: number): string {
  const path = join(top, name)
  mkdirSync(path, { mode })
  return path
}

test('root below a private home stores the data in the system directory and keeps the home private', async (context) => {
  context.skip(!isRoot(), ROOT_ONLY)
  const home = directory('home', 0o700)
  const dataDir = join(home, 'clone', 'data')

  const { server: first, messages } = await start(dataDir)
  const place = join(first.dataDirectory, '..')
  expect(first.dataDirectory).toMatch(new RegExp(`^${join(top, 'system')}/data-[0-9a-f]{12}/postgres$`))
  expect(readFileSync(join(dataDir, 'postgres.location'), 'utf8')).toBe(`${place}\n`)
  expect(messages.filter(({ text }) => text.includes(`keeps its data in ${place}`))).toHaveLength(1)
  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(statSync(first.dataDirectory).uid).toBe(defaultRunUser().uid)
  await queryOnce(first.connection, 'create table kept as select 42 as answer')
  await first.stop()

  const { server: second } = await start(dataDir)
  expect(second.dataDirectory).toBe(first.dataDirectory)
  expect(await queryOnce(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()

  // A new installation in the place of a removed one begins with an empty database, and the old one is kept.
  removeDirectory(join(home, 'clone'))
  const { server: third, messages: warned } = await start(dataDir)
  expect(third.dataDirectory).toBe(join(`${place}-2`, 'postgres'))
  expect(warned.filter(({ level }) => level === 'warn')).toHaveLength(1)
  expect(existsSync(join(first.dataDirectory, 'PG_VERSION'))).toBe(true)
})

test('missing data that the location file points to is an error, and not replaced', async (context) => {
  context.skip(!isRoot(), ROOT_ONLY)
  const dataDir = join(directory('home', 0o700), 'data')
  const { log } = recordingLog()
  const system = join(top, 'system')
  await locateCluster(await ensureDataDirectory(dataDir), system, log)
  removeDirectory(system)
  await expect(locateCluster(dataDir, system, log)).rejects.toThrow('but that directory is gone')
  expect(existsSync(system)).toBe(false)
})

test('data in the data directory whose user can no longer reach it is not replaced', async (context) => {
  context.skip(!isRoot(), ROOT_ONLY)
  const dataDir = directory('data', 0o700)
  const inside = join(dataDir, 'postgres')
  mkdirSync(inside)
  chownSync(inside, nobody.uid, nobody.gid)
  const { log } = recordingLog()
  await expect(locateCluster(dataDir, join(top, 'system'), log)).rejects.toThrow(
    'no longer has access to its parent directories',
  )
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})

test('another user has everything in the data directory, and root continues as that user', async (context) => {
  context.skip(!isRoot(), ROOT_ONLY)
  context.skip(!canUse(process.execPath, nobody), 'a plain user cannot reach this Node')
  context.skip(!canReach(import.meta.dirname, nobody), 'a plain user cannot reach this clone')
  const home = directory('home', 0o700)
  chownSync(home, nobody.uid, nobody.gid)
  const dataDir = join(home, 'data')

  const { child, answer } = await startElsewhere(
    { dataDir, systemDir: join(top, 'system') },
    { uid: nobody.uid, gid: nobody.gid },
  )
  expect(answer.error).toBeUndefined()
  expect(answer.dataDirectory).toBe(join(dataDir, 'postgres'))
  expect(statSync(dataDir)).toMatchObject({ uid: nobody.uid })
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  await queryOnce(answer.connection, 'create table kept as select 42 as answer')
  await endOf(child)
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.password'])

  const { server } = await start(dataDir)
  expect(server.dataDirectory).toBe(answer.dataDirectory)
  expect(await queryOnce(server.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(statSync(join(server.dataDirectory, 'postmaster.pid')).uid).toBe(nobody.uid)
})

test('another user gets an error for data of root', async (context) => {
  context.skip(!isRoot(), ROOT_ONLY)
  context.skip(!canUse(process.execPath, nobody), 'a plain user cannot reach this Node')
  context.skip(!canReach(import.meta.dirname, nobody), 'a plain user cannot reach this clone')
  const account = { uid: nobody.uid, gid: nobody.gid }
  const systemDir = join(top, 'system')
  const closed = directory('closed', 0o755)
  const { answer: first } = await startElsewhere({ dataDir: closed, systemDir }, account)
  expect(first.error).toBe(
    `Msingi cannot write to its data directory ${closed}: permission denied. ${ADVICE}`,
  )

  const shared = directory('shared', 0o755)
  chownSync(shared, nobody.uid, nobody.gid)
  mkdirSync(join(shared, 'postgres'))
  const { answer: second } = await startElsewhere({ dataDir: shared, systemDir }, account)
  expect(second.error).toContain(`The database in ${join(shared, 'postgres')} belongs to another user`)
})

test('directories that root creates can be traversed by the server, whatever the umask', async (context) => {
  context.skip(!isRoot(), ROOT_ONLY)
  const before = process.umask(0o077)
  try {
    const dataDir = await ensureDataDirectory(join(top, 'one', 'two', 'data'))
    expect(canReach(dataDir, defaultRunUser())).toBe(true)
    expect(statSync(dataDir).mode & 0o777).toBe(0o711)
  } finally {
    process.umask(before)
  }
})

test('a file in the place of the data directory is named in the error', async () => {
  const path = join(import.meta.dirname, 'location.test.ts')
  await expect(ensureDataDirectory(path)).rejects.toThrow(
    `Msingi cannot write to its data directory ${path}: a file of that name is in the way. ${ADVICE}`,
  )
})

test('access is derived from the modes of directories', () => {
  const user = accountOf(4242, 4343)
  expect(user.name).toBe('#4242')
  const open = directory('open', 0o755)
  const closed = directory('closed', 0o700)
  mkdirSync(join(closed, 'inside'), { mode: 0o755 })
  const passage = directory('passage', 0o711)
  expect(canReach(open, user)).toBe(true)
  expect(canReach(closed, user)).toBe(false)
  expect(canReach(join(closed, 'inside'), user)).toBe(false)
  expect([canReach(passage, user), canUse(passage, user)]).toEqual([true, false])
  const { uid, gid } = statSync(closed)
  expect(canUse(join(closed, 'inside'), { uid, gid, name: 'owner' })).toBe(true)
})

// The embedded PostgreSQL with real servers: first start, restart, kills, orphans, refusals.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clusterAt } from './directory/cluster.ts'
import { accountOf, isRoot } from './directory/run-user.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import {
  endOf,
  killHard,
  type Message,
  queryOnce,
  recordingLog,
  removeDirectory,
  runFixture,
  startElsewhere,
  temporaryDirectory,
} from './postgres.fixture.ts'
import { pidFilePath, readPidFile } from './processes/pid-file.ts'
import { birthOf } from './processes/process-table.ts'
import { processesOf } from './server/old-server.ts'

const UNTIL = { timeout: 60_000, interval: 10 }
const settings = { fsync: 'off' }

let parent: string
let dataDir: string
let systemDir: string
let running: EmbeddedPostgres | undefined

// One cluster for all tests of this file; a path like this one is too long for a socket and hard to quote.
beforeAll(() => {
  parent = temporaryDirectory()
  systemDir = join(parent, 'system')
  dataDir = join(parent, `some, "quoted" it's ${'long '.repeat(20)}`, 'data')
})

afterEach(async () => {
  await running?.stop()
  running = undefined
})

afterAll(() => removeDirectory(parent))

async function start(): Promise<{ server: EmbeddedPostgres; messages: Message[] }> {
  const { log, messages } = recordingLog()
  running = await startEmbeddedPostgres({ dataDir, systemDir, log, settings })
  return { server: running, messages }
}

function postmasterOf(server: { dataDirectory: string }): number {
  return readPidFile(server.dataDirectory)?.pid ?? 0
}

function clusterOf(server: { dataDirectory: string }) {
  const { uid, gid } = statSync(server.dataDirectory)
  return clusterAt(server.dataDirectory, isRoot() ? accountOf(uid, gid) : undefined)
}

function errorOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => Promise.reject(new Error('It should have been refused.')),
    (error: Error) => error,
  )
}

test('the first start creates a database that only its password and its own user can open', async () => {
  const { server } = await start()
  const [row] = await queryOnce(
    server.connection,
    `select current_user as who, current_database() as name, lower('ŽLUŤ') as lower, datlocale as locale,
            current_setting('wal_level') as wal_level, current_setting('data_checksums') as checksums,
            current_setting('TimeZone') as timezone, current_setting('listen_addresses') as tcp
       from pg_database where datname = current_database()`,
  )
  expect(row).toEqual({
    who: 'postgres',
    name: 'msingi',
    lower: 'žluť',
    locale: 'C.UTF-8',
    wal_level: 'logical',
    checksums: 'on',
    timezone: 'UTC',
    tcp: '',
  })
  const error = await errorOf(queryOnce({ ...server.connection, password: 'wrong' }, 'select 1'))
  expect(error.message).toContain('password authentication failed')
  expect(statSync(server.connection.host).mode & 0o777).toBe(0o700)
  expect(statSync(server.dataDirectory).mode & 0o777).toBe(0o700)
  expect(server.dataDirectory).toBe(join(dataDir, 'postgres'))
  const passwordFile = join(dataDir, 'postgres.password')
  expect(statSync(passwordFile).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(passwordFile, 'utf8'), 'base64url')).toHaveLength(32)
})

test('a stop is complete and can be repeated; the next start has the data', async () => {
  const { server: first, messages } = await start()
  await queryOnce(first.connection, 'create table kept as select 42 as answer')
  await Promise.all([first.stop(), first.stop()])
  expect(existsSync(pidFilePath(first.dataDirectory))).toBe(false)
  expect(existsSync(`${first.dataDirectory}.lock`)).toBe(false)
  expect(messages.map(({ text }) => text)).toContain('PostgreSQL: LOG:  database system is shut down')
  const { server: second } = await start()
  expect(await queryOnce(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a second Msingi on the same data is refused, in this and in another process', async () => {
  const { server } = await start()
  const sentence = `is already in use by process ${process.pid}`
  const { log } = recordingLog()
  expect((await errorOf(startEmbeddedPostgres({ dataDir, systemDir, log, settings }))).message).toContain(
    sentence,
  )
  const { answer } = await startElsewhere({ dataDir, systemDir })
  expect(answer.error).toContain(sentence)
  expect(answer.error).toContain(dataDir)
  expect(await queryOnce(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed server is restarted at the same address', async () => {
  const { server, messages } = await start()
  const killed = postmasterOf(server)
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(
    () => expect(messages.some(({ text }) => text.includes('is running again'))).toBe(true),
    UNTIL,
  )
  expect(await queryOnce(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(postmasterOf(server)).not.toBe(killed)
  expect(messages).toContainEqual({
    level: 'error',
    text: 'PostgreSQL ended unexpectedly (SIGKILL); restarting it.',
  })
})

test('a backend that outlives its killed server does not prevent a restart', async () => {
  const { server, messages } = await start()
  const endless = errorOf(queryOnce(server.connection, 'do $$ begin loop end loop; end $$'))
  await vi.waitFor(async () => {
    const busy = await queryOnce(server.connection, `select from pg_stat_activity where query like 'do %'`)
    expect(busy).toHaveLength(1)
  }, UNTIL)
  process.kill(postmasterOf(server), 'SIGKILL')
  await vi.waitFor(
    () => expect(messages.some(({ text }) => text.includes('is running again'))).toBe(true),
    UNTIL,
  )
  expect(messages.map(({ text }) => text)).toContain(
    'PostgreSQL backends have outlived their server; killing them.',
  )
  expect((await endless).message).toContain('terminated')
})

test('after kill -9 of Msingi its server continues, until the next start stops it and takes over its data', async () => {
  const { child, answer } = await startElsewhere({ dataDir, systemDir })
  await killHard(child)
  // Its messages are no longer read; this one must not block it.
  await errorOf(queryOnce({ ...answer.connection, password: 'wrong' }, 'select 1'))
  await queryOnce(answer.connection, 'create table from_orphan as select 1 as one')
  const orphan = postmasterOf(answer)
  const { server, messages } = await start()
  expect(postmasterOf(server)).not.toBe(orphan)
  expect(birthOf(orphan)).toBeUndefined()
  expect(messages.filter(({ level }) => level === 'warn')).toEqual([
    {
      level: 'warn',
      text: `PostgreSQL ${orphan} was left running on ${server.dataDirectory}; stopping it.`,
    },
  ])
  expect(await queryOnce(server.connection, 'select one from from_orphan')).toEqual([{ one: 1 }])
})

test('an orphan is recognised even if its data directory was moved', async (context) => {
  context.skip(process.platform !== 'linux', 'only Linux tells where a process works')
  const { child, answer } = await startElsewhere({ dataDir, systemDir })
  await killHard(child)
  const orphan = postmasterOf(answer)
  const moved = join(parent, 'moved')
  renameSync(dataDir, moved)
  dataDir = moved
  const { server } = await start()
  // Its name came from the path, so that no later start finds it.
  removeDirectory(answer.connection.host)
  expect(server.dataDirectory).toBe(join(moved, 'postgres'))
  expect(birthOf(orphan)).toBeUndefined()
})

test('a program that ends without stop() does not hang, and its server shuts down cleanly', async () => {
  const { child, answer } = await startElsewhere({ dataDir, systemDir, leave: true })
  await endOf(child)
  expect(child.exitCode).toBe(0)
  await vi.waitFor(() => expect(existsSync(pidFilePath(answer.dataDirectory))).toBe(false), UNTIL)
  const { messages } = await start()
  expect(messages.some(({ text }) => text.includes('database system was shut down at'))).toBe(true)
})

test('a stale postmaster.pid with the pid of another process of the same user is ignored', async () => {
  const { server } = await start()
  await server.stop()
  const { uid, gid } = statSync(server.dataDirectory)
  const other: ChildProcess = spawn('/bin/cat', { uid, gid, stdio: ['pipe', 'ignore', 'ignore'] })
  writeFileSync(pidFilePath(server.dataDirectory), `${other.pid}\n${server.dataDirectory}\n`)
  const { server: next } = await start()
  expect(await queryOnce(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(other.exitCode ?? other.signalCode).toBeNull()
  await endOf(other)
})

test('a data directory of another major version is refused and not changed', async () => {
  const { server } = await start()
  await server.stop()
  const version = join(server.dataDirectory, 'PG_VERSION')
  writeFileSync(version, '17\n')
  const error = await errorOf(start())
  expect(error.message).toContain('was created by PostgreSQL 17, but this Msingi contains PostgreSQL 18')
  expect(existsSync(`${server.dataDirectory}.lock`)).toBe(false)
  writeFileSync(version, '18\n')
})

test('a lost password is reported, and no new one is generated', async () => {
  const { server } = await start()
  await server.stop()
  const file = join(dataDir, 'postgres.password')
  renameSync(file, `${file}.away`)
  expect((await errorOf(start())).message).toContain(`The file ${file} is missing`)
  expect(existsSync(file)).toBe(false)
  renameSync(`${file}.away`, file)
})

test('a server that cannot start says why', async () => {
  const { log } = recordingLog()
  const wrong = { ...settings, shared_buffers: 'much' }
  const error = await errorOf(startEmbeddedPostgres({ dataDir, log, systemDir, settings: wrong }))
  expect(error.message).toBe(
    'PostgreSQL did not start: invalid value for parameter "shared_buffers": "much".',
  )
})

test.for([
  ['planned', 'PostgreSQL ended unexpectedly', 1],
  ['begun', 'PostgreSQL: LOG:  starting PostgreSQL', 2],
] as const)('stop() ends a restart that is %s', async ([, line, times]) => {
  const { server, messages } = await start()
  const seen = () => messages.filter(({ text }) => text.startsWith(line)).length
  process.kill(postmasterOf(server), 'SIGKILL')
  await vi.waitFor(() => expect(seen()).toBe(times), { timeout: 60_000, interval: 1 })
  await server.stop()
  // The children of a killed postmaster notice its end, and end too.
  await vi.waitFor(() => expect(processesOf(clusterOf(server))).toEqual([]), { timeout: 60_000 })
  expect(existsSync(server.connection.host)).toBe(false)
  expect(existsSync(`${server.dataDirectory}.lock`)).toBe(false)
})

test('an interrupted initdb is repeated', async () => {
  dataDir = join(parent, 'odd, "quoted" name')
  const child = runFixture('run-embedded.fixture.ts', [JSON.stringify({ dataDir, systemDir })])
  const begun = () =>
    existsSync(dataDir) &&
    readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'cluster', 'PG_VERSION')))
  await vi.waitFor(() => expect(begun()).toBe(true), { timeout: 60_000, interval: 1 })
  await killHard(child)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  const { server } = await start()
  expect(await queryOnce(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

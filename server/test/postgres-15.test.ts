// DATABASE_URL on the oldest PostgreSQL that is supported, as the plain user that docs/production.md describes.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApp, type RunningApp } from '#app'
import { stopProjects } from '#migrations/cluster/0014-stop-projects.ts'
import { openChangeFeeds } from '#platform/changes/change-feeds.ts'
import type { ChangeFeeds } from '#platform/changes/feed/change-feed.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { endRunawayStatements } from '#platform/db/clusters/runaway-statements.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { createCaller, createProject, type TestApp, type TestProject } from './harness.ts'
import { quietLog, testKeys } from './test-database.ts'

// Another of its versions is tried by naming the folder of its programs.
const BIN = process.env.MSINGI_TEST_POSTGRES ?? '/usr/lib/postgresql/15/bin'
const PASSWORD = 'a password for one test'
const run = promisify(execFile)

interface Identity {
  readonly uid?: number
  readonly gid?: number
}

const identity = await findIdentity()
const runnable = identity !== undefined
if (!runnable) console.log('skipped: PostgreSQL 15 is not installed, or there is no user to run it as')

/** findIdentity gives whom PostgreSQL 15 runs as, or undefined where it cannot run. */
async function findIdentity(): Promise<Identity | undefined> {
  const found = await run(join(BIN, 'postgres'), ['--version']).catch(() => undefined)
  if (found === undefined) return undefined
  if (process.getuid?.() !== 0) return {}
  const passwd = await readFile('/etc/passwd', 'utf8')
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith('postgres:'))
      ?.split(':') ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

let folder: string
let server: ChildProcess
let running: RunningApp
let api: TestApp['api']
let project: TestProject

beforeAll(async () => {
  if (identity === undefined) return
  folder = await mkdtemp(join(tmpdir(), 'msingi-15-'))
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, PASSWORD)
  await chmod(folder, 0o755)
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid as number)
  const data = join(folder, 'data')
  const auth = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--locale=C.UTF-8']
  await run(join(BIN, 'initdb'), ['-D', data, ...auth], identity)
  const settings = [
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    'fsync=off',
    '-c',
    'wal_level=logical',
  ]
  server = spawn(join(BIN, 'postgres'), ['-D', data, ...settings], { ...identity, stdio: 'ignore' })
  await prepare()
  const config = readConfig({ MSINGI_RATE_LIMITS: 'off' })
  const database = { connectionString: `postgresql://msingi:msingi@localhost/msingi?host=${folder}` }
  running = await createApp({
    config,
    log: quietLog,
    clock: systemClock,
    keys: testKeys,
    database,
    work: false,
  })
  api = createCaller(running)
  project = await createProject(api)
})

afterAll(async () => {
  if (identity === undefined) return
  await running?.close()
  const exit = once(server, 'exit')
  server.kill('SIGINT')
  await exit
  await rm(folder, { recursive: true, force: true })
})

/** prepare waits for the server and makes the role and the database as docs/production.md says. */
async function prepare(): Promise<void> {
  const admin = { host: folder, user: 'postgres', password: PASSWORD, database: 'postgres' }
  for (let attempts = 0; ; attempts++) {
    const client = new pg.Client(admin)
    try {
      await client.connect()
      await client.query("create role msingi login createrole password 'msingi'")
      await client.query('create database msingi owner msingi')
      return
    } catch (error) {
      if (attempts > 1200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

test.runIf(runnable)('rows are written and read under policies', async () => {
  const { id, token, secret, publishable } = project
  const columns = [
    { name: 'name', data_type: 'string', required: true, unique: true, indexed: false },
    {
      name: 'mood',
      data_type: 'enum',
      enum_values: ['calm', 'loud'],
      required: false,
      unique: false,
      indexed: true,
    },
  ]
  const table = await api('POST', `/projects/${id}/tables`, { token, body: { name: 'songs', columns } })
  expect(table.status, table.text).toBe(201)
  const rows = [
    { name: 'Malaika', mood: 'calm' },
    { name: 'Jambo', mood: 'loud' },
  ]
  const inserted = await api('POST', '/data/songs', { key: secret, body: rows })
  expect(inserted.status, inserted.text).toBe(201)
  expect((await api('POST', '/data/songs', { key: secret, body: rows[0] })).status).toBe(409)

  const policy = { action: 'select', subject: 'public', condition: "mood = 'calm'" }
  const made = await api('POST', `/projects/${id}/tables/${table.data.id}/rls`, { token, body: policy })
  expect(made.status, made.text).toBe(201)
  const seen = await api('GET', '/data/songs', { key: publishable })
  expect(seen.data.map((song: { name: string }) => song.name)).toEqual(['Malaika'])
  const condition = "mood in (select mood from unrestricted(songs) where name = 'Jambo')"
  const body = { ...policy, condition }
  const past = await api('POST', `/projects/${id}/tables/songs/rls`, { token, body })
  expect(past.status, past.text).toBe(201)
  expect((await api('GET', '/data/songs', { key: publishable })).data).toHaveLength(2)

  const [song] = inserted.data
  expect(
    (await api('PATCH', `/data/songs/${song.id}`, { key: publishable, body: { mood: 'loud' } })).status,
  ).toBe(403)
  expect((await api('DELETE', `/data/songs/${song.id}`, { key: secret })).status).toBe(204)
  expect((await api('GET', '/data/songs?count=exact', { key: secret })).data).toEqual({ count: 1 })
})

test.runIf(runnable)('values that are wrong are named', async () => {
  const { id, token, secret } = project
  const columns = [{ name: 'host', data_type: 'inet' }]
  await api('POST', `/projects/${id}/tables`, { token, body: { name: 'hosts', columns } })
  const body = [{ host: '10.0.0.1' }, { host: 'nowhere' }]
  const refused = await api('POST', '/data/hosts', { key: secret, body })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    ['[1].host: must be an IP address such as 192.0.2.10.'],
  ])
})

test.runIf(runnable).each(['made today', 'made by a version that gave no right to it'])(
  'what runs for a project %s is ended, though the user is no superuser',
  async (made) => {
    const { main } = running.platform.clusters
    if (made !== 'made today') {
      await main.admin.query(`revoke ${projectNames(project.id).data} from current_user`)
      for (const statements of stopProjects) await main.admin.query(statements)
    }
    const own = { id: project.id, own_login: true }
    const actor = { kind: 'secret', uid: null, claims: '{}' } as const
    const { data, owner } = projectNames(project.id)
    const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
      [data, () => main.executor.execute(own, actor, [{ text: 'select pg_sleep(600)' }])],
      [owner, () => main.asOwner(project, (client) => client.query('select pg_sleep(600)'))],
    ]
    for (const [role, call] of calls) {
      const answer = call().catch((error) => error.code)
      await vi.waitFor(async () =>
        expect((await endRunawayStatements(main, { data: 0, owner: 0 })).ended).toContain(role),
      )
      expect(await answer).toBe('unavailable')
    }
  },
)

test.runIf(runnable)('a project is dropped with its roles', async () => {
  const { id, token } = await createProject(api)
  expect((await api('DELETE', `/projects/${id}`, { token })).status).toBe(202)
  await running.platform.jobs.drain()
  const { rows } = await running.platform.clusters.main.admin.query(
    'select from pg_roles where rolname like $1',
    [`p_${id.replaceAll('-', '')}%`],
  )
  expect(rows).toEqual([])
})

test.runIf(runnable)(
  'live changes come from the outbox, and from the log once the user may replicate',
  async () => {
    const { id, token, secret } = project
    const body = { name: 'news', columns: [{ name: 'title', data_type: 'text' }] }
    const table = await api('POST', `/projects/${id}/tables`, { token, body })
    expect(table.status, table.text).toBe(201)
    const ddl = async (sql: string) => {
      const answer = await api('POST', `/projects/${id}/schema/exec-ddl`, { token, body: { sql } })
      expect(answer.status, answer.text).toBe(200)
    }
    // The log of PostgreSQL 15 does not have generated columns.
    await ddl(
      'create table sums (n int, twice int generated always as (n * 2) stored); create table later (n int)',
    )
    const own = { id, cluster: 'main' } as ProjectRecord
    const { clusters, clock, changes } = running.platform
    const options = { clusters, clock, log: quietLog, capture: 'auto', retention: 60 } as const
    const hear = async (feeds: ChangeFeeds, title: string) => {
      const heard: unknown[] = []
      feeds.listen((batch) => heard.push(...batch.map(({ type, record }) => [type, record.title])))
      expect((await api('POST', '/data/news', { key: secret, body: { title } })).status).toBe(201)
      await vi.waitFor(() => expect(heard).toContainEqual(['INSERT', title]), { timeout: 60_000 })
    }

    const hearSums = async (feeds: ChangeFeeds, name: string) => {
      const heard: unknown[] = []
      feeds.listen((batch) =>
        heard.push(...batch.map(({ type, record, old_record: old }) => [type, record.twice, old?.twice])),
      )
      const { data } = await api('POST', `/data/${name}`, { key: secret, body: { n: 1 } })
      expect((await api('PATCH', `/data/${name}/${data.id}`, { key: secret, body: { n: 2 } })).status).toBe(
        200,
      )
      expect((await api('DELETE', `/data/${name}/${data.id}`, { key: secret })).status).toBe(204)
      const right = [
        ['INSERT', 2, undefined],
        ['UPDATE', 4, 2],
        ['DELETE', 4, undefined],
      ]
      await vi.waitFor(() => expect(heard).toEqual(right), { timeout: 60_000 })
    }
    const [sums, later] = await Promise.all(
      ['sums', 'later'].map(async (name) => {
        return (await api('GET', `/projects/${id}/tables/${name}`, { token })).data.id as string
      }),
    )
    await changes.of(own).watch(own, table.data.id)
    await changes.of(own).watch(own, sums as string)
    await hearSums(changes, 'sums')
    expect(changes.of(own).capture.kind).toBe('outbox')
    await hear(changes, 'from the outbox')
    const { epoch } = changes.of(own)
    await changes.close()

    await asSuperuser('alter role msingi replication')
    const feeds = await openChangeFeeds(options)
    await feeds.ready()
    expect(feeds.of(own).capture.kind).toBe('log')
    expect(feeds.of(own).epoch).not.toBe(epoch)
    await hear(feeds, 'from the log')
    await hearSums(feeds, 'sums')
    await feeds.of(own).watch(own, later as string)
    await ddl('alter table later add column twice int generated always as (n * 2) stored')
    await hearSums(feeds, 'later')
    await feeds.of(own).unwatch(own, table.data.id)
    await feeds.of(own).watch(own, table.data.id)
    await hear(feeds, 'from the log again')
    const { epoch: before } = feeds.of(own)
    await feeds.close()

    // The server throws away what the slot should have kept.
    const waste = `create table waste as select generate_series(1, 1000) n; drop table waste; select pg_switch_wal()`
    await asSuperuser(`alter system set max_slot_wal_keep_size = '1MB'`, 'select pg_reload_conf()')
    await asSuperuser(waste, waste, waste, 'checkpoint', waste, 'checkpoint')
    const anew = await openChangeFeeds(options)
    await anew.ready()
    await vi.waitFor(() => expect(anew.of(own).capture.state).toBe('live'), { timeout: 60_000 })
    expect(anew.of(own).epoch).not.toBe(before)
    await hear(anew, 'after the loss')
    await anew.close()
  },
)

/** asSuperuser runs statements one by one. */
async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ host: folder, user: 'postgres', password: PASSWORD, database: 'postgres' })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

// The PHP client: its own tests against a server, and workers that lose nothing while a server is killed.
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import type { Audience, Heard, Listener } from '#test/crash/listeners.ts'
import { openSite, type Site } from '#test/crash/site.ts'
import { FLAWLESS, findDisorder, judge, listCommitted } from '#test/crash/verdict.ts'
import { cameBack, heardMore, heardOf } from '#test/crash/waiting.ts'
import { startWriting, tableOf } from '#test/crash/writers.ts'
import { startTestApp } from '#test/harness.ts'
import { NO_PHP, runPhpUnit, startPhp } from '#test/php.ts'
import { cloneDatabase, TEST_SECRET, urlOf } from '#test/test-database.ts'

const KILLS = 3
const TIMEOUT = 240_000
const COLUMNS = [
  { name: 'title', data_type: 'text', required: true, unique: true },
  { name: 'shelf', data_type: 'text' },
  { name: 'pages', data_type: 'integer' },
  { name: 'price', data_type: 'decimal' },
  { name: 'copies', data_type: 'bigint' },
  { name: 'meta', data_type: 'jsonb' },
  { name: 'user_id', data_type: 'uuid' },
]

const cleanups: (() => unknown)[] = []
const atEnd = (cleanup: () => unknown) => cleanups.push(cleanup)
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** nameProject returns the environment in which the client's tests find a project. */
const nameProject = (url: string, project: string, secret: string) => ({
  MSINGI_TEST_URL: url,
  MSINGI_TEST_PROJECT: project,
  MSINGI_TEST_SECRET: secret,
})

async function openLibrary(): Promise<Record<string, string>> {
  const app = await startTestApp({}, { clock: systemClock })
  atEnd(() => app.stop())
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { id, token, secret, publishable } = await app.createProject()
  const manage = async (method: string, path: string, body: object) => {
    const answer = await app.api(method, `/projects/${id}${path}`, { token, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.data
  }
  const table = await manage('POST', '/tables', { name: 'books', columns: COLUMNS })
  await manage('POST', '/tables', { name: 'entries', columns: [{ name: 'writer', data_type: 'text' }] })
  for (const action of ['select', 'insert', 'update', 'delete'])
    await manage('POST', `/tables/${table.id}/rls`, { action, subject: 'authenticated', effect: 'allow' })
  await manage('PUT', '/auth/settings', { require_phone: false, allow_anonymous: true })
  await manage('PUT', '/payments/settings', { is_active: true })
  const url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  return {
    ...nameProject(url, id, secret),
    MSINGI_TEST_PUBLISHABLE: publishable,
    MSINGI_TEST_TOKEN: token,
  }
}

test.skipIf(NO_PHP)('the tests of the client pass', { timeout: TIMEOUT }, async () => {
  const environment = await openLibrary()
  const runs = await Promise.all(['alone', 'server'].map((suite) => runPhpUnit(suite, environment)))
  for (const { code, output } of runs) expect(code, output).toBe(0)
})

test.skipIf(NO_PHP)(
  `workers hear of every change once and in order while the server is killed ${KILLS} times`,
  { timeout: TIMEOUT },
  async () => {
    const database = await cloneDatabase(inject('server'))
    atEnd(() => database.drop())
    const dataDir = await mkdtemp(join(tmpdir(), 'msingi-php-'))
    atEnd(() => rm(dataDir, { recursive: true, force: true }))
    const site = await openSite({
      DATABASE_URL: urlOf(database.connection),
      MSINGI_DATA: dataDir,
      MSINGI_MASTER_KEY: TEST_SECRET,
    })
    atEnd(() => site.stop())
    const connect = async () => {
      const client = new pg.Client(database.connection)
      client.on('error', () => {})
      await client.connect()
      return client
    }

    const audience = openWorkers(site)
    atEnd(() => audience.stop())
    const { listeners } = audience
    await cameBack(0, listeners)
    const writing = startWriting(site, connect)
    const disasters = async () => {
      await heardMore(listeners)
      for (let kill = 1; kill <= KILLS; kill++) {
        await site.kill()
        await site.start()
        await cameBack(kill, listeners)
        await heardMore(listeners)
      }
    }
    await Promise.race([disasters(), writing.failed])
    await writing.stop()

    const client = await connect()
    const committed = await listCommitted(client, tableOf(site))
    await client.end()
    await heardOf(committed.size, listeners)
    for (const [name, verdict] of judge(audience, committed))
      expect({ name, verdict }).toEqual({ name, verdict: FLAWLESS })
    expect(findDisorder(audience)).toBeUndefined()
  },
)

/** openWorkers starts a worker for each transport. */
function openWorkers({ base, project }: Site): Audience {
  const events = new Map<string, Heard>()
  const environment = nameProject(base, project.id, project.secret)
  const listeners = ['websocket', 'sse'].map((transport) => {
    const child = startPhp('tests/worker.php', [transport], environment)
    const stop = () => void child.kill('SIGTERM')
    const listener: Listener = {
      name: transport,
      ids: [],
      offsets: [],
      complaints: [],
      returns: -1,
      trouble: '',
      stop,
    }
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'live') listener.returns += 1
      else if (line.startsWith('{')) {
        const event = JSON.parse(line) as Heard
        events.set(event.id, event)
        listener.ids.push(event.id)
      } else if (line !== 'closed' && line !== 'ended') listener.complaints.push(line)
    })
    child.once('exit', (code) => code !== 0 && listener.complaints.push(`the worker has ended with ${code}`))
    return listener
  })
  return {
    listeners,
    events,
    stop: () => {
      for (const { stop } of listeners) stop()
    },
  }
}

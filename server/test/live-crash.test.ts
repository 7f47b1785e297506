// Nothing is lost, doubled or told in another order, whatever is killed: real server processes die by kill -9 while
// many write and clients of every kind listen, and at the end the table itself says what they must have heard.
// `npm run drills -- live [kills]` kills as often as is said.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { readPidFile } from '#platform/postgres/processes/pid-file.ts'
import { type Audience, type CallerGroup, gather } from './crash/listeners.ts'
import { openSite, type Site } from './crash/site.ts'
import { FLAWLESS, findDisorder, judge, listCommitted } from './crash/verdict.ts'
import { heardMore, heardOf } from './crash/waiting.ts'
import { startWriting, tableOf } from './crash/writers.ts'
import { directoryOf, embeddedConnection } from './embedded-connection.ts'
import { NO_NATS, startNats } from './nats.ts'
import { cloneDatabase, TEST_SECRET, urlOf } from './test-database.ts'

/** Full size is for the drills: in the suite fewer clients wait for less long before they try again. */
const DRILL = process.env.MSINGI_TEST_KILLS
const KILLS = Number(DRILL ?? 3)
const DATABASE_KILLS = Math.ceil(KILLS / 4)
/** How often each node is killed. */
const NODE_KILLS = Math.ceil(KILLS / 8)
const TIMEOUT = Math.max(480_000, KILLS * 60_000)
const CROWD: CallerGroup = DRILL
  ? { centrifuge: 50, eventSource: 20, msingi: 2 }
  : { centrifuge: 6, eventSource: 3, msingi: 1 }
const PATIENCE = { timeout: 120_000, interval: 20 }

type Connect = () => Promise<pg.Client>

const cleanups: (() => unknown)[] = []
const atEnd = (cleanup: () => unknown) => cleanups.push(cleanup)

let dataDir: string

async function makeDataDir(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'msingi-crash-'))
  await chmod(dataDir, 0o711)
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
}

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** lettingWrite runs what is to happen while everybody writes and listens, and gives its verdict at the end. */
async function lettingWrite(
  sites: readonly [Site, ...Site[]],
  connect: Connect,
  disasters: (audience: Audience) => Promise<void>,
): Promise<Audience> {
  const [site] = sites
  const audience = await gather(sites, CROWD)
  atEnd(() => audience.stop())
  const writing = startWriting(site, connect)
  const happening = heardMore(audience.listeners).then(() => disasters(audience))
  await Promise.race([happening, writing.failed])
  await writing.stop()

  const client = await connect()
  const committed = await listCommitted(client, tableOf(site))
  await client.end()
  await heardOf(committed.size, audience.listeners)
  const verdicts = judge(audience, committed)
  expect(Object.fromEntries([...verdicts].filter(([, verdict]) => !isFlawless(verdict)))).toEqual({})
  expect(verdicts.size).toBe(CROWD.centrifuge + CROWD.eventSource + 2 * CROWD.msingi)
  expect(findDisorder(audience)).toBeUndefined()
  return audience
}

const isFlawless = (verdict: object) => JSON.stringify(verdict) === JSON.stringify(FLAWLESS)

test.each([
  { capture: 'auto', kills: KILLS },
  { capture: 'outbox', kills: Math.ceil(KILLS / 2) },
])(
  'a server killed $kills times tells everybody everything, with capture $capture',
  { timeout: TIMEOUT },
  async (variant) => {
    const { capture, kills } = variant
    const database = await cloneDatabase(inject('server'))
    atEnd(() => database.drop())
    await makeDataDir()
    const site = await openSite({
      DATABASE_URL: urlOf(database.connection),
      MSINGI_DATA: dataDir,
      MSINGI_MASTER_KEY: TEST_SECRET,
      MSINGI_CHANGE_CAPTURE: capture,
    })
    atEnd(() => site.stop())
    const connect = connector(() => database.connection)

    const { listeners } = await lettingWrite([site], connect, async ({ listeners }) => {
      for (let kill = 2; kill < kills; kill++) {
        await site.kill()
        await site.start()
        // By turns it dies when all are back, and when the first one is, amid the catching up of the others.
        await heardMore(kill % 3 === 1 ? listeners : listeners.slice(kill, kill + 1))
      }
      // A server that lives for longer than the retention moves the checkpoint, from which the next one begins. Whoever
      // still waits before trying again would be away for longer than that: all are back first.
      await heardMore(listeners)
      await site.kill()
      await site.start({ MSINGI_CHANGE_RETENTION: '12' })
      await heardMore(listeners)
      await movedOn(connect)
      await site.kill()
      await site.start()
      await heardMore(listeners)
    })
    expect(Math.min(...listeners.map(({ returns }) => returns))).toBeGreaterThanOrEqual(2)
  },
)

test.skipIf(NO_NATS)('nodes and their broker may be killed by turns', { timeout: TIMEOUT }, async () => {
  const database = await cloneDatabase(inject('server'))
  atEnd(() => database.drop())
  await makeDataDir()
  const nats = await startNats()
  atEnd(() => nats.stop())
  const settings = {
    DATABASE_URL: urlOf(database.connection),
    MSINGI_DATA: dataDir,
    MSINGI_MASTER_KEY: TEST_SECRET,
    NATS_URL: nats.url,
  }
  const one = await openSite(settings)
  atEnd(() => one.stop())
  const two = await openSite(settings, one)
  atEnd(() => two.stop())

  await lettingWrite(
    [one, two],
    connector(() => database.connection),
    async ({ listeners }) => {
      for (const killed of Array.from({ length: NODE_KILLS }, () => [one, two]).flat()) {
        await killed.kill()
        // Those of the other node hear on meanwhile.
        await heardMore(listeners.filter((_, number) => number % 2 === (killed === one ? 1 : 0)).slice(0, 4))
        await killed.start()
        await heardMore(listeners)
      }
      await nats.kill()
      await nats.start()
      await heardMore(listeners)
    },
  )
})

/** movedOn waits until the checkpoint has moved over changes. */
async function movedOn(connect: Connect): Promise<void> {
  const client = await connect()
  const sequence = async () =>
    Number((await client.query('select sequence from msingi.change_checkpoint')).rows[0].sequence)
  const before = await sequence()
  await expect.poll(sequence, PATIENCE).toBeGreaterThan(before)
  await client.end()
}

test(`nothing is lost where the embedded database is killed ${DATABASE_KILLS + 1} times`, {
  timeout: TIMEOUT,
}, async () => {
  await makeDataDir()
  const site = await openSite({ MSINGI_DATA: dataDir })
  atEnd(() => site.stop())
  const directory = await directoryOf(dataDir)
  const connect = connector(() => embeddedConnection(dataDir))
  const postmaster = () => readPidFile(directory)
  /** killDatabase ends the first process of the database, and resolves when another has taken its place. */
  const killDatabase = async (together: () => Promise<void> = async () => {}) => {
    const killed = postmaster()?.pid
    if (killed === undefined) throw new Error('the embedded database does not run')
    process.kill(killed, 'SIGKILL')
    await together()
    await expect.poll(() => postmaster()?.ready === true && postmaster()?.pid !== killed, PATIENCE).toBe(true)
  }

  await lettingWrite([site], connect, async ({ listeners }) => {
    for (let kill = 0; kill < DATABASE_KILLS; kill++) {
      await killDatabase()
      await heardMore(listeners)
    }
    // And both at once, as where the machine fails.
    await killDatabase(async () => {
      await site.kill()
      await site.start()
    })
    await heardMore(listeners)
  })
})

function connector(config: () => pg.ClientConfig | Promise<pg.ClientConfig>): Connect {
  return async () => {
    const client = new pg.Client(await config())
    // What breaks off is told by the statement that was under way, or by the next one.
    client.on('error', () => {})
    await client.connect()
    return client
  }
}

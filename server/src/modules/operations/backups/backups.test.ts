// When backups are due, who makes them, and what follows one that fails. How one is made, server/test/backup.test.ts tests.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '#modules/tenancy/accounts/accounts.fixture.ts'
import { createLog } from '#platform/log/log.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { addMetrics, removeLeftTrial } from './backups.module.ts'
import { inTurn, readState } from './backups.store.ts'
import { type BackUpOptions, type BackUpResult, BackupScheduler } from './scheduler.ts'

const DAY = 24 * 3600
const RETRY = 15 * 60

let app: TestApp
let made: Date[]
let tried: Date[]
let problem: string | undefined
let failure: Error | undefined
let nodes: BackupScheduler[]
beforeEach(async () => {
  app = await startTestApp()
  made = []
  tried = []
  problem = undefined
  failure = undefined
  // A failure is logged as an error, which a test would print.
  const platform = { ...app.platform, log: createLog('silent') }
  nodes = [1, 2].map(() => new BackupScheduler(platform, { schedule: everyDay(), trialDays: 7, backUp }))
})
afterEach(async () => {
  for (const node of nodes) await node.close()
  await app.stop()
})

// An hour from now by the clock of the test.
function everyDay() {
  const time = new Date(app.clock.now().getTime() + 3_600_000)
  return { pattern: `${time.getUTCMinutes()} ${time.getUTCHours()} * * *`, timezone: 'UTC' }
}

async function backUp({ now, tries, made: note }: BackUpOptions): Promise<BackUpResult> {
  if (failure !== undefined) throw failure
  await note()
  made.push(now)
  if (tries) tried.push(now)
  return { problem }
}

async function pass(seconds: number): Promise<void> {
  app.clock.advance(seconds)
  for (const node of nodes) node.wake()
  for (const node of nodes) await node.settled()
}

test('one is made at once, and then by the clock, by one node of all', async () => {
  await pass(0)
  expect(made).toHaveLength(1)
  await pass(1800)
  expect(made).toHaveLength(1)
  await pass(1800)
  expect(made).toHaveLength(2)
  await pass(DAY - 120)
  expect(made).toHaveLength(2)
  await pass(120)
  expect(made).toHaveLength(3)
  // What was missed is made up for, once.
  await pass(5 * DAY)
  expect(made).toHaveLength(4)
})

test('while one is made, no other node begins', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const slow = new BackupScheduler(app.platform, {
    schedule: everyDay(),
    trialDays: 7,
    backUp: (options) => {
      begin()
      return ended.then(() => backUp(options))
    },
  })
  nodes.push(slow)
  slow.wake()
  await begun
  const [other] = nodes
  other?.wake()
  await other?.settled()
  expect(made).toEqual([])
  end()
  await slow.settled()
  expect(made).toHaveLength(1)
})

test('one that fails is tried again, and operators are mailed each day until one succeeds', async () => {
  const { user, token } = await app.register()
  await app.register('other@example.com')
  const mails = async (to = user.email) => {
    return (await mailsTo(app, to)).filter(({ subject }) => subject === 'The backup of Msingi failed')
  }
  const registry = new Registry()
  addMetrics(registry, app.platform, true)
  const seen = async () => (await app.api('GET', '/operator/backups', { token })).data
  const none = { next_at: null, succeeded_at: null, failed_at: null, error: null, restored_at: null }
  expect(await seen()).toEqual({ is_scheduled: false, ...none })
  failure = new Error('The backup could not be written to /mnt/b: its disk is nearly full.')
  await pass(0)
  expect(await seen()).toMatchObject({ failed_at: app.clock.now().toISOString(), error: failure.message })
  expect((await mails()).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^The backup could not be written/),
  ])
  expect(await registry.metrics()).toMatch(/^msingi_backup_failing 1$/m)
  await pass(RETRY)
  await pass(DAY - RETRY - 60)
  expect(await mails()).toHaveLength(1)
  await pass(RETRY + 60)
  expect(await mails()).toHaveLength(2)
  expect(await mails('other@example.com')).toEqual([])

  failure = undefined
  await pass(RETRY)
  expect(made).toHaveLength(1)
  expect(await registry.metrics()).toMatch(/^msingi_backup_failing 0$/m)
  const succeeded = app.clock.now().getTime() / 1000
  expect(await registry.metrics()).toContain(`msingi_backup_succeeded_timestamp_seconds ${succeeded}`)
  // Of the next failure operators learn at once.
  failure = new Error('again')
  await pass(DAY)
  expect(await mails()).toHaveLength(3)
})

test('one is restored for a trial each week, and on the next day where that failed', async () => {
  const { user } = await app.register()
  const subjects = async () => (await mailsTo(app, user.email)).map(({ subject }) => subject)
  const registry = new Registry()
  addMetrics(registry, app.platform, true)
  const restored = async () =>
    Number(/^msingi_backup_restored_timestamp_seconds (\S+)$/m.exec(await registry.metrics())?.[1])
  problem = 'The backup in /mnt/b was restored, and its table p.goods is not what it was.'
  await pass(0)
  expect([made.length, tried.length, await restored()]).toEqual([1, 1, 0])
  expect(await subjects()).toContain('A backup of Msingi could not be restored')
  problem = undefined
  await pass(3600)
  expect([made.length, tried.length]).toEqual([2, 1])
  await pass(DAY)
  expect([made.length, tried.length]).toEqual([3, 2])
  expect(await restored()).toBe(Number(tried[1]) / 1000)
  for (let day = 0; day < 7; day++) await pass(DAY)
  expect([made.length, tried.length]).toEqual([10, 3])
})

test('one counts as soon as it is whole, and its trial as soon as that begins', async () => {
  const { user } = await app.register()
  const subjects = async () => (await mailsTo(app, user.email)).map(({ subject }) => subject)
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: ended, reject: end } = Promise.withResolvers<BackUpResult>()
  const slow = new BackupScheduler(
    { ...app.platform, log: createLog('silent') },
    {
      schedule: everyDay(),
      trialDays: 7,
      backUp: async ({ made: note }) => {
        await note()
        begin()
        return ended
      },
    },
  )
  nodes.push(slow)
  slow.wake()
  await begun
  const now = app.clock.now()
  const state = { succeeded_at: now, failed_at: null, error: null, tried_at: now, restored_at: null }
  expect(await readState(app.platform.clusters.main.admin)).toEqual(state)
  end(new Error('The thread has ended.'))
  await slow.settled()
  expect(await readState(app.platform.clusters.main.admin)).toEqual(state)
  expect(await subjects()).toContain('A backup of Msingi could not be restored')
  expect(await subjects()).not.toContain('The backup of Msingi failed')
})

test('one that is broken off by the end of the server is no failure', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const stopping = new BackupScheduler(app.platform, {
    schedule: everyDay(),
    trialDays: 7,
    backUp: ({ stopping: signal }) => {
      begin()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('The backup was broken off.')))
      })
    },
  })
  stopping.wake()
  await begun
  await stopping.close()
  await pass(0)
  expect(made).toHaveLength(1)
})

test('what a trial that was broken off has left is removed, but not while one is made', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-left-'))
  const folder = join(dataDir, 'restore-trial')
  const platform = { ...app.platform, config: { ...app.platform.config, dataDir } }
  await mkdir(folder)
  await inTurn(platform, async () => {
    await removeLeftTrial(platform)
    expect(existsSync(folder)).toBe(true)
  })
  await removeLeftTrial(platform)
  expect(existsSync(folder)).toBe(false)
  await rm(dataDir, { recursive: true })
})

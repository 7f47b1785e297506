// What wakes those who send deliveries. The clock stands still, so nothing here is found by a look that nobody has asked for.
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DISABLED } from '#modules/automation/webhook-deliveries/queue/disable.ts'
import {
  addDeliveries,
  type ClaimedDelivery,
} from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import { DELIVERIES_DUE } from '#modules/automation/webhook-deliveries/queue/wake.ts'
import { queueEvent } from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import {
  openWebhooksLab,
  refuse,
  type WebhooksLab,
} from '#modules/automation/webhook-deliveries/webhooks-lab.fixture.ts'
import type { AlarmClock } from '#platform/clock/clock.ts'
import { transaction } from '#platform/db/transaction.ts'
import { closePlatform, openPlatform } from '#platform/open-platform.ts'
import type { Platform } from '#platform/platform.ts'
import { createTestClock } from '#test/harness.ts'
import { quietLog, testKeys } from '#test/test-database.ts'
import { Dispatcher } from './dispatcher.ts'
import { Flights } from './flights.ts'
import { Prefetch } from './prefetch.ts'
import { createTargets } from './targets.ts'

const EVENT = { event: DISABLED.trigger, data: {} }

let lab: WebhooksLab
/** other is another node, as far as it writes. */
let other: Platform
beforeAll(async () => {
  lab = await openWebhooksLab({ projectGraceDays: 1 })
  const { config, clusters } = lab.app.platform
  const database = clusters.main.adminConfig()
  other = await openPlatform({ config, log: quietLog, clock: lab.app.clock, keys: testKeys, database })
})
afterAll(async () => {
  await closePlatform(other)
  await lab.stop()
})

const listen = (path: string) => lab.listen(path, { events: [EVENT.event.type] })
const queueElsewhere = () =>
  transaction(other.clusters.main.admin, (db) => queueEvent(other, db, lab.project.id, EVENT))

/** openDispatcher makes one of the other node, which nothing wakes but the test. */
function openDispatcher(clock: AlarmClock) {
  const platform = { ...other, clock }
  const pool = new pg.Pool({ ...other.clusters.main.adminConfig(), idleTimeoutMillis: 0 })
  const asked = vi.spyOn(pool, 'query')
  const call = () => Promise.reject(new Error('there is no function'))
  const dispatcher = new Dispatcher({ platform, call, pool, targets: createTargets(platform) })
  return { dispatcher, asked }
}

/**
 * openNodes makes two nodes: one that stops, and its heir, which looks only where it is notified. They are half a minute ahead:
 * what is due to them is not due to the server, however often it looks.
 */
function openNodes() {
  const clock = createTestClock()
  clock.advance((lab.app.clock.now().getTime() - clock.now().getTime()) / 1000 + 30)
  const [stopping, heir] = [openDispatcher(clock).dispatcher, openDispatcher(clock).dispatcher]
  other.invalidations.on(DELIVERIES_DUE, () => heir.wake())
  return { now: clock.now(), stopping, heir }
}

test('an event that another node has queued is sent, and so is the next one', async () => {
  const { id } = await listen('/elsewhere')
  await queueElsewhere()
  await lab.arrived('/elsewhere', 1)
  await lab.deliveries(id, (all) => expect(all).toMatchObject([{ status: 'delivered' }]))
  await queueElsewhere()
  await lab.arrived('/elsewhere', 2)
  await lab.call('DELETE', `/${id}`)
})

test('a project that is not deleted after all has sent what waits', async () => {
  const { id } = await listen('/restored')
  const { token } = lab.project
  const path = `/projects/${lab.project.id}`
  expect((await lab.app.api('DELETE', path, { token })).status).toBe(202)
  await queueElsewhere()
  expect((await lab.app.api('POST', `${path}/restore`, { token })).status).toBe(200)
  await lab.arrived('/restored', 1)
  await lab.call('DELETE', `/${id}`)
})

/** queueQuietly queues events of one row, due at a time, without a word to anybody. */
async function queueQuietly(webhookId: string, count: number, at: Date): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    type: EVENT.event.type,
    body: '{}',
  }))
  const additions = events.map((_, event) => ({ webhookId, event, orderKey: 'one row' }))
  await transaction(other.clusters.main.admin, (db) =>
    addDeliveries(db, lab.project.id, events, additions, at),
  )
}

test('what a node that stops has not sent, another one sends', async () => {
  const { id } = await listen('/stopped')
  lab.receiver.answer(() => {})
  const { now, stopping, heir } = openNodes()
  await queueQuietly(id, 1, now)
  stopping.wake()
  await lab.arrived('/stopped', 1)
  lab.receiver.answer((_, response) => refuse(response, 200))
  await stopping.close()
  await lab.arrived('/stopped', 2)
  await heir.close()
  await lab.call('DELETE', `/${id}`)
})

test('what waits for an answer that a node that stops receives, another one sends', async () => {
  const { id } = await listen('/last')
  const held: ServerResponse[] = []
  lab.receiver.answer((_, response) => void held.push(response))
  const { now, stopping, heir } = openNodes()
  await queueQuietly(id, 2, now)
  stopping.wake()
  await lab.arrived('/last', 1)
  const closed = stopping.close()
  lab.receiver.answer((_, response) => refuse(response, 200))
  for (const response of held) refuse(response, 200)
  await closed
  await lab.arrived('/last', 2)
  await heir.close()
  await lab.call('DELETE', `/${id}`)
})

test('it is woken when a place is free, and not before', async () => {
  const free: number[] = []
  const flights: Flights = new Flights(new Prefetch(), () => free.push(flights.count, flights.runningOf('w')))
  const answer = Promise.withResolvers<void>()
  const delivery = { webhook_id: 'w', project_id: 'p', bytes: 2 } as ClaimedDelivery
  flights.run(delivery, 1, () => answer.promise)
  expect(free).toEqual([])
  answer.resolve()
  await flights.settled()
  expect(free).toEqual([0, 0])
})

test('at rest it looks once a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  try {
    const clock = createTestClock()
    const alarms = vi.spyOn(clock, 'at')
    const { dispatcher, asked } = openDispatcher(clock)
    dispatcher.wake()
    for (let look = 1; look <= 2; look++) {
      await expect.poll(() => alarms.mock.calls.length).toBe(look)
      expect(alarms.mock.lastCall?.[0]).toEqual(new Date(clock.now().getTime() + 60_000))
      expect(asked).toHaveBeenCalledTimes(2 * look)
      if (look === 1) clock.advance(60)
    }
    await vi.advanceTimersByTimeAsync(59_000)
    await dispatcher.close()
    expect(asked).toHaveBeenCalledTimes(4)
  } finally {
    vi.useRealTimers()
  }
})

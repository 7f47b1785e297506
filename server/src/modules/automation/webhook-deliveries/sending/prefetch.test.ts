// Deliveries that are claimed ahead of time: how many, in which order, for how long, and on several nodes.
import type http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openWebhooksLab,
  refuse,
  titleOf,
  type WebhooksLab,
} from '#modules/automation/webhook-deliveries/webhooks-lab.fixture.ts'
import { startNode } from '#test/nodes.ts'
import { Prefetch, type ReadyDelivery } from './prefetch.ts'

const target = { kind: 'url' as const, url: 'http://shop.example/', keys: [], refusal: undefined }
function delivery(position: number, more: Partial<ReadyDelivery> = {}): ReadyDelivery {
  const ids = { id: `d${position}`, webhook_id: 'w', project_id: 'p', claim: 'c' }
  const event = { event_id: `e${position}`, event_type: 'test' }
  const rest = { body: '{}', bytes: 2, failures: 0, claimedAt: 0, target, parallel: 20 }
  return { ...ids, ...event, ...rest, position: String(position), ...more }
}
const fill = (prefetch: Prefetch, count: number, more: Partial<ReadyDelivery> = {}) => {
  for (let n = 0; n < count; n++) prefetch.add(delivery(n, more))
}

describe('the room of a webhook', () => {
  test.each([
    [1, 80],
    [50, 40],
    [100, 20],
    [1000, 2],
    [5000, 0],
  ])('where requests take %i ms is %i', (milliseconds, room) => {
    const prefetch = new Prefetch()
    expect(prefetch.room('w', 'p')).toBe(0)
    prefetch.measure('w', milliseconds)
    expect(prefetch.room('w', 'p')).toBe(room)
  })

  test('follows its latest requests', () => {
    const prefetch = new Prefetch()
    prefetch.measure('w', 1)
    for (let n = 0; n < 20; n++) prefetch.measure('w', 5000)
    expect(prefetch.room('w', 'p')).toBe(0)
  })

  test('is refilled when half is gone, and bounded by project and bytes', () => {
    const prefetch = new Prefetch()
    for (const id of ['w', 'w2', 'w3', 'other']) prefetch.measure(id, 1)
    fill(prefetch, 80)
    expect(prefetch.room('w', 'p')).toBe(0)
    for (let n = 0; n < 40; n++) prefetch.take('w')
    expect(prefetch.room('w', 'p')).toBe(40)
    fill(prefetch, 80, { webhook_id: 'w2' })
    expect(prefetch.room('w3', 'p')).toBe(40)
    expect(prefetch.room('other', 'another project')).toBe(80)
    fill(prefetch, 1, { webhook_id: 'w3', bytes: 16 * 1024 * 1024 })
    expect(prefetch.room('other', 'another project')).toBe(0)
    expect(prefetch.drop('w3')).toHaveLength(1)
    expect(prefetch.room('other', 'another project')).toBe(80)
  })
})

test('deliveries are taken in order, and dropped by webhook, by project or when they are stale', () => {
  let now = 0
  const prefetch = new Prefetch(() => now)
  fill(prefetch, 3)
  prefetch.add(delivery(9, { webhook_id: 'late', project_id: 'q', claimedAt: 1500 }))
  expect([prefetch.take('w')?.id, prefetch.size]).toEqual(['d0', 3])
  now = 2100
  expect(prefetch.dropStale().map(({ id }) => id)).toEqual(['d1', 'd2'])
  expect(prefetch.dropAll('p')).toEqual([])
  expect(prefetch.dropAll('q').map(({ id }) => id)).toEqual(['d9'])
  expect([prefetch.size, prefetch.take('late')]).toEqual([0, undefined])
})

describe('a receiver that was quick', () => {
  let lab: WebhooksLab
  beforeAll(async () => {
    lab = await openWebhooksLab()
  })
  afterAll(() => lab.stop())

  const titles = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`)
  const countWaiting = async (id: string): Promise<number> => {
    const sql = `select count(*)::int as count from platform.webhook_deliveries where webhook_id = $1 and status = 'pending'`
    return (await lab.app.platform.clusters.main.admin.query(sql, [id])).rows[0].count
  }

  test('has 20 requests at a time from two nodes together, and gets each event once', async () => {
    const other = await startNode(lab.app)
    let atOnce = 0
    let most = 0
    lab.receiver.answer((_, response) => {
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce -= 1
        refuse(response, 200)
      }, 5)
    })
    const { id } = await lab.listen('/quick')
    for (let n = 0; n < 5; n++) await lab.insert(...titles(`batch ${n}`, 100))
    await expect.poll(() => lab.receiver.of('/quick').length, { timeout: 60_000 }).toBe(500)
    await expect.poll(() => countWaiting(id), { timeout: 30_000 }).toBe(0)
    expect(new Set(lab.receiver.of('/quick').map(titleOf)).size).toBe(500)
    expect(lab.receiver.of('/quick')).toHaveLength(500)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(20)
    await lab.call('DELETE', `/${id}`)
    await other.close()
  })

  test('gets nothing more after it was disabled', async () => {
    lab.receiver.answer((_, response) => refuse(response, 200))
    const { id } = await lab.listen('/disabled')
    await lab.insert(...titles('quick', 40))
    await lab.arrived('/disabled', 40)
    await expect.poll(() => countWaiting(id)).toBe(0)
    const held: http.ServerResponse[] = []
    lab.receiver.answer((_, response) => void held.push(response))
    await lab.insert(...titles('held', 100))
    await expect.poll(() => held.length, { timeout: 30_000 }).toBe(20)
    await lab.call('PATCH', `/${id}`, { enabled: false })
    lab.receiver.answer((_, response) => refuse(response, 200))
    for (const response of held) refuse(response, 200)
    await expect.poll(() => countWaiting(id), { timeout: 30_000 }).toBe(80)
    await lab.call('PATCH', `/${id}`, { enabled: true })
    await expect.poll(() => countWaiting(id), { timeout: 30_000 }).toBe(0)
    expect(lab.receiver.of('/disabled')).toHaveLength(140)
  })
})

// The simulators know after a restart what they were asked before it.
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OrdersFile } from './orders-file.ts'
import { type Callback, World } from './world.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-orders-'))
  path = join(folder, 'below', 'orders.jsonl')
})
afterEach(() => rm(folder, { recursive: true }))

let now = new Date('2026-11-26T09:00:00Z')
const clock = { now: () => now }
const sent: Callback[] = []
const start = () => new World(clock, async (callback) => sent.push(callback) > 0, new OrdersFile(path))
const order = (world: World, id: string) =>
  world.add({
    ...{ id, provider: 'provider_a', kind: 'stk_push', phone: '+254712345678', amount: 10, currency: 'KES' },
    ...{
      description: 'Order',
      account_reference: 'X',
      callback_url: 'http://127.0.0.1/x',
      metadata: undefined,
    },
    ...{ redirect_url: undefined, sibling: `s-${id}`, expires_at: new Date(clock.now().getTime() + 60_000) },
  })

test('orders are there after a restart, in their state, and can be paid', async () => {
  const first = start()
  for (const id of ['paid', 'open', 'late']) order(first, id)
  first.act('paid', 'approve')
  const known = structuredClone([...first.orders.values()])
  await first.close()
  // The server ended while a line was being written.
  await appendFile(path, '{"id":"cut')

  const second = start()
  expect([...second.orders.values()]).toEqual(known)
  expect(second.pending().map(({ id }) => id)).toEqual(['open', 'late'])
  const finished: string[] = []
  second.onFinish(({ id, status }) => finished.push(`${id} ${status}`))
  expect(second.act('open', 'approve')).toBe(true)
  now = new Date(now.getTime() + 61_000)
  expect(second.find('late')?.status).toBe('expired')
  expect(finished).toEqual(['open paid', 'late expired'])
  await second.close()

  // One line for each order, and nothing to pay any more.
  const third = start()
  expect(third.pending()).toEqual([])
  expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(3)
  await third.close()
})

test('a file that cannot be written or read costs nobody the simulators', async () => {
  const file = join(folder, 'file')
  await appendFile(file, 'in the way')
  const nowhere = new World(clock, async () => true, new OrdersFile(join(file, 'orders.jsonl')))
  order(nowhere, 'a')
  expect(nowhere.pending()).toHaveLength(1)
  await nowhere.close()
})

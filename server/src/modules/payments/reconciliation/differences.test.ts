// What the provider and we do not agree on: stored, told of once, listed until it ends.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { callB } from '#modules/payments/callbacks/callbacks.fixture.ts'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { queueReconciliation } from './daily.ts'

let shop: Shop
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop({ internalNetworks: LOOPBACK })
  const { id, token } = shop.project
  const body = { name: 'Shop', url: `${receiver.url}/shop`, events: ['payment.needs_attention'] }
  const made = await shop.app.api('POST', `/projects/${id}/webhooks`, { token, body })
  expect(made.status, made.text).toBe(201)
})
afterAll(async () => {
  await shop.app.stop()
  await receiver.stop()
})

const query = (text: string, values: unknown[]) =>
  shop.app.platform.clusters.main.admin.query(text, values).then(({ rows }) => rows)
const differences = async (of: Shop = shop) =>
  (await of.call('GET', '/reconciliation')).data.differences as any[]
const causesOf = async (id: string) =>
  (await differences()).filter((one) => one.transaction_id === id).map(({ cause }) => cause)
const notifications = async (id: string) =>
  (
    await query(
      `select data->>'cause' as cause from platform.events where type = 'payment.needs_attention' and subject = $1
       order by id`,
      [id],
    )
  ).map(({ cause }) => cause)
const webhooks = (id: string) =>
  receiver
    .of('/shop')
    .flatMap(({ body }) => body.data.differences)
    .filter((one: any) => one.transaction_id === id)

const say = (type: string, { transaction_id, reference }: any, more: object = {}) =>
  callB(shop, type, { reference, metadata: { transaction_id }, ...more })
const stateOf = async ({ transaction_id }: any) =>
  (await shop.call('GET', `/transactions/${transaction_id}`)).data
const reconcile = async () => {
  const { platform, clock } = shop.app
  // To noon of the next day.
  const now = clock.now().getTime()
  const noon = Date.parse(clock.now().toISOString().slice(0, 10)) + 36 * 3_600_000
  clock.advance((noon - now) / 1000)
  await queueReconciliation(platform)
  await platform.jobs.drain()
}

test.each([
  ['voided', 'cancelled', false],
  ['failed', 'failed', false],
  ['voided', 'cancelled', true],
])(
  'a completed payment of which the provider says %s stays completed, and its owner is told once',
  async (type, said, byHand) => {
    await shop.faults(byHand ? { drop_callback: 1 } : {})
    const started = await shop.direct()
    const { transaction_id: id } = started
    if (byHand) {
      const body = { status: 'completed', reason: 'Seen in the account.' }
      expect((await shop.call('POST', `/transactions/${id}/resolve`, { body })).status).toBe(200)
    } else await shop.act(started.reference, 'approve')
    const done = await shop.becomes(id, 'completed')
    for (const _ of [1, 2]) await say(type, started)
    await expect.poll(async () => (await stateOf(started)).alert).toBe('provider_denies')
    const denied = await stateOf(started)
    expect(denied).toMatchObject({ status: 'completed', version: done.version + 1, ledger: done.ledger })
    expect(await causesOf(id)).toEqual(['provider_denies'])
    expect(await notifications(id)).toEqual(['provider_denies'])
    await expect.poll(() => webhooks(id).length).toBe(1)
    expect(webhooks(id)[0]).toMatchObject({ cause: 'provider_denies', status: 'completed', amount: 5000 })
    // Other words are news.
    await say(said === 'failed' ? 'expired' : 'failed', started)
    await expect.poll(() => notifications(id)).toHaveLength(2)
  },
)

test('an attempt beside the one that has paid a session denies nothing', async () => {
  await shop.faults({})
  const body = { amount: 1000, expires_in: 3600 }
  const { data: started } = await shop.call('POST', '/provider_b/session', { body })
  await shop.act(started.reference, 'approve')
  await shop.becomes(started.transaction_id, 'completed')
  const session = { session_reference: started.reference }
  await say('failed', started, { ...session, reference: 'pay_another' })
  const callbacks = async () =>
    (await stateOf(started)).timeline.filter(({ kind }: any) => kind === 'callback')
  await expect.poll(async () => (await callbacks()).length).toBe(2)
  expect((await stateOf(started)).alert).toBeNull()
  const paid = (await shop.orders()).find(({ id }) => id === started.reference)?.sibling
  await say('voided', started, { ...session, reference: paid })
  await expect.poll(async () => (await stateOf(started)).alert).toBe('provider_denies')
})

test('the daily reconciliation asks about what was completed, also where nothing is open', async () => {
  const other = await addShop(shop.app)
  await shop.faults({ take_back: 1 })
  const started = await other.direct()
  await other.act(started.reference, 'approve')
  await other.becomes(started.transaction_id, 'completed')
  // Of this nothing is heard.
  await shop.faults({ drop_callback: 1 })
  await expect.poll(async () => (await shop.orders()).at(-1)?.taken_back).toBe(true)
  await reconcile()
  shop.app.clock.advance(60)
  const look = async () => {
    shop.app.clock.advance(0.1)
    return (await other.call('GET', `/transactions/${started.transaction_id}`)).data.alert
  }
  await expect.poll(look).toBe('provider_denies')
  expect((await differences(other)).map(({ cause }) => cause)).toEqual(['provider_denies'])
  expect(await notifications(started.transaction_id)).toEqual(['provider_denies'])
})

test('what was decided by hand with provider A is asked about by the daily reconciliation', async () => {
  const other = await addShop(shop.app)
  await shop.faults({ drop_callback: 1 })
  const started = await other.push({ amount: 75 })
  const body = { status: 'completed', reason: 'The payer says so.' }
  await other.call('POST', `/transactions/${started.transaction_id}/resolve`, { body })
  await shop.act(started.checkout_request_id, 'decline')
  await reconcile()
  shop.app.clock.advance(60)
  const look = async () => {
    shop.app.clock.advance(0.1)
    return (await other.call('GET', `/transactions/${started.transaction_id}`)).data.alert
  }
  await expect.poll(look).toBe('provider_denies')
})

test('what nobody decides is listed however old it is, told of once, and ends by itself', async () => {
  await shop.faults({ drop_callback: 1, in_flight: 1 })
  const started = await shop.push({ amount: 70 })
  const { transaction_id: id, checkout_request_id } = started
  expect(await causesOf(id)).toEqual([])
  shop.app.clock.advance(3601)
  expect([await causesOf(id), await causesOf(id)]).toEqual([['open_for_long'], ['open_for_long']])
  shop.app.clock.advance(86_400)
  await shop.becomes(id, 'unknown')
  shop.app.clock.advance(10 * 86_400)
  expect(await causesOf(id)).toEqual(['no_outcome'])
  expect(await notifications(id)).toEqual(['open_for_long', 'no_outcome'])
  await shop.faults({})
  const line = `LATE0070,2026-01-25 10:00:00,Completed,70.00,${(await stateOf(started)).account_reference}`
  const csv = `Receipt No.,Completion Time,Transaction Status,Paid In,A/C No.\n${line}\n`
  await shop.call('POST', '/reconciliation/statements', { body: { provider: 'provider_a', csv } })
  expect(await stateOf(started)).toMatchObject({
    status: 'completed',
    alert: null,
    reference: checkout_request_id,
  })
  expect(await causesOf(id)).toEqual([])
  const closed = (await shop.call('GET', '/reconciliation?state=closed')).data.differences
  expect(closed.filter((one: any) => one.transaction_id === id).map((one: any) => one.closed_by)).toEqual([
    null,
    null,
  ])
})

test('one project that cannot be reconciled keeps no other from it', async () => {
  const shops = [await addShop(shop.app), await addShop(shop.app), await addShop(shop.app)]
  await shop.faults({ lose_response: 1 })
  for (const one of shops) await one.push()
  await shop.faults({})
  const [broken, ...others] = shops.toSorted((a, b) => (a.project.id < b.project.id ? -1 : 1)) as [
    Shop,
    Shop,
    Shop,
  ]
  await query(
    `create function public.break() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    [],
  )
  await query(
    `create trigger break before insert on msingi_payments.differences
     for each row when (new.project_id = '${broken.project.id}') execute function public.break()`,
    [],
  )
  await expect(reconcile()).rejects.toThrow('of 1 projects')
  await query('drop function public.break() cascade', [])
  const stored = await query(
    'select project_id, cause from msingi_payments.differences where project_id = any($1) order by 1',
    [shops.map(({ project }) => project.id)],
  )
  expect(stored).toEqual(others.map(({ project }) => ({ project_id: project.id, cause: 'outcome_unknown' })))
})

test('lines of a statement that belong to nobody are told of together, and what it leaves out is found', async () => {
  const own = await addShop(shop.app)
  await shop.faults({ drop_callback: 1 })
  const at = () => shop.app.clock.now().toISOString()
  const head = 'Receipt No.,Completion Time,Transaction Status,Paid In,A/C No.'
  const lines = [0, 1, 2, 3, 4].map((n) => `STRANGER${n},${at()},Completed,10.00,X${n}`)
  const paid = await Promise.all(
    [61, 62].map(async (amount) => {
      const one = await own.push({ amount })
      await own.act(one.checkout_request_id, 'approve')
      shop.app.clock.advance(11)
      return own.becomes(one.transaction_id, 'completed')
    }),
  )
  shop.app.clock.advance(1)
  const listed = `${paid[0].id.slice(0, 8)},${at()},Completed,61.00,${paid[0].account_reference}`
  const importing = (csv: string) =>
    own.call('POST', '/reconciliation/statements', { body: { provider: 'provider_a', csv } })
  const csv = [head, ...lines, listed].join('\n')
  for (const _ of [1, 2]) expect((await importing(csv)).status).toBe(200)
  const found = (await differences(own)).map((one) => [one.cause, one.transaction_id ?? one.receipt])
  expect(found.toSorted()).toEqual(
    [
      ...[0, 1, 2, 3, 4].map((n) => ['not_ours', `STRANGER${n}`]),
      ['not_on_statement', paid[1].id],
    ].toSorted(),
  )
  const told = await query(
    `select data from platform.events where project_id = $1 and type = 'payment.needs_attention' order by id`,
    [own.project.id],
  )
  expect(told.map(({ data }) => data.causes ?? data.cause)).toEqual([{ not_ours: 5 }, 'not_on_statement'])
  const missing = `${paid[1].id.slice(0, 8)},${at()},Completed,62.00,${paid[1].account_reference}`
  await importing([head, missing].join('\n'))
  expect((await differences(own)).map(({ cause }) => cause)).not.toContain('not_on_statement')
  // A second receipt for what is paid is money of its own.
  await importing([head, `TWICE00061,${at()},Completed,61.00,${paid[0].account_reference}`].join('\n'))
  expect((await differences(own)).map(({ receipt }) => receipt)).toContain('TWICE00061')
})

// What a provider gives back of payments, in parts and as a whole, and the fees that it keeps: told of by statements,
// callbacks and owners, and counted once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { callB } from '#modules/payments/callbacks/callbacks.fixture.ts'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { HEAD, paid } from './statement.fixture.ts'

let first: Shop
let shop: Shop
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  first = await openShop({ internalNetworks: LOOPBACK })
})
beforeEach(async () => {
  shop = await addShop(first.app)
  await shop.faults({})
})
afterAll(async () => {
  await first.app.stop()
  await receiver.stop()
})

const at = () => first.app.clock.now().toISOString()
const transaction = async (id: string) => (await shop.call('GET', `/transactions/${id}`)).data
const balances = async () =>
  Object.fromEntries(
    (await shop.call('GET', '/ledger')).data.map(({ account, balance }: any) => [account, balance]),
  )
const causes = async () =>
  (await shop.call('GET', '/reconciliation')).data.differences.map(({ cause }: any) => cause)

interface Line {
  readonly receipt: string
  readonly amount: string
  readonly fee?: string
}

interface Form {
  /** pay makes a payment of 5000 shillings, and returns its transaction once it is completed. */
  pay(): Promise<any>
  /** back is the line of a refund of it. */
  back(of: any, line: Line): string
  readonly head: string
  /** kept is what the provider has kept of it when it was paid. */
  readonly kept: number
}

const FORMS: Readonly<Record<'provider_a' | 'provider_b', Form>> = {
  provider_a: {
    pay: () => paid(shop, 5000),
    head: `${HEAD},Charges`,
    back: (of, { receipt, amount, fee = '' }) =>
      `${receipt},${at()},Reversal of ${of.receipt},Completed,,-${amount},,${fee}`,
    kept: 0,
  },
  provider_b: {
    pay: async () => {
      const started = await shop.direct()
      await shop.act(started.reference, 'approve')
      const done = await shop.becomes(started.transaction_id, 'completed')
      return done
    },
    head: 'External Reference,Reference,Completed At,Status,Amount,Fees,Type',
    back: (of, { receipt, amount, fee = '' }) =>
      `${receipt},${of.reference},${at()},refunded,${amount},${fee},Refund`,
    kept: 50,
  },
}

describeBoth(
  'are booked one after the other, until nothing is left',
  async ({ pay, kept }, importing, provider) => {
    const { id } = await pay()
    const [part, rest] = [
      { receipt: 'BACK000001', amount: '2000.00' },
      { receipt: 'BACK000002', amount: '3000' },
    ]
    const { data } = await importing(id, part)
    expect(data.counts).toMatchObject({ reversal: 1 })
    expect(data.others[0].reason).toContain('2000')
    expect(await transaction(id)).toMatchObject({ status: 'completed', refunded_amount: 2000, alert: null })
    // Once more, it says nothing new.
    const again = await importing(id, part)
    expect(again.data.others[0].reason).toContain('recorded already')
    expect(await balances()).toMatchObject({ sales: -3000, [provider]: 3000 - kept })
    const [totals] = (await shop.call('GET', '/reconciliation')).data.totals
    expect(totals).toMatchObject({ completed: 1, completed_amount: 5000, refunded_amount: 2000 })
    const [day] = (await shop.call('GET', '/totals')).data
    expect(day).toMatchObject({ completed: 1, amount: 5000, refunded_amount: 2000 })
    const csv = (await shop.call('GET', '/transactions.csv')).text.split('\r\n')
    const column = csv[0]?.split(',').indexOf('refunded_amount') ?? -1
    expect(csv[1]?.split(',')[column]).toBe('2000')
    await importing(id, rest)
    expect(await transaction(id)).toMatchObject({
      status: 'reversed',
      refunded_amount: 5000,
      fee_amount: kept,
    })
    expect(await causes()).toEqual([])
    // What the provider has kept stays with it.
    expect(await balances()).toMatchObject({ sales: 0, [provider]: 0 - kept })
    const { ledger, timeline } = await transaction(id)
    expect(ledger.map(({ posting }: any) => posting).toSorted()).toEqual([
      ...Array(kept > 0 ? 3 : 2).fill('payment'),
      ...['refund', 'refund', 'reversal', 'reversal'],
    ])
    expect(timeline.filter(({ kind }: any) => kind === 'refund')).toHaveLength(2)
    const row = async () =>
      (await shop.app.api('GET', `/data/payment_transactions/${id}`, { key: shop.project.secret })).data
    await expect.poll(row).toMatchObject({ status: 'reversed', refunded_amount: 5000 })
  },
)

describeBoth(
  'may leave a fee with the provider, which is booked and no difference',
  async ({ pay, kept }, importing) => {
    const { id } = await pay()
    await importing(id, { receipt: 'BACK000003', amount: '4900', fee: '100' })
    expect(await transaction(id)).toMatchObject({
      status: 'reversed',
      refunded_amount: 4900,
      fee_amount: kept + 100,
      alert: null,
    })
    expect(Object.entries(await balances())).toEqual(
      expect.arrayContaining([
        ['sales', -100],
        [expect.stringMatching(/fees$/), kept + 100],
      ]),
    )
    expect(await causes()).toEqual([])
  },
)

describeBoth(
  'are one with what the owner has recorded, also where a fee was kept',
  async ({ pay }, importing) => {
    const { id } = await pay()
    const reverse = (body: object) =>
      shop.call('POST', `/transactions/${id}/reversal`, { body: { reason: 'Agreed.', ...body } })
    expect((await reverse({ amount: 5001 })).body.message).toContain('Only 5000')
    expect((await reverse({ amount: 1000 })).data).toMatchObject({
      status: 'completed',
      refunded_amount: 1000,
    })
    await importing(id, { receipt: 'BACK000004', amount: '1000' })
    expect((await transaction(id)).refunded_amount).toBe(1000)
    expect((await reverse({ amount: 1, receipt: 'BACK000004' })).status).toBe(409)
    expect((await reverse({})).data).toMatchObject({ status: 'reversed', refunded_amount: 5000 })
    await importing(id, { receipt: 'BACK000005', amount: '3900', fee: '100' })
    expect(await transaction(id)).toMatchObject({ status: 'reversed', refunded_amount: 4900 })
    expect([await causes(), (await balances()).sales]).toEqual([[], -100])
  },
)

describeBoth(
  'of more than was paid, or of cents, are a difference and not booked',
  async ({ pay }, importing) => {
    const { id } = await pay()
    await importing(id, { receipt: 'BACK000006', amount: '4000' })
    await importing(id, { receipt: 'BACK000007', amount: '2000' })
    expect(await transaction(id)).toMatchObject({
      status: 'completed',
      refunded_amount: 4000,
      alert: 'refund_mismatch',
    })
    const { differences } = (await shop.call('GET', '/reconciliation')).data
    expect(differences).toMatchObject([{ cause: 'refund_mismatch', amount: 5000, provider_amount: 6000 }])
    // A corrected line corrects what was booked, and what is in agreement ends.
    await importing(id, { receipt: 'BACK000006', amount: '3000' })
    await importing(id, { receipt: 'BACK000007', amount: '1999.50' })
    expect(await transaction(id)).toMatchObject({ refunded_amount: 3000, alert: 'refund_mismatch' })
    await importing(id, { receipt: 'BACK000007', amount: '2000' })
    expect(await transaction(id)).toMatchObject({ status: 'reversed', refunded_amount: 5000, alert: null })
    expect([await causes(), (await balances()).sales]).toEqual([[], 0])
  },
)

function describeBoth(
  what: string,
  run: (form: Form, importing: (id: string, line: Line) => Promise<any>, provider: string) => Promise<void>,
) {
  test.each(['provider_a', 'provider_b'] as const)(`refunds ${what}: %s`, async (provider) => {
    const form = FORMS[provider]
    const importing = async (id: string, line: Line) => {
      const csv = `${form.head}\n${form.back(await transaction(id), line)}\n`
      const sent = await shop.call('POST', '/reconciliation/statements', { body: { provider, csv } })
      expect(sent.status, sent.text).toBe(200)
      return sent
    }
    await run(form, importing, provider)
  })
}

test.each(['refunded', 'voided'])(
  'a part that provider B calls %s is booked once, whoever tells of it',
  async (type) => {
    const form = FORMS.provider_b
    const { id, reference } = await form.pay()
    const say = (event: string, value: number) =>
      callB(
        shop,
        type,
        { reference, amount: { value, currency: 'TZS' }, metadata: { transaction_id: id } },
        event,
      )
    await say('evt_part_1', 2000)
    await say('evt_part_1', 2000)
    await expect.poll(async () => (await transaction(id)).refunded_amount).toBe(2000)
    const csv = `${form.head}\n${form.back(await transaction(id), { receipt: 'BACK000008', amount: '2000' })}\n`
    await shop.call('POST', '/reconciliation/statements', { body: { provider: 'provider_b', csv } })
    expect(await transaction(id)).toMatchObject({ status: 'completed', refunded_amount: 2000, alert: null })
    // Another of the same amount is another one.
    await say('evt_part_2', 2000)
    await expect.poll(async () => (await transaction(id)).refunded_amount).toBe(4000)
    await say('evt_part_3', 1001)
    await expect.poll(async () => (await transaction(id)).alert).toBe('refund_mismatch')
    await say('evt_part_4', 1000)
    await expect.poll(async () => (await transaction(id)).status).toBe('reversed')
    expect((await balances()).sales).toBe(0)
  },
)

test('webhooks hear of each part, and of the payment that is given back as a whole', async () => {
  const body = {
    name: 'Shop',
    url: `${receiver.url}/refunds`,
    events: ['payment.refunded', 'payment.reversed'],
  }
  const { id: project, token } = shop.project
  expect((await first.app.api('POST', `/projects/${project}/webhooks`, { token, body })).status).toBe(201)
  const { id } = await FORMS.provider_a.pay()
  for (const amount of [1, 2, undefined]) {
    const reversal = { reason: 'Agreed.', amount }
    expect((await shop.call('POST', `/transactions/${id}/reversal`, { body: reversal })).status).toBe(200)
  }
  const heard = () =>
    receiver
      .of('/refunds')
      .map(({ body: { type, data } }) => `${type} ${data.refunded_amount}`)
      .toSorted()
  await expect.poll(heard).toEqual(['payment.refunded 1', 'payment.refunded 3', 'payment.reversed 5000'])
})

// Only the amount that was asked for completes a payment, however providers write it; anything else is parked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { signB } from '#modules/payments/providers/provider-b/signature-b.ts'
import { SIMULATED_B } from '#modules/simulators/simulated-accounts.service.ts'
import { callbackToken } from './callback-token.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.faults({ drop_callback: 1 })
})
afterAll(() => shop.app.stop())

// What is said of a payment of 720 shillings, as JSON.
const SAME = ['720', '720.0', '720.00', '"720"', '"720.0"', '"720.00"']
const OTHERS = [
  ...['1', '719', '721', '1000000000', '719.99', '720.5', '7200.5', '0', '-720', '720.00000000000000001'],
  ...['"1.5"', '"abc"', '""', '" 720"', '"7.2e2"', 'null', '[]', '[720]', '{}', 'true'],
]

const send = async (path: string, raw: string, headers: Record<string, string> = {}) => {
  const answer = await shop.app.api('POST', `/webhooks/${path}`, { raw, headers })
  expect(answer.status, answer.text).toBe(200)
}

const startA = async () => {
  const { transaction_id: id, checkout_request_id: reference } = await shop.push({ amount: 720 })
  await shop.act(reference, 'approve')
  return { id, reference }
}
const sayA = (id: string, reference: string, amount: string | undefined) => {
  const token = callbackToken(shop.app.platform.keys, shop.project.id, id)
  const value = amount === undefined ? '' : `,"Value":${amount}`
  return send(
    `provider_a/${shop.project.id}/callback?payment=${id}&token=${token}`,
    `{"Body":{"stkCallback":{"CheckoutRequestID":"${reference}","ResultCode":0,"CallbackMetadata":{"Item":[
      {"Name":"Amount"${value}},{"Name":"MpesaReceiptNumber","Value":"${reference}"}]}}}}`,
  )
}

const PLACES_B = [
  '"amount":{"value":X,"currency":"TZS"}',
  '"amount":X,"currency":"TZS"',
  '"amount":5,"settlement":{"gross":{"value":X}}',
]
const startB = async () => {
  const { transaction_id: id, reference } = await shop.direct({ amount: 720 })
  return { id, reference }
}
const sayB = (id: string, reference: string, amount: string | undefined, place = PLACES_B[0]) => {
  const said = amount === undefined ? '"object":"payment"' : place?.replace('X', amount)
  const raw = `{"id":"evt_${id}","type":"payment.completed","data":{"reference":"${reference}",${said},
    "external_reference":"${reference}","metadata":{"transaction_id":"${id}"}}}`
  const timestamp = String(Math.floor(shop.app.clock.now().getTime() / 1000))
  return send(`provider_b/${shop.project.id}/callback`, raw, {
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signB(SIMULATED_B.webhook_secret, timestamp, Buffer.from(raw)),
  })
}

const WAYS = [
  ['provider A', startA, sayA],
  ...PLACES_B.map(
    (place) =>
      [
        `provider B in ${place}`,
        startB,
        (id: string, reference: string, amount: string) => sayB(id, reference, amount, place),
      ] as const,
  ),
] as const

test.each(WAYS)('%s: the same amount in other words completes', async (_where, start, say) => {
  for (const amount of SAME) {
    const { id, reference } = await start()
    await say(id, reference, amount)
    expect([amount, (await shop.becomes(id, 'completed')).alert]).toEqual([amount, null])
  }
})

test.each(WAYS)('%s: whatever else stands there is parked', async (_where, start, say) => {
  for (const amount of OTHERS) {
    const { id, reference } = await start()
    await say(id, reference, amount)
    const { alert, failure, ledger } = await shop.becomes(id, 'unknown')
    expect([amount, alert, failure, ledger]).toEqual([amount, 'amount_mismatch', 'amount_mismatch', []])
  }
})

test('a success without an amount completes once the provider confirms it, with an alert where nobody says how much', async () => {
  const a = await startA()
  await sayA(a.id, a.reference, undefined)
  expect((await shop.becomes(a.id, 'completed')).alert).toBe('amount_missing')
  const b = await startB()
  await shop.act(b.reference, 'approve')
  await sayB(b.id, b.reference, undefined)
  // Its query names the amount.
  expect((await shop.becomes(b.id, 'completed')).alert).toBeNull()
})

// Examples of payments, with the simulators of development as providers.
import { createHmac } from 'node:crypto'
import { SIMULATED_B } from '#modules/simulators/simulated-accounts.service.ts'
import type { ExampleStage } from './stage.ts'

/** payments calls the routes of payments. */
export async function payments({ call, below, dashboard, secret, app, stage }: ExampleStage): Promise<void> {
  const path = `${below}/payments`
  await call('PUT', `${path}/settings`, { ...dashboard, body: { is_active: true } })
  await call('GET', `${path}/settings`, dashboard)
  await call('POST', `${path}/settings/test`, { ...dashboard, body: { provider: 'provider_a' } })
  const push = { phone: '0712345678', amount: 150, description: 'Kusadikika', order_id: '1' }
  const pushed = await call('POST', `${path}/provider_a/stk-push`, { ...secret, body: push })
  const direct = { phone: '0754123456', amount: 9000, first_name: 'Neema', last_name: 'Mushi' }
  const paid = await call('POST', `${path}/provider_b/initiate`, { ...secret, body: direct })
  const session = { amount: 9000, description: 'Utengano', redirect_url: 'https://shop.example.com/thanks' }
  await call('POST', `${path}/provider_b/session`, { ...secret, body: session })
  await call('GET', `${path}/provider_b/status/${paid.data.reference}`, secret)
  await call('GET', `${path}/transactions`, { ...secret, query: { order_id: '1', limit: 20 } })
  const one = `${path}/transactions/${pushed.data.transaction_id}`
  await call('GET', one, secret)
  await call('POST', `${one}/resolve`, {
    ...dashboard,
    body: { status: 'completed', reason: 'Seen on the statement.', receipt: 'QK12AB34CD', amount: 149 },
  })
  await call('POST', `${one}/reversal`, { ...dashboard, body: { reason: 'The book was sold out.' } })
  await call('GET', `${path}/totals`, {
    ...secret,
    query: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
  })
  await call('GET', `${path}/ledger`, secret)
  const line = 'QK12AB34CE,2026-01-05 10:00:00,Pay Bill,Completed,150.00,,UNKNOWN'
  const csv = `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.\n${line}\n`
  const wrong = await call('POST', `${path}/reconciliation/statements`, {
    ...dashboard,
    body: {
      provider: 'provider_a',
      environment: 'sandbox',
      dates: 'dmy',
      csv: csv.replace('150.00', '15.00'),
    },
  })
  await call('GET', `${path}/reconciliation/imports`, secret)
  await call('GET', `${path}/reconciliation/imports/${wrong.data.id}`, secret)
  await call('DELETE', `${path}/reconciliation/imports/${wrong.data.id}`, dashboard)
  await call('POST', `${path}/reconciliation/statements`, {
    ...dashboard,
    body: { provider: 'provider_a', csv },
  })
  const report = await call('GET', `${path}/reconciliation`, { ...secret, query: { state: 'open' } })
  const ids = report.data.differences.map((one: { id: string }) => one.id)
  await call('POST', `${path}/reconciliation/close`, {
    ...dashboard,
    body: { ids, note: 'Paid back in cash.' },
  })
  const { id } = stage.project
  const stkCallback = {
    MerchantRequestID: '1-2-3',
    CheckoutRequestID: 'ws_CO_1',
    ResultCode: 1032,
    ResultDesc: 'Cancelled',
  }
  await call('POST', `/webhooks/provider_a/${id}/callback`, { body: { Body: { stkCallback } } })
  const body = { id: 'evt_1', type: 'payment.failed', data: { reference: 'pay_1', status: 'failed' } }
  const at = String(Math.floor(app.clock.now().getTime() / 1000))
  const signature = createHmac('sha256', SIMULATED_B.webhook_secret)
    .update(`${at}.${JSON.stringify(body)}`)
    .digest('hex')
  const headers = {
    'x-webhook-timestamp': at,
    'x-webhook-signature': signature,
    'x-webhook-event': body.type,
  }
  await call('POST', `/webhooks/provider_b/${id}/callback`, { body, headers })
}

// Callbacks of the providers in tests, which prove true.
import { expect } from 'vitest'
import type { Shop } from '#modules/payments/payments.fixture.ts'
import { signB } from '#modules/payments/providers/provider-b/signature-b.ts'
import { SIMULATED_B } from '#modules/simulators/simulated-accounts.service.ts'
import { callbackToken } from './callback-token.ts'

/** callB sends a callback about a payment, as an event of its own unless one is named. */
export async function callB(
  { app, project }: Shop,
  type: string,
  data: object,
  id: string = crypto.randomUUID(),
): Promise<void> {
  const raw = JSON.stringify({ id, type: `payment.${type}`, data })
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000))
  const headers = {
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signB(SIMULATED_B.webhook_secret, timestamp, Buffer.from(raw)),
  }
  const { status } = await app.api('POST', `/webhooks/provider_b/${project.id}/callback`, { raw, headers })
  expect(status).toBe(200)
}

/** callA sends a success to the address with the token of a payment. */
export async function callA(
  { app, project }: Shop,
  id: string,
  {
    reference,
    amount,
    receipt,
  }: { readonly reference: string; readonly amount: number; readonly receipt: string },
): Promise<void> {
  const token = callbackToken(app.platform.keys, project.id, id)
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
  ]
  const stkCallback = { CheckoutRequestID: reference, ResultCode: 0, CallbackMetadata: { Item } }
  const path = `/webhooks/provider_a/${project.id}/callback?payment=${id}&token=${token}`
  const answer = await app.api('POST', path, { body: { Body: { stkCallback } } })
  expect(answer.text).toBe('{"ResultCode":0,"ResultDesc":"Accepted"}')
}

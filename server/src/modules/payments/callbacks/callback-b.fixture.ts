// Callbacks of provider B in tests, signed as it signs them.
import { expect } from 'vitest'
import { SIMULATED_B } from '#modules/simulators/simulated-accounts.service.ts'
import type { Shop } from '#payments/payments.fixture.ts'
import { signB } from '#payments/providers/provider-b/signature-b.ts'

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

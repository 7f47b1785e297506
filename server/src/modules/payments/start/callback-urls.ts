// Where providers call back.
import { callbackToken } from '#payments/callbacks/callback-token.ts'
import type { Payments } from '#payments/context/payments.ts'
import type { ProviderName } from '#payments/model/money.ts'
import type { PaymentSettings } from '#payments/model/settings.schema.ts'

/** CallbackBase is the address of this server, as clients and as its own simulators know it. */
export interface CallbackBase {
  readonly public_url: string
  readonly simulated: boolean
}

/** callbackUrl returns where a provider calls back about a payment. */
export function callbackUrl(
  { simulators }: Payments,
  settings: PaymentSettings,
  provider: ProviderName,
  projectId: string,
  { public_url, simulated }: CallbackBase,
): URL {
  const own = settings[`${provider}_callback_url`]
  if (own !== null && !simulated) return new URL(own)
  const base = simulated ? new URL(simulators() ?? public_url).origin : public_url
  return new URL(`${base}/api/v1/webhooks/${provider}/${projectId}/callback`)
}

/** callbackUrlA adds which payment it is, and the token that proves it. */
export function callbackUrlA(
  payments: Payments,
  settings: PaymentSettings,
  projectId: string,
  paymentId: string,
  base: CallbackBase,
): string {
  const url = callbackUrl(payments, settings, 'provider_a', projectId, base)
  url.searchParams.set('payment', paymentId)
  url.searchParams.set('token', callbackToken(payments.platform.keys, projectId, paymentId))
  return url.href
}

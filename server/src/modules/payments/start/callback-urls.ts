// Where providers call back.
import { callbackToken } from '#modules/payments/callbacks/callback-token.ts'
import type { Payments } from '#modules/payments/context/payments.ts'
import { callbackProblem } from '#modules/payments/model/callback-address.ts'
import type { ProviderName } from '#modules/payments/model/money.ts'
import type { PaymentSettings } from '#modules/payments/model/settings.schema.ts'
import { conflict } from '#platform/errors/app-error.ts'

/** CallbackBase is the address of this server, as clients and as its own simulators know it. */
export interface CallbackBase {
  readonly public_url: string
  readonly simulated: boolean
}

/**
 * callbackUrl returns where a provider calls back about a payment. It throws 409 in production where that is no public
 * address: without MSINGI_PUBLIC_URL it would be whatever the client has written into its Host header.
 */
export function callbackUrl(
  { platform, simulators }: Payments,
  settings: PaymentSettings,
  provider: ProviderName,
  projectId: string,
  { public_url, simulated }: CallbackBase,
): URL {
  const own = settings[`${provider}_callback_url`]
  if (own !== null && !simulated) return new URL(own)
  const problem = callbackProblem(new URL(public_url))
  const isSet = platform.config.publicUrl !== undefined && problem === undefined
  if (platform.config.production && !simulated && !isSet)
    throw conflict(
      'not_set_up',
      `Set MSINGI_PUBLIC_URL on the server to a public address with https, or ${provider}_callback_url: the provider has to be told where to call back.`,
    )
  const base = simulated ? new URL(simulators() ?? public_url).origin : public_url
  return new URL(`${base}/api/v1/webhooks/${provider}/${projectId}/callback`)
}

/** withToken adds to an address of provider A which payment it is about, and the token that proves it. */
export function withToken(
  { platform }: Payments,
  address: URL,
  projectId: string,
  paymentId: string,
): string {
  const url = new URL(address)
  url.searchParams.set('payment', paymentId)
  url.searchParams.set('token', callbackToken(platform.keys, projectId, paymentId))
  return url.href
}

// How to reach the providers for a project: the address, and the credentials of its settings. In development, where
// nothing else is configured, the simulators of this server stand in, with credentials of their own.

import type { Payments } from '#modules/payments/context/payments.ts'
import type { ProviderName } from '#modules/payments/model/money.ts'
import type { PaymentSettings } from '#modules/payments/model/settings.schema.ts'
import type { AccountA } from '#modules/payments/providers/provider-a/wire-a.ts'
import type { AccountB } from '#modules/payments/providers/provider-b/wire-b.ts'
import { simulatedA, simulatedB } from '#modules/simulators/simulated-accounts.service.ts'
import { withoutEndSlashes } from '#platform/config/addresses.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { conflict } from '#platform/errors/app-error.ts'

const HOSTS = {
  provider_a: { sandbox: 'https://sandbox.safaricom.co.ke', live: 'https://api.safaricom.co.ke' },
  // No sandbox of provider B is documented: PROVIDER_B_BASE_URL has to name one.
  provider_b: { sandbox: undefined, live: 'https://api.snippe.sh' },
} as const

interface Reached {
  readonly environment: 'sandbox' | 'live'
  /** account names the account by the settings that it is of. */
  readonly account: string
  readonly simulated: boolean
  /** limit_key names whose queries are counted together, and query_ms is how far apart they must be. */
  readonly limit_key: string
  readonly query_ms: number
}

/** ReachedA is provider A as a project reaches it. */
export interface ReachedA extends AccountA, Reached {}

/** ReachedB is provider B as a project reaches it. */
export interface ReachedB extends AccountB, Reached {
  readonly webhook_secret: string
}

const ACCOUNT_SETTINGS = {
  provider_a: [
    'provider_a_environment',
    'provider_a_shortcode',
    'provider_a_consumer_key',
    'provider_a_consumer_secret',
    'provider_a_passkey',
  ],
  provider_b: ['provider_b_mode', 'provider_b_api_key', 'provider_b_webhook_secret'],
} as const satisfies Record<ProviderName, readonly (keyof PaymentSettings)[]>

/** accountIn returns the settings that make a project's account of a provider, and the name of that account. */
export function accountIn(settings: PaymentSettings, provider: ProviderName) {
  const own = Object.fromEntries(ACCOUNT_SETTINGS[provider].map((name) => [name, settings[name]]))
  return { account: digest(JSON.stringify(own)), settings: own as Partial<PaymentSettings> }
}

const MINUTE_MS = 60_000

/** reachA returns provider A for a project, or throws 409 where its settings are not complete. */
export function reachA(
  { platform, simulators }: Payments,
  project: Pick<ProjectRecord, 'id'>,
  settings: PaymentSettings,
): ReachedA {
  const { provider_a_environment: environment, provider_a_queries_per_minute: perMinute } = settings
  const set = platform.config.providerABaseUrl
  const simulated = set === undefined && environment === 'sandbox' ? simulators() : undefined
  const account =
    simulated === undefined
      ? {
          base: withoutEndSlashes(set ?? HOSTS.provider_a[environment]),
          shortcode: given(settings, 'provider_a_shortcode'),
          consumer_key: given(settings, 'provider_a_consumer_key'),
          consumer_secret: given(settings, 'provider_a_consumer_secret'),
          passkey: given(settings, 'provider_a_passkey'),
        }
      : { ...simulatedA(project.id), base: `${simulated}/provider_a` }
  // A provider counts by shortcode, and the simulator by project: all have the same shortcode there.
  const counted = simulated === undefined ? account.shortcode : account.consumer_key
  const limit_key = digest(`provider_a\n${account.base}\n${counted}`)
  const query_ms = Math.ceil(MINUTE_MS / perMinute)
  return {
    ...account,
    environment,
    account: accountIn(settings, 'provider_a').account,
    simulated: simulated !== undefined,
    limit_key,
    query_ms,
  }
}

/** reachB returns provider B for a project, or throws 409 where its settings are not complete. */
export function reachB(
  { platform, simulators }: Payments,
  project: Pick<ProjectRecord, 'id'>,
  settings: PaymentSettings,
): ReachedB {
  const { provider_b_mode: environment, provider_b_queries_per_minute: perMinute } = settings
  const set = platform.config.providerBBaseUrl
  const simulated = set === undefined && environment === 'sandbox' ? simulators() : undefined
  const base = simulated === undefined ? (set ?? HOSTS.provider_b[environment]) : `${simulated}/provider_b`
  if (base === undefined)
    throw conflict(
      'not_set_up',
      'Provider B has no public sandbox: set PROVIDER_B_BASE_URL on the server, or use live.',
    )
  const account =
    simulated === undefined
      ? {
          api_key: given(settings, 'provider_b_api_key'),
          webhook_secret: given(settings, 'provider_b_webhook_secret'),
        }
      : simulatedB(project.id)
  const address = withoutEndSlashes(base)
  const limit_key = digest(`provider_b\n${address}\n${account.api_key}`)
  return {
    ...account,
    base: address,
    environment,
    account: accountIn(settings, 'provider_b').account,
    simulated: simulated !== undefined,
    limit_key,
    query_ms: Math.ceil(MINUTE_MS / perMinute),
  }
}

function given<Name extends keyof PaymentSettings>(settings: PaymentSettings, name: Name): string {
  const value = settings[name]
  if (typeof value === 'string') return value
  throw conflict('not_set_up', `${name} is not set. Set it with PUT /payments/settings.`, { fields: [name] })
}

// The settings of a provider as they are typed, and what of them is to be changed.

import type { PaymentSettings, PaymentSettingsUpdate } from '#api/client/schemas.ts'
import type { PaymentProvider } from '#api/services/payments.ts'
import type { SettingsMessages } from './settings-messages.ts'

/** FieldName is a setting of a provider. */
export type FieldName = keyof SettingsMessages['names']

/** FIELDS are the settings of each provider, in the order in which they are asked for. */
export const FIELDS: Readonly<Record<PaymentProvider, readonly FieldName[]>> = {
  provider_a: [
    'provider_a_environment',
    'provider_a_shortcode',
    'provider_a_consumer_key',
    'provider_a_consumer_secret',
    'provider_a_passkey',
    'provider_a_callback_url',
    'provider_a_confirm',
    'provider_a_queries_per_minute',
  ],
  provider_b: [
    'provider_b_mode',
    'provider_b_api_key',
    'provider_b_webhook_secret',
    'provider_b_callback_url',
    'provider_b_queries_per_minute',
  ],
}

const SECRETS: ReadonlySet<FieldName> = new Set([
  'provider_a_consumer_key',
  'provider_a_consumer_secret',
  'provider_a_passkey',
  'provider_b_api_key',
  'provider_b_webhook_secret',
])

/** isSecret is whether a setting comes masked. */
export function isSecret(name: FieldName): boolean {
  return SECRETS.has(name)
}

/** draftOf returns the stored settings of a provider as text; what is not set is empty. */
export function draftOf(
  provider: PaymentProvider,
  settings: PaymentSettings,
): Readonly<Partial<Record<FieldName, string>>> {
  return Object.fromEntries(FIELDS[provider].map((name) => [name, String(settings[name] ?? '')]))
}

/** changesOf returns what differs from the stored settings; an empty field removes its setting. */
export function changesOf(
  provider: PaymentProvider,
  settings: PaymentSettings,
  typed: Readonly<Partial<Record<FieldName, string>>>,
): PaymentSettingsUpdate {
  const stored = draftOf(provider, settings)
  const entries = Object.entries(typed).flatMap(
    ([name, text]): (readonly [string, number | string | null])[] => {
      const value = text.trim()
      if (value === stored[name as FieldName]) return []
      if (name.endsWith('_per_minute')) return [[name, Number(value)]]
      return [[name, value === '' ? null : value]]
    },
  )
  return Object.fromEntries(entries)
}

// What each provider has to be told, as docs/integrations.md lists it.
import type { Integration } from '#api/client/schemas.ts'
import type { Messages } from './messages.ts'

/** Provider is the name of a provider. */
export type Provider = Integration['provider']

/** FieldName is the name of a field of a configuration. */
export type FieldName = keyof Messages['fields']

/** ProviderField is one field: a secret comes back masked, and what is not required may be left empty. */
export interface ProviderField {
  readonly name: FieldName
  readonly secret?: boolean
  readonly required?: boolean
  readonly example?: string
}

const from = (example: string): ProviderField => ({ name: 'from', required: true, example })
const text = (name: FieldName, example = ''): ProviderField => ({ name, required: true, example })
const secret = (name: FieldName, required = true): ProviderField => ({ name, secret: true, required })
const BASE: ProviderField = { name: 'base_url', example: 'https://' }
const EVENTS: ProviderField = { name: 'events', example: 'function.*, quota.*' }
const SENDER = 'Duka <no-reply@example.com>'

/** PROVIDER_FIELDS has the fields of each provider, in the order in which they are asked for. */
export const PROVIDER_FIELDS: Readonly<Record<Provider, readonly ProviderField[]>> = {
  smtp: [
    text('host', 'smtp.example.com'),
    { name: 'port', example: '587' },
    { name: 'username' },
    secret('password', false),
    from(SENDER),
  ],
  resend: [secret('api_key'), from(SENDER), BASE],
  africas_talking: [text('username', 'sandbox'), secret('api_key'), { name: 'from', example: 'DUKA' }, BASE],
  twilio: [text('account_sid', 'AC…'), secret('auth_token'), from('+255700000000'), BASE],
  beem: [{ name: 'api_key', required: true }, secret('secret_key'), from('DUKA'), BASE],
  slack: [secret('url'), EVENTS],
  discord: [secret('url'), EVENTS],
  telegram: [secret('bot_token'), text('chat_id', '@channel'), BASE, EVENTS],
  sentry: [secret('dsn'), { name: 'environment', example: 'production' }, EVENTS],
  http: [text('url', 'https://'), secret('authorization', false), secret('secret', false), EVENTS],
}

/** textOf returns a field of a configuration as it is typed. */
export function textOf(config: Record<string, unknown>, name: FieldName): string {
  const value = config[name]
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** configOf returns the configuration that was typed; `known` is the stored one, whose fields are removed where emptied. */
export function configOf(
  provider: Provider,
  texts: Readonly<Record<string, string>>,
  known: Record<string, unknown> = {},
): Record<string, unknown> {
  const entries = PROVIDER_FIELDS[provider].flatMap(({ name }) => {
    const typed = (texts[name] ?? '').trim()
    if (typed === textOf(known, name)) return []
    return [[name, typed === '' ? null : valueFor(name, typed)] as const]
  })
  return Object.fromEntries(entries)
}

function valueFor(name: FieldName, typed: string): unknown {
  if (name === 'port') return Number(typed)
  if (name === 'events') return typed.split(/[\s,]+/).filter((one) => one !== '')
  return typed
}

// The configuration of an integration: what of it is sealed, shown and kept by a change.

import { maskOf } from '#platform/crypto/masks.ts'
import type { Seal } from '#platform/crypto/sealed.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { parseField } from '#platform/http/routes/validation.ts'
import { checkAddress } from '#platform/http-client/check-address.ts'
import type { Platform } from '#platform/platform.ts'
import type { IntegrationRow } from './integrations.store.ts'
import type { Provider, ProviderConfig } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'

type Identity = Pick<IntegrationRow, 'id' | 'project_id' | 'provider'>

/** StoredConfig is a configuration as it is stored. */
export type StoredConfig = Pick<IntegrationRow, 'config' | 'sealed'>

/** parseConfig returns a configuration, or throws 400 where it is not the provider's, or leads to an internal address. */
export function parseConfig({ http }: Platform, provider: Provider, given: unknown): ProviderConfig {
  const config = parseField('config', provider.config, given)
  const address = provider.addressOf(config)
  if (address !== undefined) checkAddress(http, 'config', address)
  return config
}

/** sealConfig returns a configuration as it is stored: its secrets can be opened for this integration only. */
export function sealConfig(seal: Seal, identity: Identity, config: ProviderConfig): StoredConfig {
  const { secrets } = providerOf(identity.provider)
  const isSecret = ([name]: [string, unknown]) => secrets.includes(name)
  const entries = Object.entries(config)
  const closed = JSON.stringify(Object.fromEntries(entries.filter(isSecret)))
  return {
    config: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    sealed: seal.seal(closed, placeOf(identity)),
  }
}

/** openConfig returns the configuration with its secrets. */
export function openConfig(seal: Seal, row: Identity & StoredConfig): ProviderConfig {
  return { ...row.config, ...JSON.parse(seal.open(row.sealed, placeOf(row))) }
}

/** maskConfig returns a configuration with its secrets masked. */
export function maskConfig({ secrets }: Provider, config: ProviderConfig): ProviderConfig {
  const masks = secrets.flatMap((name) =>
    config[name] === undefined ? [] : [[name, maskOf(String(config[name]))]],
  )
  return { ...config, ...Object.fromEntries(masks) }
}

/**
 * mergeConfig returns what a change makes of a configuration: what is left out stays, as does a secret that comes back
 * masked, and null removes a field. It throws 400 where secrets would be sent elsewhere by who may not know them.
 */
export function mergeConfig(
  provider: Provider,
  known: ProviderConfig,
  given: ProviderConfig,
): ProviderConfig {
  const masked = maskConfig(provider, known)
  const isKept = (name: string) => given[name] === undefined || given[name] === masked[name]
  const changes = Object.entries(given).filter(([name]) => !(provider.secrets.includes(name) && isKept(name)))
  const merged = Object.entries({ ...known, ...Object.fromEntries(changes) })
  const next = Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined))
  const moved = provider.destination.find((name) => next[name] !== known[name])
  const sent = provider.secrets.find((name) => known[name] !== undefined && isKept(name))
  if (moved !== undefined && sent !== undefined)
    throw invalidInput(`config.${sent}: must be given again where ${moved} changes.`)
  return next
}

function placeOf({ project_id, id, provider }: Identity): string {
  return `integration/${project_id}/${id}/${provider}`
}

// Asks the DNS about a name: whether the record of ownership is there, and whether the name leads to this server.
import type { Resolver } from 'node:dns/promises'
import type { Config } from '#platform/config/config.ts'
import { openResolver, orNone } from '#platform/dns/resolver.ts'
import { CHALLENGE } from './domain-names.ts'

/** Finding is what the DNS says of a name now. */
export interface Finding {
  readonly has_token: boolean
  readonly has_address: boolean
  /** error is there where the DNS did not answer: then nothing is known. */
  readonly error: string | null
}

/** LookUp asks about a name and its token. */
export type LookUp = (name: string, token: string) => Promise<Finding>

// All questions about one name. Whoever owns it also says how slowly its servers answer.
const LOOK_UP_MS = 15_000

/** createLookUp returns what asks the servers of the settings, or those of the system. */
export function createLookUp({ dnsServers, publicUrl }: Pick<Config, 'dnsServers' | 'publicUrl'>): LookUp {
  const target = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  return async (name, token) => {
    const resolver = openResolver(dnsServers)
    const timer = setTimeout(() => resolver.cancel(), LOOK_UP_MS)
    try {
      const records = await orNone(resolver.resolveTxt(`${CHALLENGE}.${name}`))
      const has_token = records.some((parts) => parts.join('') === token)
      return { has_token, has_address: await leadsTo(target, name, resolver), error: null }
    } catch (error) {
      const { code = 'unknown error' } = error as { code?: string }
      return { has_token: false, has_address: false, error: `The DNS did not answer (${code}).` }
    } finally {
      clearTimeout(timer)
    }
  }
}

async function leadsTo(target: string | undefined, name: string, resolver: Resolver): Promise<boolean> {
  const addressesOf = async (host: string) => [
    ...(await orNone(resolver.resolve4(host))),
    ...(await orNone(resolver.resolve6(host))),
  ]
  const addresses = await addressesOf(name)
  // Without a public address of the server, any address counts.
  if (target === undefined || addresses.length === 0) return addresses.length > 0
  if ((await orNone(resolver.resolveCname(name))).some((alias) => alias.toLowerCase() === target)) return true
  const own = new Set(await addressesOf(target))
  return addresses.some((address) => own.has(address))
}

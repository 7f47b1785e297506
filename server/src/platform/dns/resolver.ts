// Questions to the DNS: bounded, and with an answer for names that are not there.
import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 3_000
const TRIES = 2
// There is such a name or not, and it has records of the type or not: all other codes are failures of the DNS.
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

/** openResolver returns a resolver that asks some servers, or those of this machine. */
export function openResolver(servers: readonly string[] = []): Resolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers([...servers])
  return resolver
}

/** orNone returns the records that were asked for, and none where the name has none. It throws what else went wrong. */
export async function orNone<Record>(asked: Promise<Record[]>): Promise<Record[]> {
  return asked.catch((error: { code?: string }) => {
    if (ABSENT.has(error.code ?? '')) return []
    throw error
  })
}

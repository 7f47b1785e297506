// TXT records of domains, by which people prove that a domain is theirs.
import type { Config } from '#platform/config/config.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { openResolver, orNone } from './resolver.ts'

/** TxtRecords looks up the TXT records of a name, each as one text; none where the name has none. It throws 503 if DNS fails. */
export type TxtRecords = (name: string) => Promise<string[]>

// What a domain can make us read.
const MOST_RECORDS = 100

/** createTxtRecords returns what asks the servers of the settings, or those of this machine. */
export function createTxtRecords({ dnsServers }: Pick<Config, 'dnsServers'>): TxtRecords {
  return async (name) => {
    try {
      const records = await orNone(openResolver(dnsServers).resolveTxt(name))
      return records.slice(0, MOST_RECORDS).map((parts) => parts.join(''))
    } catch (error) {
      throw new AppError('unavailable', `The DNS records of ${name} cannot be read right now.`, {
        cause: error,
      })
    }
  }
}

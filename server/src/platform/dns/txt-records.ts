// TXT records of domains, by which people prove that a domain is theirs.
import { Resolver } from 'node:dns/promises'
import { AppError } from '#platform/errors/app-error.ts'

/** TxtRecords looks up the TXT records of a name, each as one text; none where the name has none. It throws 503 if DNS fails. */
export type TxtRecords = (name: string) => Promise<string[]>

const TIMEOUT_MS = 3_000
const TRIES = 2
// What a domain can make us read.
const MOST_RECORDS = 100

/** txtRecords asks the resolver of this machine. */
export const txtRecords: TxtRecords = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  try {
    const records = await resolver.resolveTxt(name)
    return records.slice(0, MOST_RECORDS).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw new AppError('unavailable', `The DNS records of ${name} cannot be read right now.`, {
      cause: error,
    })
  }
}

// TXT records of domains, by which people prove that a domain is theirs.
import { AppError } from '#platform/errors/app-error.ts'
import { openResolver, orNone } from './resolver.ts'

/** TxtRecords looks up the TXT records of a name, each as one text; none where the name has none. It throws 503 if DNS fails. */
export type TxtRecords = (name: string) => Promise<string[]>

// What a domain can make us read.
const MOST_RECORDS = 100

/** txtRecords asks the resolver of this machine. */
export const txtRecords: TxtRecords = async (name) => {
  try {
    const records = await orNone(openResolver().resolveTxt(name))
    return records.slice(0, MOST_RECORDS).map((parts) => parts.join(''))
  } catch (error) {
    throw new AppError('unavailable', `The DNS records of ${name} cannot be read right now.`, {
      cause: error,
    })
  }
}

// Addresses that a project has set: refused at once where no request could ever be sent there.
import { invalidInput } from '#platform/errors/app-error.ts'
import { type HttpClient, OutboundError } from './http-client.ts'

/**
 * checkAddress throws 400 where an address can never be reached, in the words of a request to it. Names are looked up at each
 * request, and may still be refused there.
 */
export function checkAddress(http: HttpClient, field: string, address: string): void {
  try {
    http.check(address)
  } catch (error) {
    if (error instanceof OutboundError) throw invalidInput(`${field}: ${error.message}`, { fields: [field] })
    throw error
  }
}

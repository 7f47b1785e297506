// Where a provider may be told to call back in production.
import { isPublicHost } from '#platform/http-client/address-guard.ts'

/**
 * callbackProblem returns why no provider should call back at an address in production, or undefined where it may: what
 * arrives there decides on money, and has to arrive.
 */
export function callbackProblem({ protocol, hostname }: URL): string | undefined {
  if (protocol !== 'https:') return 'must begin with https:// in production.'
  if (isPublicHost(hostname)) return undefined
  return `${hostname} is not an address of the public Internet, so that no provider reaches it.`
}

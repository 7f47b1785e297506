// Where a browser or an app may be sent with something that signs in: only to addresses that the project has listed,
// so that no link to us can send it elsewhere.
import { z } from 'zod'
import { invalidInput } from '#platform/errors/app-error.ts'
import { plainText } from '#platform/http/validation.ts'

// What a browser would run or read instead of opening it.
const DANGEROUS = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'filesystem:']
const MAX_URLS = 50
const MAX_LENGTH = 2000

/** redirectUrl is an address to come back to, of a site or of an app. */
export const redirectUrl = plainText(MAX_LENGTH)
  .refine((text) => URL.canParse(text), 'must be a URL')
  .refine(
    (text) => !DANGEROUS.includes(URL.parse(text)?.protocol ?? ''),
    'must be the address of a site or an app',
  )
  .refine((text) => !text.includes('#'), 'must have no fragment')

/** redirectUrls is the list in the settings. */
export const redirectUrls = z.array(redirectUrl).max(MAX_URLS, `must be at most ${MAX_URLS}`)

/**
 * checkRedirect throws unless an address is listed. Scheme, host, port and path must be the same; the query is the
 * client's own, with which it finds its way back to where somebody was.
 */
export function checkRedirect(
  { redirect_urls }: { readonly redirect_urls: readonly string[] },
  redirectTo: string,
): void {
  const place = placeOf(redirectTo)
  if (redirect_urls.some((url) => placeOf(url) === place)) return
  throw invalidInput('redirect_to: must be one of the redirect_urls in the auth settings of this project.')
}

/** withParameters adds parameters to an address. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function placeOf(address: string): string {
  const url = new URL(address)
  url.search = ''
  return url.href
}

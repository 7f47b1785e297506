// Redirects after a sign-in lead only to addresses that the project has listed, so that a link to this server cannot
// send tokens elsewhere (open redirect).
import { z } from 'zod'
import { invalidInput } from '#platform/errors/app-error.ts'
import { plainText } from '#platform/http/routes/validation.ts'

// Schemes that a browser would execute or render instead of opening.
const DANGEROUS = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'filesystem:']
const MAX_URLS = 50
const MAX_LENGTH = 2000

/** redirectUrl is the address of a site or an app to return to. */
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
 * checkRedirect throws a 400 unless the address is listed. Scheme, host, port and path must match; the query is free,
 * for the client's own state.
 */
export function checkRedirect(
  { redirect_urls }: { readonly redirect_urls: readonly string[] },
  redirectTo: string,
): void {
  const place = withoutQuery(redirectTo)
  if (redirect_urls.some((url) => withoutQuery(url) === place)) return
  throw invalidInput('redirect_to: must be one of the redirect_urls in the auth settings of this project.')
}

function withoutQuery(address: string): string {
  const url = new URL(address)
  url.search = ''
  return url.href
}

// The issuer of an identity provider, as settings name it.

import { invalidInput } from '#platform/errors/app-error.ts'
import { plainText } from '#platform/http/routes/validation.ts'
import { checkAddress } from '#platform/http-client/check-address.ts'
import type { Platform } from '#platform/platform.ts'

// OpenID Connect Discovery 1.0, section 2: a URL without query and fragment. The rest of the well-known address is
// added by us, and with it already there the issuer would not be compared with what its metadata say.
/** issuer is an issuer in a body. */
export const issuer = plainText(500)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be a URL')
  .refine(
    (text) => !URL.canParse(text) || isBare(new URL(text)),
    'must have no query, fragment, user name or password',
  )
  .refine((text) => !text.includes('/.well-known/'), 'must be the issuer itself, without /.well-known/…')
  .describe('For instance https://accounts.google.com.')

function isBare({ search, hash, username, password }: URL): boolean {
  return `${search}${hash}${username}${password}` === ''
}

/**
 * checkIssuer throws 400 where an issuer cannot be reached, and in production unless it uses TLS: anyone on the network path
 * could impersonate it.
 */
export function checkIssuer({ config, http }: Platform, issuer: string): void {
  checkAddress(http, 'issuer', issuer)
  if (!config.production || new URL(issuer).protocol === 'https:') return
  throw invalidInput('issuer: must begin with https://.')
}

// Request and response schemas of sign-in with an identity provider.
import { z } from 'zod'
import { redirectUrl } from '#auth/context/redirect-urls.ts'

/** authorize is the query of GET /auth/providers/{provider}/authorize. */
export const authorize = z.strictObject({
  redirect_to: redirectUrl.describe('Where to come back to: one of `redirect_urls` in the auth settings.'),
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the SHA-256 of a code_verifier in base64url')
    .optional()
    .describe('PKCE (RFC 7636): binds the code to the client that began. Send one whenever you can.'),
  code_challenge_method: z.literal('S256', 'must be S256').optional(),
})

/** callback is the query that a provider sends a browser back with; the rest is for the protocol to judge. */
export const callback = z.looseObject({ state: z.string().max(100, 'is not one of ours') })

/** token is the body of POST /auth/token. */
export const token = z
  .strictObject({
    code: z.string().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
    code_verifier: z
      .string()
      .regex(
        /^[A-Za-z0-9._~-]{43,128}$/,
        'must be 43 to 128 letters, digits, hyphens, dots, underscores or tildes',
      )
      .optional()
      .describe('Needed where the sign-in began with a code_challenge.'),
  })
  .meta({ id: 'CodeExchange' })

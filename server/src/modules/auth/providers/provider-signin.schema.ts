// Request and response schemas of sign-in with an identity provider.
import { z } from 'zod'
import { redirectUrl } from '#modules/auth/context/redirect-urls.ts'
import { codeChallenge, codeVerifier, signInCode } from '#platform/openid/sign-in-schema.ts'

/** authorize is the query of GET /auth/providers/{provider}/authorize. */
export const authorize = z.strictObject({
  redirect_to: redirectUrl.describe('Where to come back to: one of `redirect_urls` in the auth settings.'),
  code_challenge: codeChallenge
    .optional()
    .describe('PKCE (RFC 7636): binds the code to the client that began. Send one whenever you can.'),
  code_challenge_method: z.literal('S256', 'must be S256').optional(),
})

/** token is the body of POST /auth/token. */
export const token = z
  .strictObject({
    code: signInCode,
    code_verifier: codeVerifier.optional().describe('Needed where the sign-in began with a code_challenge.'),
  })
  .meta({ id: 'CodeExchange' })

// Parts of the requests of a sign-in with an identity provider.
import { z } from 'zod'

/** codeChallenge is the PKCE challenge of the client that begins (RFC 7636). */
export const codeChallenge = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the SHA-256 of a code_verifier in base64url')

/** codeVerifier is what the challenge was made of. */
export const codeVerifier = z
  .string()
  .regex(
    /^[A-Za-z0-9._~-]{43,128}$/,
    'must be 43 to 128 letters, digits, hyphens, dots, underscores or tildes',
  )

/** signInCode is the code that comes back. */
export const signInCode = z.string().min(1, 'must not be empty').max(100, 'must have at most 100 characters')

/** callback is the query that a provider sends a browser back with; the rest is for the protocol to judge. */
export const callback = z.looseObject({ state: z.string().max(100, 'is not one of ours') })

// Request and response schemas of address verification and magic links.
import { z } from 'zod'
import { device, fullName, mailCode, user } from '#modules/auth/context/auth.schema.ts'
import { redirectUrl } from '#modules/auth/context/redirect-urls.ts'
import { emailAddress } from '#platform/http/routes/validation.ts'

/** redirectTo is where the link of a mail leads to. */
export const redirectTo = redirectUrl
  .optional()
  .describe(
    'Where the link leads to: one of `redirect_urls` in the auth settings, the first unless said here.',
  )

/** verificationRequest is the body of POST /auth/verify-email/request. */
export const verificationRequest = z
  .strictObject({ email: emailAddress, redirect_to: redirectTo, ...device })
  .meta({ id: 'VerificationRequest' })

/** magicLinkRequest is the body of POST /auth/magic-link/request. */
export const magicLinkRequest = z
  .strictObject({
    email: emailAddress,
    redirect_to: redirectTo,
    create_user: z
      .boolean()
      .default(false)
      .describe('Whether who is no user yet becomes one by the link, if the project takes new ones.'),
    full_name: fullName.optional().describe('Kept where the link makes the user.'),
    ...device,
  })
  .meta({ id: 'MagicLinkRequest' })

const text = { type: 'string' }

/** LinkProof is what proves that a mail has arrived. */
export type LinkProof = ({ readonly token: string } | { readonly email: string; readonly code: string }) & {
  readonly device_token?: string | undefined
}

/** linkProof is what came by mail: the token in the link, or the code with the address it was sent to. */
export const linkProof = z
  .strictObject({
    token: z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters').optional(),
    email: emailAddress.optional(),
    code: mailCode.optional(),
    ...device,
  })
  .transform(({ token, email, code, ...rest }, context): LinkProof => {
    if (token !== undefined && email === undefined && code === undefined) return { token, ...rest }
    if (token === undefined && email !== undefined && code !== undefined) return { email, code, ...rest }
    context.addIssue('takes either token, or email and code')
    return z.NEVER
  })
  .meta({
    id: 'LinkProof',
    openapi: {
      description: 'What came by mail: the token in the link, or the code with the address it was sent to.',
      oneOf: [
        { type: 'object', required: ['token'], properties: { token: text, device_token: text } },
        {
          type: 'object',
          required: ['email', 'code'],
          properties: { email: { ...text, format: 'email' }, code: text, device_token: text },
        },
      ].map((one) => ({ ...one, additionalProperties: false })),
    },
  })

/** linkRequested is the answer to a request for a link, whether or not there is such a user. */
export const linkRequested = z
  .object({ email: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'LinkRequested' })

/** emailVerified is the answer to POST /auth/verify-email. */
export const emailVerified = z.object({ user }).meta({ id: 'EmailVerified' })

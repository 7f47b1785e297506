// Request and response schemas of single sign-on: an organisation's provider and domains, and signing in with it.
import { z } from 'zod'
import { emailAddress, plainText, uuid } from '#platform/http/routes/validation.ts'
import { issuer } from '#platform/openid/issuer.ts'
import { codeChallenge, codeVerifier, signInCode } from '#platform/openid/sign-in-schema.ts'

const defaultRole = z
  .enum(['admin', 'developer', 'viewer', 'billing'], 'must be admin, developer, viewer or billing')
  .describe('What members get who come in for the first time.')
  .meta({ id: 'SsoRole' })

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'must have at most 253 characters')
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    'must be a domain such as example.org',
  )

/** ssoPut is the body of PUT /organisations/{organisationID}/sso. */
export const ssoPut = z
  .strictObject({
    issuer,
    client_id: plainText(500),
    client_secret: plainText(2000)
      .nullable()
      .optional()
      .describe('Left out, it stays as it is; `null` makes it a public client.'),
    default_role: defaultRole.default('viewer'),
    required: z
      .boolean()
      .default(false)
      .describe(
        'Whether members with an address of a verified domain must sign in so to reach the organisation.',
      ),
  })
  .meta({ id: 'SsoSettingsWrite' })

const domainState = z
  .object({
    domain: z.string(),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .describe('The DNS record that proves that the domain is yours.'),
    verified_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SsoDomain' })

/** ssoSettings is the provider of an organisation; its secret is never shown. */
export const ssoSettings = z
  .object({
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean(),
    default_role: defaultRole,
    required: z.boolean(),
    callback_url: z.string().describe('To be registered with the provider.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'SsoSettings' })

/** ssoDomain is a domain of an organisation. */
export const ssoDomain = domainState

/** domainAdd is the body of POST /organisations/{organisationID}/sso/domains. */
export const domainAdd = z.strictObject({ domain }).meta({ id: 'SsoDomainAdd' })

/** organisationParams is the path of the settings. */
export const organisationParams = z.object({ organisationID: uuid })

/** domainParams is the path of one domain. */
export const domainParams = z.object({ organisationID: uuid, domain })

/** authorize is the query of GET /auth/sso/authorize. */
export const authorize = z
  .strictObject({
    email: emailAddress
      .optional()
      .describe('An address of a verified domain, by which the organisation is found.'),
    organisation_id: uuid.optional(),
    redirect_to: plainText(2000)
      .default('/console')
      .describe(
        'A path of this server, or an address of this machine such as http://127.0.0.1:4000/ for a program.',
      ),
    code_challenge: codeChallenge.describe('PKCE (RFC 7636): binds the code to the client that began.'),
    code_challenge_method: z.literal('S256', 'must be S256').optional(),
  })
  .refine(
    ({ email, organisation_id }) => (email === undefined) !== (organisation_id === undefined),
    'must have either email or organisation_id',
  )

/** codeExchange is the body of POST /auth/sso/token. */
export const codeExchange = z
  .strictObject({
    code: signInCode,
    code_verifier: codeVerifier,
  })
  .meta({ id: 'SsoCodeExchange' })

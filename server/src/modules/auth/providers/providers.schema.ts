// Request and response schemas of a project's identity providers.
import { z } from 'zod'
import { plainText, projectParams } from '#platform/http/routes/validation.ts'
import { issuer } from '#platform/openid/issuer.ts'

const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens, and begin with a letter')
  .describe('Stands in the addresses of the provider.')

const clientId = plainText(500)
const clientSecret = plainText(2000).nullable()

const scopes = z
  .array(z.string().regex(/^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/, 'must be a scope without spaces'))
  .max(50, 'must be at most 50')
  .refine((all) => all.includes('openid'), 'must have openid')

/** providerCreate is the body of POST /auth/providers. */
export const providerCreate = z
  .strictObject({
    name,
    issuer,
    client_id: clientId,
    client_secret: clientSecret.default(null).describe('Left out for a public client.'),
    scopes: scopes.default(['openid', 'email', 'profile']),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'ProviderCreate' })

/** providerUpdate is the body of PATCH /auth/providers/{provider}. */
export const providerUpdate = z
  .strictObject({
    issuer: issuer.optional(),
    client_id: clientId.optional(),
    client_secret: clientSecret.optional().describe('`null` makes it a public client.'),
    scopes: scopes.optional(),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'ProviderUpdate' })

/** providerParams is the path of one provider. */
export const providerParams = projectParams.extend({ provider: z.string() })

/** provider is a provider as the API shows it; its secret is never shown. */
export const provider = z
  .object({
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean(),
    scopes: z.array(z.string()),
    enabled: z.boolean(),
    callback_url: z.string().describe('To be registered with the provider.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Provider' })

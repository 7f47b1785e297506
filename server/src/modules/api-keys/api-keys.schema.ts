// Request and response schemas of the API key routes.
import { z } from 'zod'
import { moment, plainText, projectParams, uuid } from '#platform/http/routes/validation.ts'
import { KEY_SCOPES, scopeProblem } from './key-scopes.ts'

const kind = z
  .enum(['secret', 'publishable'])
  .describe(
    '`secret` is for servers and may all that no policy forbids; `publishable` may only what policies allow.',
  )
  .meta({ id: 'ApiKeyKind' })

const scope = z
  .enum(KEY_SCOPES, { error: ({ input }) => scopeProblem(input) })
  .describe('`<area>:read`, `<area>:write`, which includes reading, or `*` for everything.')
  .meta({ id: 'ApiKeyScope' })

const scopes = z.array(scope).min(1, 'must name at least one scope').max(50, 'must name at most 50 scopes')

const expiresAt = moment.nullable()

/** keyCreate is the body of POST /api-keys. */
export const keyCreate = z
  .strictObject({
    name: plainText(100),
    kind: kind.default('secret'),
    scopes: scopes.default(['*']),
    expires_at: expiresAt.optional(),
  })
  .meta({ id: 'ApiKeyCreate' })

/** keyUpdate is the body of PATCH /api-keys/{keyID}. */
export const keyUpdate = z
  .strictObject({
    name: plainText(100).optional(),
    scopes: scopes.optional(),
    expires_at: expiresAt.optional(),
  })
  .meta({ id: 'ApiKeyUpdate' })

/** keyRotate is the body of POST /api-keys/{keyID}/rotate. */
export const keyRotate = z
  .strictObject({
    overlap_seconds: z
      .int('must be a whole number of seconds')
      .min(0, 'must not be negative')
      .max(30 * 86_400, 'must be at most 30 days')
      .default(86_400)
      .describe('How long the old key goes on working, in seconds.'),
  })
  .default({ overlap_seconds: 86_400 })
  .meta({ id: 'ApiKeyRotate' })

/** keyParams is the path of one key. */
export const keyParams = projectParams.extend({ keyID: uuid })

/** apiKey is a key as the API shows it; the key itself is shown only once. */
export const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind,
    prefix: z.string().describe('How the key begins, to tell keys apart.'),
    scopes: z.array(z.string()),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable(),
    previous_expires_at: z.iso
      .datetime()
      .nullable()
      .describe('Until when the key from before a rotation works; null if there is none.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ApiKey' })

/** newApiKey is a key as it is shown once, when it is made or rotated. */
export const newApiKey = apiKey
  .extend({
    key: z.string().describe('The key itself. It is not stored: keep it now.'),
  })
  .meta({ id: 'NewApiKey' })

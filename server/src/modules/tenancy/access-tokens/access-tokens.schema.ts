// Request and response schemas of personal access tokens: /me/tokens.
import { z } from 'zod'
import { PERMISSIONS } from '#platform/credentials/permissions.ts'
import { moment, plainText, uuid } from '#platform/http/routes/validation.ts'

const permission = z
  .string()
  .refine(
    (name) => name === '*' || PERMISSIONS.has(name),
    'must be `*` or a permission of docs/permissions.md',
  )

const ids = z.array(uuid).max(100, 'must name at most 100')

const expiresAt = moment.optional().describe('In 90 days where it is left out, in 366 days at most.')

/** tokenCreate is the body of POST /me/tokens. */
export const tokenCreate = z
  .strictObject({
    name: plainText(100),
    permissions: z
      .array(permission)
      .min(1, 'must name at least one permission')
      .max(100, 'must name at most 100 permissions')
      .default(['*'])
      .describe('What the token may do where you may do it too; `*` stands for all that you may.'),
    organisation_ids: ids.default([]).describe('Organisations that the token reaches, with their projects.'),
    project_ids: ids
      .default([])
      .describe('Single projects that it reaches. Without either list, it reaches all that you reach.'),
    expires_at: expiresAt,
  })
  .meta({ id: 'AccessTokenCreate' })

/** tokenRotate is the body of POST /me/tokens/{tokenID}/rotate. */
export const tokenRotate = z
  .strictObject({ expires_at: expiresAt })
  .default({})
  .meta({ id: 'AccessTokenRotate' })

/** tokenParams is the path of one token. */
export const tokenParams = z.object({ tokenID: uuid })

/** accessToken is a token as the API shows it; the token itself is shown only once. */
export const accessToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('How the token begins, to tell tokens apart.'),
    permissions: z.array(z.string()),
    organisation_ids: z.array(z.uuid()),
    project_ids: z.array(z.uuid()),
    expires_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().describe('Accurate to a minute.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AccessToken' })

/** newAccessToken is a token as it is shown once, when it is made or rotated. */
export const newAccessToken = accessToken
  .extend({ token: z.string().describe('The token itself. It is not stored: keep it now.') })
  .meta({ id: 'NewAccessToken' })

// What goes in and out of the routes of secrets. No refusal quotes a value.
import { z } from 'zod'
import { plainText, projectParams, uuid } from '#platform/http/routes/validation.ts'

/** MAX_VALUE_BYTES is how many bytes of UTF-8 a value has at most. */
export const MAX_VALUE_BYTES = 64 * 1024

const MAX_KEY = 128

const key = z
  .string()
  .max(MAX_KEY, `must have at most ${MAX_KEY} characters`)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be letters, digits and underscores, and not begin with a digit')
  .transform((text) => text.toUpperCase())
  .describe('Letters, digits and underscores; kept in upper case.')

const value = z
  .string()
  .min(1, 'must not be empty')
  .refine(
    (text) => Buffer.byteLength(text) <= MAX_VALUE_BYTES,
    `must have at most ${MAX_VALUE_BYTES / 1024} KB`,
  )

const description = plainText(500).describe('What it is for. It is not encrypted.')

/** secretCreate is the body of POST /secrets. */
export const secretCreate = z
  .strictObject({ key, value, description: description.nullish() })
  .meta({ id: 'SecretCreate' })

/** secretUpdate is the body of PATCH /secrets/{secretID}. */
export const secretUpdate = z
  .strictObject({
    value: value.optional().describe('The value of a new version.'),
    description: description.nullable().optional(),
  })
  .meta({ id: 'SecretUpdate' })

/** secretParams is the path of one secret. */
export const secretParams = projectParams.extend({ secretID: uuid })

/** versionChoice is the query of GET /secrets/{secretID}/value. */
export const versionChoice = z.object({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be the number of a version')
    .transform(Number)
    .meta({ openapi: { type: 'integer', minimum: 1 } })
    .optional()
    .describe('An earlier version; the latest unless said here.'),
})

/** resolveParams is the path of GET /secrets/resolve/{key}. */
export const resolveParams = z.object({ key })

/** secret is a secret as the API shows it, without its value. */
export const secret = z
  .object({
    id: z.uuid(),
    key: z.string(),
    value: z.string().describe('`••••`, and the last four characters of values of 16 or more.'),
    description: z.string().nullable(),
    version: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Secret' })

/** revealedSecret is a secret with its value. */
export const revealedSecret = z
  .object({ id: z.uuid(), key: z.string(), value: z.string() })
  .meta({ id: 'RevealedSecret' })

/** secretVersion is a version that is kept. */
export const secretVersion = z
  .object({
    version: z.int(),
    created_by: z.string().describe('`dashboard:<account>` or `api_key:<id>`.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SecretVersion' })

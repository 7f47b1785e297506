// What goes in and out of the routes of integrations.
import { z } from 'zod'
import {
  emailAddress,
  freeObject,
  phoneNumber,
  plainText,
  projectParams,
  uuid,
} from '#platform/http/routes/validation.ts'
import { PROVIDER_NAMES } from './providers/providers.ts'

const config = freeObject.describe(
  'What the provider has to be told; docs/integrations.md lists the fields of each. Secrets are masked in answers.',
)

/** integrationCreate is the body of POST /integrations. */
export const integrationCreate = z
  .strictObject({
    provider: z.enum(PROVIDER_NAMES),
    name: plainText(100),
    config: freeObject
      .default({})
      .describe('The fields of the provider, as docs/integrations.md lists them.'),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'IntegrationCreate' })

/** integrationUpdate is the body of PATCH /integrations/{integrationID}. */
export const integrationUpdate = z
  .strictObject({
    name: plainText(100).optional(),
    config: freeObject
      .optional()
      .describe('The fields to change; null removes one. Secrets that are left out, or masked, stay.'),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'IntegrationUpdate' })

/** integrationTest is the body of POST …/test. */
export const integrationTest = z
  .strictObject({
    to: z
      .union(
        [emailAddress, phoneNumber],
        'must be an e-mail address, or a phone number with its country code, such as +255712345678',
      )
      .optional()
      .describe('Who gets the test message: needed for mail and SMS, unknown to others.'),
  })
  .default({})
  .meta({ id: 'IntegrationTest' })

export const integrationParams = projectParams.extend({ integrationID: uuid })

/** integration is an integration as the API shows it. */
export const integration = z
  .object({
    id: z.uuid(),
    provider: z.enum(PROVIDER_NAMES),
    kind: z.enum(['mail', 'sms', 'alert']).describe('What it sends.'),
    name: z.string(),
    config,
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().describe('Why the server has disabled it.'),
    failing_since: z.iso.datetime().nullable().describe('Nothing was sent successfully since then.'),
    last_error: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Integration' })

/** integrationTested is what came of a test. */
export const integrationTested = z
  .object({
    delivered: z.boolean(),
    status: z.int().nullable().describe('What the other side answered, of HTTP or SMTP.'),
    response: z.string().nullable().describe('The beginning of its answer, without secrets.'),
    error: z.string().nullable(),
    duration_ms: z.number(),
  })
  .meta({ id: 'IntegrationTested' })

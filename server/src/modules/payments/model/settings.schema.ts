// What goes in and out of the settings of payments.
import { z } from 'zod'
import { plainText } from '#platform/http/routes/validation.ts'
import { paymentEnvironment, paymentProvider } from './names.schema.ts'
import { CONFIRMATIONS } from './payment.ts'

const credential = plainText(500).nullish()
const callbackUrl = z
  .string()
  .max(500)
  .refine(
    (text) => ['https:', 'http:'].includes(URL.parse(text)?.protocol ?? ''),
    'must be an http(s) address',
  )
  .nullish()

/** MAX_QUERIES is how many queries a minute a project may ask of a provider at most. */
const MAX_QUERIES = 6000

/** settingsUpdate is the body of PUT /payments/settings; what is left out keeps its value, null removes it. */
export const settingsUpdate = z
  .strictObject({
    is_active: z.boolean().optional().describe('Whether payments can be started.'),
    allow_publishable_key: z
      .boolean()
      .optional()
      .describe('Whether a publishable key alone, without a signed-in user, may start payments.'),
    provider_a_environment: paymentEnvironment.optional(),
    provider_a_shortcode: z
      .string()
      .regex(/^\d{5,7}$/, 'must have 5 to 7 digits')
      .nullish(),
    provider_a_consumer_key: credential,
    provider_a_consumer_secret: credential,
    provider_a_passkey: credential,
    provider_a_callback_url: callbackUrl.describe(
      'Where provider A calls back; by default this server. A proxy there must pass the query on. In production it must ' +
        'be public, with https.',
    ),
    provider_a_confirm: z
      .enum(CONFIRMATIONS)
      .optional()
      .describe(
        'What confirms a success of provider A. `token`: its callback, where that has the token of the payment, its ' +
          'reference, its amount and a receipt; the provider is asked afterwards, and `provider_denies` is raised where it ' +
          'says otherwise. `query`: the provider is asked first, at most as often as `provider_a_queries_per_minute` says.',
      ),
    provider_a_queries_per_minute: z
      .int()
      .min(1)
      .max(MAX_QUERIES)
      .optional()
      .describe('How many queries a minute provider A grants this shortcode.'),
    provider_b_queries_per_minute: z
      .int()
      .min(1)
      .max(MAX_QUERIES)
      .optional()
      .describe('How many of the requests a minute that provider B grants this account may be queries.'),
    provider_b_mode: z.enum(['live', 'sandbox']).optional(),
    provider_b_api_key: credential,
    provider_b_webhook_secret: credential,
    provider_b_callback_url: callbackUrl.describe('Where provider B calls back; by default this server.'),
  })
  .meta({ id: 'PaymentSettingsUpdate' })

const masked = z.string().nullable().describe('Masked.')

/** settings are the settings of payments, with credentials masked. */
export const settings = z
  .object({
    is_active: z.boolean(),
    allow_publishable_key: z.boolean(),
    provider_a_environment: paymentEnvironment,
    provider_a_shortcode: z.string().nullable(),
    provider_a_consumer_key: masked,
    provider_a_consumer_secret: masked,
    provider_a_passkey: masked,
    provider_a_callback_url: z.string().nullable(),
    provider_a_confirm: z.enum(CONFIRMATIONS),
    provider_a_queries_per_minute: z.int(),
    provider_b_queries_per_minute: z.int(),
    provider_b_mode: z.enum(['live', 'sandbox']),
    provider_b_api_key: masked,
    provider_b_webhook_secret: masked,
    provider_b_callback_url: z.string().nullable(),
  })
  .meta({ id: 'PaymentSettings' })

/** PaymentSettings are the settings of a project; inside of the server, with credentials in the clear. */
export type PaymentSettings = z.output<typeof settings>

/** settingsTest is the body of POST /payments/settings/test. */
export const settingsTest = z.strictObject({ provider: paymentProvider }).meta({ id: 'PaymentSettingsTest' })

/** testResult is what the test has found. */
export const testResult = z
  .object({
    provider: paymentProvider,
    environment: paymentEnvironment,
    simulated: z.boolean().describe('Whether the simulator of this server stands in for the provider.'),
    ok: z.boolean(),
    message: z.string(),
  })
  .meta({ id: 'PaymentSettingsTestResult' })

// What goes in and out of the routes of webhooks.
import { z } from 'zod'
import {
  isSigningSecret,
  SECRET_RULE,
} from '#modules/automation/webhook-deliveries/sending/webhook-signing.service.ts'
import { allowedHost, freeObject, plainText, projectParams, uuid } from '#platform/http/routes/validation.ts'
import { eventNames, rowFilter } from './event-choice.service.ts'

const url = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine((text) => URL.canParse(text), 'must be a URL that begins with https:// or http://')
  .transform((text) => new URL(text).href)
  .describe('Where events are sent with POST.')

const events = eventNames.describe(
  'Such as `row.inserted`, `row.inserted:orders`, `payment.*` or `*`; see /webhooks/event-types.',
)

const secret = z
  .string()
  .refine(isSigningSecret, SECRET_RULE)
  .describe('What deliveries are signed with: `whsec_` and base64. One is made unless given.')

const ordered = z
  .boolean()
  .describe('Sends the events of one row one after the other: a failed one holds up those behind it.')

/** webhookCreate is the body of POST /webhooks. */
export const webhookCreate = z
  .strictObject({
    name: plainText(100),
    url,
    events,
    secret: secret.optional(),
    filter: rowFilter.optional(),
    ordered: ordered.default(false),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'WebhookCreate' })

/** webhookUpdate is the body of PATCH /webhooks/{webhookID}. */
export const webhookUpdate = z
  .strictObject({
    name: plainText(100).optional(),
    url: url.optional(),
    events: events.optional(),
    secret: secret.optional().describe('A new secret. For a day deliveries are signed with the old one too.'),
    filter: rowFilter.optional(),
    ordered: ordered.optional(),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'WebhookUpdate' })

/** secretRotate is the body of POST …/rotate-secret. */
export const secretRotate = z
  .strictObject({
    overlap_seconds: z
      .int('must be a whole number of seconds')
      .min(0, 'must not be negative')
      .max(30 * 86_400, 'must be at most 30 days')
      .default(86_400)
      .describe('For how long deliveries are signed with the old secret too.'),
  })
  .default({ overlap_seconds: 86_400 })
  .meta({ id: 'WebhookSecretRotate' })

export const webhookParams = projectParams.extend({ webhookID: uuid })

/** webhook is a webhook as the API shows it. */
export const webhook = z
  .object({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    filter: z.string().nullable(),
    ordered: z.boolean(),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().describe('Why the server has disabled it.'),
    previous_secret_expires_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' })

/** webhookWithSecret is a webhook whose secret is shown, this once. */
export const webhookWithSecret = webhook.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' })

/** eventType is one type of event. */
export const eventType = z
  .object({
    type: z.string(),
    description: z.string(),
    schema: freeObject.describe('JSON Schema of `data`.'),
  })
  .meta({ id: 'WebhookEventType' })

const MAX_HOSTS = 100

/** webhookSettings are those of all webhooks of a project. */
export const webhookSettings = z
  .strictObject({
    allowed_hosts: z
      .array(allowedHost)
      .max(MAX_HOSTS, `must name at most ${MAX_HOSTS} hosts`)
      .describe('Hosts that webhooks may reach; `*.example.com` for all below. An empty list allows all.'),
  })
  .meta({ id: 'WebhookSettings' })

// What goes in and out of the routes of deliveries.
import { z } from 'zod'
import {
  freeObject,
  moment,
  plainText,
  projectParams,
  queryNumber,
  uuid,
} from '#platform/http/routes/validation.ts'

/** webhookParams, triggerParams and deliveryID are the ids in the address. */
export const webhookParams = projectParams.extend({ webhookID: uuid })
export const triggerParams = projectParams.extend({ fnID: uuid, triggerID: uuid })
export const deliveryID = uuid

/** DeliveryPlace is what the ids of an address can be. */
export interface DeliveryPlace {
  readonly webhookID?: string
  readonly fnID?: string
  readonly triggerID?: string
  readonly deliveryID?: string
}

const status = z
  .enum(['pending', 'delivered', 'failed'])
  .describe('`pending` until it has arrived, or all attempts have failed.')
  .meta({ id: 'WebhookDeliveryStatus' })

/** deliveryQuery is the query of a list of deliveries. */
export const deliveryQuery = z.object({
  status: status.optional(),
  event: z.string().max(100, 'must have at most 100 characters').optional().describe('A type of event.'),
  limit: queryNumber(1, 200, 50),
  cursor: uuid.optional().describe('The `X-Next-Cursor` of the page before.'),
})

const fields = {
  id: z.uuid(),
  webhook_id: z.uuid().describe('The webhook, or the trigger of a function.'),
  event_id: z.uuid().describe('The `webhook-id` of each attempt.'),
  event: z.string().describe('The type of event.'),
  status,
  attempts: z.int(),
  response_status: z.int().nullable().describe('Of the latest attempt.'),
  error: z.string().nullable().describe('Why the latest attempt has failed.'),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
}

/** delivery is one event on its way to one webhook or trigger. */
export const delivery = z.object(fields).meta({ id: 'WebhookDelivery' })

const headers = z.record(z.string(), z.string()).meta({ id: 'WebhookHeaders' })

const attempt = z
  .object({
    number: z.int(),
    started_at: z.iso.datetime(),
    duration_ms: z.number(),
    url: z.string(),
    request_headers: headers,
    response_status: z.int().nullable(),
    response_headers: headers.nullable(),
    response_body: z.string().nullable().describe('The first 64 KB.'),
    error: z.string().nullable(),
    next_attempt_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookAttempt' })

/** deliveryDetail is a delivery with what is sent, and how each attempt went. */
export const deliveryDetail = z
  .object({
    ...fields,
    payload: z.unknown().describe('The body of each request, as JSON.'),
    tries: z.array(attempt).describe('The latest 100 attempts.'),
  })
  .meta({ id: 'WebhookDeliveryDetail' })

/** testEvent is the body of POST …/send. */
export const testEvent = z
  .strictObject({
    event: plainText(100).describe('The type of event, such as `row.inserted`.'),
    payload: freeObject.default({}).describe('The `data` of the event.'),
  })
  .meta({ id: 'WebhookTest' })

/** replay is the body of POST …/replay. */
export const replay = z
  .strictObject({
    status: z.enum(['failed', 'delivered', 'all']).default('failed').describe('Which deliveries.'),
    since: moment.optional().describe('Created at this time or later.'),
    until: moment.optional().describe('Created before this time.'),
  })
  .default({ status: 'failed' })
  .meta({ id: 'WebhookReplay' })

/** replayed is how many deliveries are sent again. */
export const replayed = z.object({ deliveries: z.int() }).meta({ id: 'WebhookReplayed' })

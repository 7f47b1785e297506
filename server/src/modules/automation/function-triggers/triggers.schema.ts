// What goes in and out of the routes of triggers.
import { z } from 'zod'
import { eventNames, rowFilter } from '#modules/automation/webhooks/event-choice.service.ts'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'

const events = eventNames.describe(
  'Such as `row.inserted:orders`, `user.*` or `object.created`; see /webhooks/event-types.',
)

const ordered = z
  .boolean()
  .describe(
    'Calls the function with the events of one row one after the other: a failed one holds up those behind it.',
  )

/** triggerCreate is the body of POST …/triggers. */
export const triggerCreate = z
  .strictObject({
    events,
    filter: rowFilter.default(null),
    ordered: ordered.default(false),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'FunctionTriggerCreate' })

/** triggerUpdate is the body of PATCH …/triggers/{triggerID}. */
export const triggerUpdate = z
  .strictObject({ events, filter: rowFilter, ordered, enabled: z.boolean() })
  .partial()
  .meta({ id: 'FunctionTriggerUpdate' })

/** functionParams and triggerParams are the ids in the address. */
export const functionParams = projectParams.extend({ fnID: uuid })
export const triggerParams = functionParams.extend({ triggerID: uuid })

/** trigger is a trigger as the API shows it. */
export const trigger = z
  .object({
    id: z.uuid(),
    function_id: z.uuid(),
    events: z.array(z.string()),
    filter: z.string().nullable(),
    ordered: z.boolean(),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().describe('Why the server has disabled it.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'FunctionTrigger' })

// Request and response schemas of triggers.
import { z } from 'zod'
import { sqlText } from '#modules/database/schema-objects/context/objects.schema.ts'
import { plainText, projectParams } from '#platform/http/routes/validation.ts'

const EVENTS = ['insert', 'update', 'delete'] as const

const fields = {
  timing: z.enum(['before', 'after'], 'must be before or after').meta({ id: 'TriggerTiming' }),
  events: z
    .array(z.enum(EVENTS, `must be one of ${EVENTS.join(', ')}`).meta({ id: 'TriggerEvent' }))
    .min(1, 'must have at least one event')
    .max(3, 'must have at most three events')
    .refine((events) => new Set(events).size === events.length, 'must not have the same event twice')
    .describe('The data API deletes softly, which is an `update` of `deleted_at`.'),
  columns: z
    .array(plainText(63))
    .max(50, 'must have at most 50 columns')
    .default([])
    .describe('Only updates of these columns; all where there are none.'),
  level: z.enum(['row', 'statement'], 'must be row or statement').meta({ id: 'TriggerLevel' }).default('row'),
  condition: sqlText.nullable().default(null).describe('A condition over `old` and `new`.'),
  function: plainText(63).describe('A function of the project that returns `trigger`.'),
}

/** triggerCreate is the body of POST /schema/triggers. */
export const triggerCreate = z
  .strictObject({ name: plainText(63), table: plainText(63), ...fields })
  .meta({ id: 'TriggerCreate' })

/** triggerReplace is the body of PUT /schema/triggers/{triggerID}. */
export const triggerReplace = z.strictObject(fields).meta({ id: 'TriggerReplace' })

/** trigger is a trigger as the API shows it. */
export const trigger = z
  .object({
    id: z.string().describe('`table.name`'),
    name: z.string(),
    table: z.string(),
    timing: z.string(),
    events: z.array(z.string()),
    columns: z.array(z.string()),
    level: z.string(),
    condition: z.string().nullable(),
    function: z.string(),
  })
  .meta({ id: 'Trigger' })

/** triggerParams is the path of one trigger. */
export const triggerParams = projectParams.extend({ triggerID: z.string().describe('`table.name`') })

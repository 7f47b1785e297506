// What goes in and out of POST /realtime/explain: why an event did not arrive.
import { z } from 'zod'
import { freeObject, uuid } from '#platform/http/routes/validation.ts'

/** explainBody asks about one subscriber and one event: who, which table, what happened, and to which row. */
export const explainBody = z
  .strictObject({
    table: z.string().min(1).max(100).describe('The slug of the table.'),
    type: z.enum(['INSERT', 'UPDATE', 'DELETE']).default('INSERT'),
    key: z
      .enum(['secret', 'publishable'])
      .optional()
      .describe('The subscriber holds an API key of this kind.'),
    user_id: uuid.optional().describe('The subscriber is this user, with the roles and claims of now.'),
    row_id: uuid.optional().describe('A row of the table, as it is now.'),
    row: freeObject.optional().describe('A row as the event had it.'),
  })
  .refine((body) => (body.key === undefined) !== (body.user_id === undefined), 'say either key or user_id')
  .refine((body) => (body.row_id === undefined) !== (body.row === undefined), 'say either row_id or row')
  .meta({ id: 'EventQuestion' })

const policy = z.object({
  id: z.uuid(),
  subject: z.string(),
  effect: z.string(),
  condition: z.string().nullable(),
  subject_matches: z.boolean(),
  condition_matches: z.boolean().nullable(),
  decides: z.boolean(),
})

/** explanation is the answer. */
export const explanation = z
  .object({
    delivered: z.boolean().describe('Whether a subscriber who is connected now gets such an event.'),
    reasons: z.array(z.string()).describe('What stands in the way, in sentences.'),
    connections: z.int().describe('How many connections of the subscriber follow the table on this node.'),
    filters: z
      .array(z.string())
      .describe('The filters of these connections; a connection with a filter gets the events that pass it.'),
    last_disconnects: z
      .array(z.object({ reason: z.string(), at: z.iso.datetime() }))
      .describe("How the subscriber's latest connections ended, the latest first."),
    policies: z.array(policy).describe('The policies for select, and which of them decided.'),
  })
  .meta({ id: 'EventExplanation' })

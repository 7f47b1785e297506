// What goes in and out of the routes of live changes.
import { z } from 'zod'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'

/** tokenParams is the path of one token. */
export const tokenParams = projectParams.extend({ tokenID: uuid })

const name = z.string().min(1).max(100)
const names = z
  .union([name, z.array(name)])
  .optional()
  .transform((given) => (given === undefined ? [] : [given].flat()))
  .refine((given) => given.length <= 32, 'must be given at most 32 times')
  .meta({ openapi: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, maxItems: 32 } })

const filter = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .describe(
    'Filters of the data API on the row, as within `and=(…)`: `board_id.eq.42,state.in.(open,late)`. An UPDATE is sent ' +
      'where the row passes before or after it.',
  )

/** connectQuery is the query of POST /realtime/connect. */
export const connectQuery = z
  .strictObject({
    table: names.describe('The slug of a table. Given several times, the token is for all of them.'),
    channel: names.describe('The name of a channel for messages.'),
    filter,
  })
  .refine(({ table, channel }) => table.length + channel.length > 0, {
    path: ['table'],
    message: 'say which table',
  })
  .refine((query) => query.filter === undefined || query.table.length === 1, {
    path: ['filter'],
    message: 'is for a token of one table',
  })

/** connection is the answer of POST /realtime/connect. */
export const connection = z
  .object({
    url: z
      .string()
      .describe('The WebSocket is at this address, with ws for http, and /connection/websocket.'),
    token: z.string(),
    channel: z.string().describe('What pushes of the table are called; the first where there are several.'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'RealtimeConnection' })

/** tokenBody is the body of POST /realtime/token. */
export const tokenBody = z
  .strictObject({
    table: name.optional().describe('The slug of a table. Without it the token is for all of the project.'),
    schema: z
      .boolean()
      .optional()
      .describe('Whether the token is for changes of the schema instead: that there is one, not what it is.'),
  })
  .refine(({ table, schema }) => table === undefined || schema !== true, {
    path: ['schema'],
    message: 'is for tokens without a table',
  })
  .default({})
  .meta({ id: 'RealtimeTokenCreate' })

/** token is the answer of POST /realtime/token. */
export const token = z
  .object({
    id: z.uuid(),
    url: z.string(),
    token: z.string(),
    channel: z.string().nullable(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'RealtimeToken' })

const types = ['INSERT', 'UPDATE', 'DELETE'] as const

/** eventsQuery is the query of GET /realtime/events. */
export const eventsQuery = z.strictObject({
  token: z.string().max(8192).optional().describe('A realtime token. It comes before api_key.'),
  api_key: z.string().max(200).optional().describe('An API key, for browsers, which cannot send headers.'),
  table: name.optional().describe('The slug of a table. A token for one table alone needs none.'),
  filter,
  events: z
    .string()
    .max(100)
    .transform((text) => text.split(',').map((part) => part.trim().toUpperCase()))
    .pipe(z.array(z.enum(types, `must be of ${types.join(', ')}, separated by commas`)))
    .meta({ openapi: { type: 'string', maxLength: 100, examples: ['INSERT,UPDATE'] } })
    .optional()
    .describe('INSERT, UPDATE and DELETE, separated by commas; all of them where it is left out.'),
  last_event_id: z
    .string()
    .max(100)
    .optional()
    .describe('The id of the last event that was received, where the header Last-Event-ID cannot be sent.'),
})

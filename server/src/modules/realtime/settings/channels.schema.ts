// What goes in and out of the channel routes.
import { z } from 'zod'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'

const name = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/, 'must be up to 100 letters, digits, `_`, `-` and `.`')

const tableId = uuid
  .nullable()
  .describe("A table whose changes the channel stands for; without, it carries the clients' own messages.")
const enabled = z.boolean().describe('Whether anything goes through it.')

/** channelCreate is the body of POST /realtime/channels. */
export const channelCreate = z
  .strictObject({
    name,
    table_id: tableId.optional(),
    enabled: enabled.default(true),
  })
  .meta({ id: 'ChannelCreate' })

/** channelUpdate is the body of PATCH /realtime/channels/{channelID}. */
export const channelUpdate = z
  .strictObject({ name: name.optional(), enabled: enabled.optional() })
  .meta({ id: 'ChannelUpdate' })

/** channelParams is the path of one channel. */
export const channelParams = projectParams.extend({ channelID: uuid })

/** channel is a channel as the API shows it. */
export const channel = z
  .object({
    id: z.uuid(),
    name,
    table_id: z.uuid().nullable(),
    enabled,
    channel: z.string().describe('What clients of the WebSocket transport call it.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Channel' })

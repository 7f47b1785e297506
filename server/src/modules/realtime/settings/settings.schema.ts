// What goes in and out of the settings of live changes.
import { z } from 'zod'

/** settings say what of a project is sent live, with what holds until a project says otherwise. */
export const settings = z
  .object({
    enabled: z.boolean().default(true).describe('Whether anything is sent live at all.'),
    broadcast_inserts: z.boolean().default(true).describe('Whether INSERT events are sent.'),
    broadcast_updates: z.boolean().default(true).describe('Whether UPDATE events are sent.'),
    broadcast_deletes: z.boolean().default(true).describe('Whether DELETE events are sent.'),
  })
  .meta({ id: 'RealtimeSettings' })

/** settingsUpdate is the body of PUT /realtime/settings; what is left out keeps its value. */
export const settingsUpdate = z
  .strictObject({
    enabled: z.boolean().optional(),
    broadcast_inserts: z.boolean().optional(),
    broadcast_updates: z.boolean().optional(),
    broadcast_deletes: z.boolean().optional(),
  })
  .meta({ id: 'RealtimeSettingsUpdate' })

/** Settings are the settings of one project. */
export type Settings = z.output<typeof settings>

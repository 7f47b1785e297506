// What goes in and out of the routes of platform events and notifications.
import { z } from 'zod'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import { oneOf, queryNumber } from '#platform/http/routes/validation.ts'

const type = oneOf(() => EVENT_TYPES.names)

// More than there are types, in whichever modules.
const MOST_MUTED = 200

const eventId = z.string().regex(/^\d{1,18}$/, 'must be the id of an event')

const fields = {
  id: z.string().describe('Ascends as numbers do.'),
  type,
  severity: z.enum(['info', 'warning', 'error']),
  organisation_id: z.uuid(),
  project_id: z.uuid(),
  project_name: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).describe('Ids and figures of what has happened.'),
  created_at: z.iso.datetime(),
}

/** platformEvent is something that has happened to a project. */
export const platformEvent = z.object(fields).meta({ id: 'PlatformEvent' })

/** notification is an event as the caller has it. */
export const notification = z.object({ ...fields, read: z.boolean() }).meta({ id: 'Notification' })

/** pageQuery says which entries of a list. */
export const pageQuery = z.object({
  limit: queryNumber(1, 200, 50),
  cursor: eventId.optional().describe('Lists the entries before this one.'),
})

/** streamQuery has the credential of browsers, whose EventSource sends no headers. */
export const streamQuery = z.object({
  token: z.string().optional().describe('An access token of the dashboard, in place of the header.'),
})

/** eventParams are the ids in the address. */
export const eventParams = z.object({ eventID: eventId })

/** markBody says up to which event all are read. */
export const markBody = z
  .strictObject({ up_to: eventId.optional() })
  .meta({ id: 'NotificationsRead' })
  .default({})

/** preferences are how the caller wants to be told. */
export const preferences = z
  .object({
    muted: z.array(type).describe('Types of which no notifications are made.'),
    digest: z
      .enum(['off', 'daily'])
      .describe('`daily` sends unread notifications by mail, at most once a day.'),
  })
  .meta({ id: 'NotificationPreferences' })

/** preferencesUpdate changes some of them. */
export const preferencesUpdate = z
  .strictObject({
    muted: z.array(type).max(MOST_MUTED).optional(),
    digest: z.enum(['off', 'daily']).optional(),
  })
  .meta({ id: 'NotificationPreferencesUpdate' })

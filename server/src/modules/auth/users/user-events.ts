// The events of end users.
import { z } from 'zod'
import { USERS } from '#engine/built-in/users.ts'
import type { ChangeType } from '#platform/changes/feed/change-feed.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'

const user = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  full_name: z.string().nullable(),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

const changed = (type: string, by: ChangeType, description: string): ProjectEvent => ({
  type,
  description,
  data: user,
  from: { table: USERS, of: (change) => change.type === by },
})

/** SIGNED_IN is reported where a session is opened. */
export const SIGNED_IN: ProjectEvent = {
  type: 'user.signed_in',
  description: 'An end user has signed in: a session was opened.',
  data: z.object({ user, methods: z.array(z.string()).describe('How, such as `password`.') }),
}

/** USER_EVENTS are all of them. */
export const USER_EVENTS: readonly ProjectEvent[] = [
  changed('user.created', 'INSERT', 'An end user has signed up, or was created.'),
  changed('user.updated', 'UPDATE', 'An end user has changed.'),
  changed('user.deleted', 'DELETE', 'An end user was deleted.'),
  SIGNED_IN,
]

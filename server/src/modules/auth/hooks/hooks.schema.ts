// What goes in and out of the routes of auth hooks.
import { z } from 'zod'

const slug = (does: string) =>
  z
    .string()
    .max(63, 'must have at most 63 characters')
    .nullable()
    .describe(`The slug of the function that ${does}.`)

/** hookSettings are the hooks of a project. */
export const hookSettings = z
  .object({
    before_signup: slug('decides whether a user may be created, and may replace the metadata'),
    access_token: slug('adds claims to access tokens'),
    send_mail: slug('sends mail to users'),
    send_sms: slug('sends SMS to users'),
  })
  .meta({ id: 'AuthHooks' })

/** hookUpdate is the body of PUT /auth/hooks; what is left out keeps its value. */
export const hookUpdate = z.strictObject(hookSettings.shape).partial().meta({ id: 'AuthHooksUpdate' })

// Request and response schemas of /auth/users and /auth/sessions (spec 4.3).
import { z } from 'zod'
import * as auth from '#auth/context/auth.schema.ts'
import { givenPassword } from '#platform/crypto/passwords.ts'
import { emailAddress, queryNumber, uuid } from '#platform/http/routes/validation.ts'

/** MAX_CLAIMS is how many characters of JSON a user's claims may have: they travel with every statement. */
export const MAX_CLAIMS = 4096

/** userList is the query of GET /auth/users. */
export const userList = z.strictObject({
  search: z
    .string()
    .trim()
    .max(200, 'must have at most 200 characters')
    .optional()
    .describe('A part of the e-mail address, the phone number or the name.'),
  page: queryNumber(1, 1_000_000, 1),
  limit: queryNumber(1, 100, 20),
})

/** userParams is the path of one user. */
export const userParams = z.object({ projectID: uuid, userID: uuid })

/** sessionParams is the path of one session. */
export const sessionParams = z.object({ projectID: uuid, sessionID: uuid })

/** userUpdate is the body of PATCH /auth/users/{userID}. */
export const userUpdate = z
  .strictObject({
    full_name: auth.fullName.optional(),
    metadata: auth.jsonObject(auth.MAX_METADATA).optional().describe('Takes the place of the old one.'),
    phone: auth.phone.optional(),
    password: auth.password.optional().describe('Ends all other sessions.'),
    current_password: givenPassword
      .optional()
      .describe('Needed where users themselves change their phone number or password.'),
    email: emailAddress.optional().describe('Not for users themselves.'),
    is_active: z
      .boolean()
      .optional()
      .describe('Not for users themselves. `false` ends all sessions at once.'),
    claims: auth
      .jsonObject(MAX_CLAIMS)
      .optional()
      .describe("Not for users themselves: what auth.claim('x') returns in policies. Replaces the old ones."),
  })
  .meta({ id: 'UserUpdate' })

/** UserUpdate is a change to a user. */
export type UserUpdate = z.output<typeof userUpdate>

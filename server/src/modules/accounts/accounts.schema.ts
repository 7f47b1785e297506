// What goes in and out of the account routes (design 6).
import { z } from 'zod'
import { givenPassword, newPassword } from '#platform/crypto/passwords.ts'
import { plainText, uuid } from '#platform/http/validation.ts'

const email = z
  .string()
  .trim()
  .max(254, 'must have at most 254 characters')
  .check(z.email('must be an e-mail address'))
  .describe('Upper and lower case make no difference.')

const fullName = plainText(200)

const token = z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters')

/** register is the body of POST /auth/register. */
export const register = z.strictObject({
  email,
  password: newPassword.describe('At least 8 characters with at least one letter and one digit.'),
  full_name: fullName,
  invitation: token
    .optional()
    .describe('The token of an invitation to an organisation, which you then also join.'),
})

/** login is the body of POST /auth/login. */
export const login = z.strictObject({ email, password: givenPassword })

/** refresh is the body of POST /auth/refresh. */
export const refresh = z.strictObject({ refresh_token: token })

/** accountUpdate is the body of PATCH /me. */
export const accountUpdate = z.strictObject({
  full_name: fullName.optional(),
  email: email.optional(),
  new_password: newPassword.optional().describe('Ends all your other sessions.'),
  current_password: givenPassword.optional().describe('Needed to change the e-mail address or the password.'),
})

/** account is an account as the API shows it. */
export const account = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** tokens are the credentials of a session. */
export const tokens = z.object({
  access_token: z.string(),
  access_token_expires_at: z.iso.datetime(),
  token_type: z.literal('Bearer'),
  refresh_token: z.string().describe('Can be used once; the answer has the next one.'),
  refresh_token_expires_at: z.iso.datetime(),
})

/** signedIn is the answer to POST /auth/register and /auth/login. */
export const signedIn = z.object({ user: account, tokens })

/** refreshed is the answer to POST /auth/refresh. */
export const refreshed = z.object({ tokens })

/** session is a session as the API shows it. */
export const session = z.object({
  id: z.uuid(),
  user_agent: z.string().nullable(),
  current: z.boolean().describe('Whether this request was made in it.'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().describe('When it began or was last refreshed.'),
  expires_at: z.iso.datetime(),
})

/** sessionParams is the path of one session. */
export const sessionParams = z.object({ sessionID: uuid })

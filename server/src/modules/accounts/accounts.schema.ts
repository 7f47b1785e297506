// Request and response schemas of the account routes (design 6).
import { z } from 'zod'
import { givenPassword, newPassword } from '#platform/crypto/passwords.ts'
import { emailAddress, plainText, uuid } from '#platform/http/routes/validation.ts'
import { deviceToken, issuedDeviceToken } from '#platform/sessions/device-tokens.ts'
import { LONG_CODE } from '#platform/sessions/long-codes.ts'
import { refresh, tokens } from '#platform/sessions/tokens.ts'

const fullName = plainText(200)

const token = z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters')

/** register is the body of POST /auth/register. */
export const register = z
  .strictObject({
    email: emailAddress,
    password: newPassword.describe('At least 8 characters with at least one letter and one digit.'),
    full_name: fullName,
    invitation: token
      .optional()
      .describe('The token of an invitation to an organisation, which you then also join.'),
    setup_token: token
      .optional()
      .describe('For the first account in production: the token that the log of the server shows.'),
  })
  .meta({ id: 'Registration' })

/** login is the body of POST /auth/login. */
export const login = z
  .strictObject({
    email: emailAddress,
    password: givenPassword,
    code: z
      .string()
      .trim()
      .regex(LONG_CODE, 'must be the code from the mail, such as k7mw-9x2p-h4qt')
      .optional()
      .describe('What has come by mail after an answer 429 with `details.reason` = `proof_required`.'),
    device_token: deviceToken,
  })
  .meta({ id: 'Login' })

/** accountUpdate is the body of PATCH /me. */
export const accountUpdate = z
  .strictObject({
    full_name: fullName.optional(),
    email: emailAddress.optional(),
    new_password: newPassword.optional().describe('Ends all your other sessions.'),
    current_password: givenPassword
      .optional()
      .describe('Needed to change the e-mail address or the password.'),
  })
  .meta({ id: 'AccountUpdate' })

/** account is an account as the API shows it. */
export const account = z
  .object({
    id: z.uuid(),
    email: z.string(),
    full_name: z.string(),
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Account' })

const accountTokens = tokens
  .extend({
    refresh_token: tokens.shape.refresh_token
      .optional()
      .describe(
        'Can be used once; the answer has the next one. With `X-Msingi-Session: cookie` it is in the cookie.',
      ),
  })
  .meta({ id: 'AccountTokens' })

/** refreshAccount is the body of POST /auth/refresh: empty where the refresh token is in the cookie. */
export const refreshAccount = refresh.partial().default({}).meta({ id: 'AccountRefresh' })

/** refreshedAccount is the answer to it. */
export const refreshedAccount = z
  .object({ tokens: accountTokens, device_token: issuedDeviceToken })
  .meta({ id: 'AccountRefreshed' })

/** signedIn is the answer to POST /auth/register and /auth/login. */
export const signedIn = z
  .object({ user: account, tokens: accountTokens, device_token: issuedDeviceToken })
  .meta({ id: 'AccountSession' })

/** sessionParams is the path of one session. */
export const sessionParams = z.object({ sessionID: uuid })

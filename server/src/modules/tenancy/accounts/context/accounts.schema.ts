// Request and response schemas of the account routes.
import { z } from 'zod'
import { givenPassword, newPassword } from '#platform/crypto/passwords.ts'
import { emailAddress, plainText, uuid } from '#platform/http/routes/validation.ts'
import { deviceToken, issuedDeviceToken } from '#platform/sessions/device-tokens.ts'
import { LONG_CODE } from '#platform/sessions/long-codes.ts'
import { refresh, session, tokens } from '#platform/sessions/tokens.ts'

/** fullName is the name of a person. */
export const fullName = plainText(200)

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

/** mailedCode is a code of twelve characters from a mail. */
const mailedCode = z
  .string()
  .trim()
  .regex(LONG_CODE, 'must be the code from the mail, such as k7mw-9x2p-h4qt')

/** login is the body of POST /auth/login. */
export const login = z
  .strictObject({
    email: emailAddress,
    password: givenPassword,
    code: mailedCode
      .optional()
      .describe('What has come by mail after an answer 429 with `details.reason` = `proof_required`.'),
    device_token: deviceToken,
  })
  .meta({ id: 'Login' })

/** account is an account as the API shows it. */
export const account = z
  .object({
    id: z.uuid(),
    email: z.string(),
    email_verified: z.boolean().describe('Whether a code that was mailed to the address has come back.'),
    new_email: z.string().nullable().describe('Takes the place of `email` once it is confirmed.'),
    full_name: z.string(),
    is_active: z.boolean(),
    is_operator: z
      .boolean()
      .describe('Whether the account operates the installation: see the routes of operators.'),
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

/** challenged is the answer to a login with the password of an account that has a second factor. */
export const challenged = z
  .object({
    mfa_required: z.literal(true),
    mfa_token: z.string().describe('For POST /auth/challenge.'),
    expires_at: z.iso.datetime(),
    methods: z
      .array(z.enum(['totp', 'recovery_code', 'passkey']).meta({ id: 'AccountFactor' }))
      .describe('What the account can answer with.'),
  })
  .meta({ id: 'AccountChallenge' })

/** signedInOrChallenged is the answer to POST /auth/login. */
export const signedInOrChallenged = z.union([signedIn, challenged]).meta({ id: 'LoginResult' })

/** mfaToken is what a login with a second factor has answered. */
export const mfaToken = token.describe('What the login has answered.')

/** resetRequest is the body of POST /auth/reset-password. */
export const resetRequest = z.strictObject({ email: emailAddress }).meta({ id: 'AccountReset' })

/** resetRequested is the answer to it, whether or not there is such an account. */
export const resetRequested = z
  .object({ email: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'AccountResetRequested' })

/** resetConfirm is the body of POST /auth/reset-password/confirm. */
export const resetConfirm = z
  .strictObject({ email: emailAddress, code: mailedCode, new_password: newPassword })
  .meta({ id: 'AccountResetConfirm' })

/** emailVerify is the body of POST /me/verify-email. */
export const emailVerify = z.strictObject({ code: mailedCode }).meta({ id: 'AccountEmailVerify' })

/** accountSession is a session of an account. */
export const accountSession = session
  .extend({
    address: z.string().nullable().describe('The network address of its last sign-in or refresh.'),
    methods: z.array(z.string()).describe('How it was opened, such as `password` and `totp`.'),
  })
  .meta({ id: 'DashboardSession' })

/** sessionParams is the path of one session. */
export const sessionParams = z.object({ sessionID: uuid })

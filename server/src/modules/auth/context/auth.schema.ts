// Request and response schemas of sign-up and sign-in.
import { z } from 'zod'
import { givenPassword, newPassword } from '#platform/crypto/passwords.ts'
import { emailAddress, freeObject, phoneNumber, plainText } from '#platform/http/routes/validation.ts'
import { deviceToken, issuedDeviceToken } from '#platform/sessions/device-tokens.ts'
import { LONG_CODE } from '#platform/sessions/long-codes.ts'
import { tokens } from '#platform/sessions/tokens.ts'

/** MAX_METADATA is how many characters of JSON a user's metadata may have. */
export const MAX_METADATA = 16_384

/** password is a password as a user chooses it. */
export const password = newPassword.describe('At least 8 characters with at least one letter and one digit.')

/** fullName is a user's name. */
export const fullName = plainText(200)

// As JSON writes it: after an even number of backslashes.
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** jsonObject is a JSON object of at most so many characters. */
export function jsonObject(max: number) {
  return freeObject
    .refine((value) => JSON.stringify(value).length <= max, `must have at most ${max} characters of JSON`)
    .refine((value) => !NUL.test(JSON.stringify(value)), 'must not contain NUL characters')
}

/** metadata is what a project keeps of a user besides the fields. */
export const metadata = jsonObject(MAX_METADATA).describe('Anything; the user may read and change it.')

const fullUser = {
  email: emailAddress,
  password,
  full_name: fullName
    .optional()
    .describe('Required, like `phone`, unless the settings of the project make it optional.'),
  phone: phoneNumber.optional(),
}

/** signup is the body of POST /auth/signup. */
export const signup = z
  .strictObject({
    ...fullUser,
    metadata: metadata.optional(),
  })
  .meta({ id: 'Signup' })

/** anonymous is the body of POST /auth/anonymous. */
export const anonymous = z
  .strictObject({ metadata: metadata.optional() })
  .prefault({})
  .meta({ id: 'AnonymousSignin' })

/** upgrade is the body of POST /auth/upgrade. */
export const upgrade = z
  .strictObject({
    ...fullUser,
    metadata: metadata.optional().describe('Takes the place of the old one.'),
  })
  .meta({ id: 'Upgrade' })

/** device is what the body of every way of signing in may say besides. */
export const device = { device_token: deviceToken }

/** longCode is the code that is sent where somebody is guessing. */
export const longCode = z
  .string()
  .trim()
  .regex(LONG_CODE, 'must be the code from the message, such as k7mw-9x2p-h4qt')

/** codeOf is a code of so many digits, as a message has it, or a long one. */
export function codeOf(digits: RegExp, complaint: string) {
  return z
    .string()
    .trim()
    .refine((text) => digits.test(text) || LONG_CODE.test(text), complaint)
    .meta({ pattern: `${digits.source}|${LONG_CODE.source}` })
    .describe('As it stands in the message: where somebody is guessing it is longer than usual.')
}

/** mailCode is the code of a mail. */
export const mailCode = codeOf(/^(?:[0-9]{6}|[0-9]{8})$/, 'must be 6 digits')

/** signin is the body of POST /auth/signin. */
export const signin = z
  .strictObject({
    email: emailAddress,
    password: givenPassword,
    code: longCode
      .optional()
      .describe('What has come by mail after an answer 429 with `details.reason` = `proof_required`.'),
    ...device,
  })
  .meta({ id: 'Signin' })

/** otpRequest is the body of POST /auth/otp/request. */
export const otpRequest = z.strictObject({ phone: phoneNumber, ...device }).meta({ id: 'OtpRequest' })

/** otpVerify is the body of POST /auth/otp/verify. */
export const otpVerify = z
  .strictObject({
    phone: phoneNumber,
    code: codeOf(/^[0-9]{4,8}$/, 'must be 4 to 8 digits'),
    full_name: fullName
      .optional()
      .describe('Needed the first time, when it makes the user, unless `require_full_name` is off.'),
    metadata: metadata.optional().describe('Kept the first time, when it makes the user.'),
    ...device,
  })
  .meta({ id: 'OtpVerify' })

/** resetRequest is the body of POST /auth/reset-password. */
export const resetRequest = z.strictObject({ email: emailAddress, ...device }).meta({ id: 'PasswordReset' })

/** resetConfirm is the body of POST /auth/reset-password/confirm. */
export const resetConfirm = z
  .strictObject({
    email: emailAddress,
    code: mailCode,
    new_password: password,
    ...device,
  })
  .meta({ id: 'PasswordResetConfirm' })

/** user is a project user as the API shows them. */
export const user = z
  .object({
    id: z.uuid(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    full_name: z.string().nullable(),
    is_active: z.boolean(),
    is_anonymous: z.boolean(),
    email_verified: z.boolean().describe('Whether the user has proven that this address is theirs.'),
    phone_verified: z.boolean().describe('Whether the user has proven that this number is theirs.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    metadata,
  })
  .meta({ id: 'User' })

/** signedIn is the answer to signing up and signing in. */
export const signedIn = z
  .object({ user, tokens, device_token: issuedDeviceToken })
  .meta({ id: 'UserSession' })

/** signedUp is the answer to signing up. */
export const signedUp = z
  .union([signedIn, z.object({ user, email_verification_required: z.literal(true) })])
  .meta({ id: 'SignedUp' })

/** challenged is the answer to a sign-in of a user who has a second factor. */
export const challenged = z
  .object({
    mfa_required: z.literal(true),
    mfa_token: z.string().describe('For `/auth/factors/verify`, with a code.'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'MfaChallenge' })

/** signedInOrChallenged is the answer to signing in. */
export const signedInOrChallenged = z.union([signedIn, challenged]).meta({ id: 'SigninResult' })

/** upgraded is the answer to POST /auth/upgrade. */
export const upgraded = z.object({ user }).meta({ id: 'Upgraded' })

/** otpRequested is the answer to POST /auth/otp/request. */
export const otpRequested = z
  .object({
    phone: z.string(),
    expires_at: z.iso.datetime(),
    otp_code: z.string().optional().describe('Never in production.'),
  })
  .meta({ id: 'OtpRequested' })

/** resetRequested is the answer to POST /auth/reset-password, whether or not there is such a user. */
export const resetRequested = z
  .object({ email: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'PasswordResetRequested' })

// Request and response schemas of the settings of project auth.
import { z } from 'zod'
import { freeObject } from '#platform/http/routes/validation.ts'
import { redirectUrls } from './redirect-urls.ts'

/** MAX_JWT_SECONDS is the longest that an access token may be valid. */
export const MAX_JWT_SECONDS = 86_400

const whole = (min: number, max: number) =>
  z.int(`must be a whole number`).min(min, `must be at least ${min}`).max(max, `must be at most ${max}`)

/** settings are the settings of project auth, with what holds until a project says otherwise. */
export const settings = z
  .object({
    email_enabled: z.boolean().default(true).describe('Signing up and in with e-mail address and password.'),
    phone_enabled: z.boolean().default(true).describe('Signing in with a one-time code by SMS.'),
    allow_signup: z.boolean().default(true).describe('Whether anybody may become a user.'),
    allow_anonymous: z.boolean().default(false).describe('Signing in without telling anything of oneself.'),
    require_full_name: z.boolean().default(true).describe('Whether new users have to give their name.'),
    require_phone: z.boolean().default(true).describe('Whether sign-up asks for a phone number.'),
    require_email_verification: z
      .boolean()
      .default(false)
      .describe('Whether users whose address nobody has proven are kept from signing in.'),
    require_phone_verification: z
      .boolean()
      .default(false)
      .describe(
        'Whether an unverified number cannot be used to sign in, and moves to the user who verifies it.',
      ),
    otp_length: whole(4, 8).default(6).describe('Digits of a one-time code.'),
    otp_expiry_minutes: whole(1, 60).default(10).describe('How long a one-time code is valid.'),
    jwt_expiry_seconds: whole(60, MAX_JWT_SECONDS)
      .default(3600)
      .describe('How long an access token is valid.'),
    redirect_urls: redirectUrls
      .default([])
      .describe(
        'Where browsers and apps may be sent back to after signing in elsewhere; any query may follow. Links in mail lead to the first, unless the request names another.',
      ),
  })
  .meta({ id: 'AuthSettings' })

/** settingsUpdate is the body of PUT /auth/settings; what is left out keeps its value. */
export const settingsUpdate = z
  .strictObject({
    email_enabled: z.boolean().optional(),
    phone_enabled: z.boolean().optional(),
    allow_signup: z.boolean().optional(),
    allow_anonymous: z.boolean().optional(),
    require_full_name: z.boolean().optional(),
    require_phone: z.boolean().optional(),
    require_email_verification: z.boolean().optional(),
    require_phone_verification: z.boolean().optional(),
    otp_length: whole(4, 8).optional(),
    otp_expiry_minutes: whole(1, 60).optional(),
    jwt_expiry_seconds: whole(60, MAX_JWT_SECONDS).optional(),
    redirect_urls: redirectUrls.optional(),
  })
  .meta({ id: 'AuthSettingsUpdate' })

/** AuthSettings are the settings of one project. */
export type AuthSettings = z.output<typeof settings>

/** jwks is a JSON Web Key Set. */
export const jwks = z.object({ keys: z.array(freeObject) }).meta({ id: 'Jwks' })

/** outboxEntry is a message that was kept instead of being sent. */
export const outboxEntry = z
  .object({
    channel: z.enum(['mail', 'sms']).meta({ id: 'MessageChannel' }),
    to: z.string(),
    subject: z.string().nullable(),
    text: z.string(),
    html: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'OutboxEntry' })

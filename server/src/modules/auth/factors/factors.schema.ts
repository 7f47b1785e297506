// Request and response schemas of second factors: /auth/factors.
import { z } from 'zod'
import { device, projectParams } from '#auth/context/auth.schema.ts'
import { givenPassword } from '#platform/crypto/passwords.ts'
import { plainText, uuid } from '#platform/http/routes/validation.ts'

const digits = z
  .string()
  .trim()
  .regex(/^[0-9]{6}$/, 'must be the 6 digits of the authenticator')
const code = z
  .string()
  .trim()
  .regex(
    /^(?:[0-9]{6}|[0-9a-zA-Z]{5}-[0-9a-zA-Z]{5})$/,
    'must be the 6 digits of the authenticator, or a recovery code',
  )
  .describe('The 6 digits of the authenticator, or a recovery code.')

/** factorParams is the path of one of the user's own factors. */
export const factorParams = projectParams.extend({ factorID: uuid })

/** userFactorParams is the path of a factor of any user. */
export const userFactorParams = projectParams.extend({ userID: uuid, factorID: uuid })

/** factorEnrol is the body of POST /auth/factors. */
export const factorEnrol = z
  .strictObject({
    name: plainText(100).optional().describe('For the user to tell one authenticator from another.'),
    current_password: givenPassword.optional().describe('Needed where the user has a password.'),
    code: code.optional().describe('Needed where the user has a second factor already.'),
  })
  .prefault({})
  .meta({ id: 'FactorEnrol' })

/** factorActivate is the body of POST /auth/factors/{factorID}/activate. */
export const factorActivate = z.strictObject({ code: digits }).meta({ id: 'FactorActivate' })

/** factorCode is a body with nothing but a code. */
export const factorCode = z.strictObject({ code }).meta({ id: 'FactorCode' })

/** factorRemove is the body of DELETE /auth/factors/{factorID}. */
export const factorRemove = z
  .strictObject({ code: code.optional().describe('Needed for a factor that is active.') })
  .prefault({})
  .meta({ id: 'FactorRemove' })

/** factorVerify is the body of POST /auth/factors/verify. */
export const factorVerify = z
  .strictObject({
    mfa_token: z.string().min(1, 'must not be empty').max(500, 'must have at most 500 characters'),
    code,
    ...device,
  })
  .meta({ id: 'FactorVerify' })

/** factor is a second factor as the API shows it. */
export const factor = z
  .object({
    id: z.uuid(),
    type: z.literal('totp'),
    name: z.string().nullable(),
    status: z.enum(['pending', 'active']).meta({ id: 'FactorStatus' }),
    created_at: z.iso.datetime(),
    activated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Factor' })

/** factorEnrolled is a new factor with what the authenticator needs, shown once. */
export const factorEnrolled = factor
  .extend({
    secret: z.string().describe('In base 32, to type in. Shown once.'),
    uri: z.string().describe('otpauth://…, to show as a QR code.'),
  })
  .meta({ id: 'FactorEnrolled' })

/** recoveryCodes are new recovery codes, shown once. */
export const recoveryCodes = z
  .array(z.string())
  .describe('Each works once in place of a code. Shown once.')
  .meta({ id: 'RecoveryCodes' })

/** factorActivated is the answer to POST /auth/factors/{factorID}/activate. */
export const factorActivated = z
  .object({
    factor,
    recovery_codes: recoveryCodes
      .nullable()
      .describe('With the first factor only; each works once. Shown once.'),
  })
  .meta({ id: 'FactorActivated' })

// What second factors look like to clients, those of accounts and of end users alike.
import { z } from 'zod'

/** digits are the code of an authenticator. */
export const digits = z
  .string()
  .trim()
  .regex(/^[0-9]{6}$/, 'must be the 6 digits of the authenticator')

/** code is a code of an authenticator, or a recovery code. */
export const code = z
  .string()
  .trim()
  .regex(
    /^(?:[0-9]{6}|[0-9a-zA-Z]{5}-[0-9a-zA-Z]{5})$/,
    'must be the 6 digits of the authenticator, or a recovery code',
  )
  .describe('The 6 digits of the authenticator, or a recovery code.')

/** factorActivate is the body that activates an authenticator. */
export const factorActivate = z.strictObject({ code: digits }).meta({ id: 'FactorActivate' })

/** factor is an authenticator. */
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

/** factorActivated is the answer to the activation of a factor. */
export const factorActivated = z
  .object({
    factor,
    recovery_codes: recoveryCodes
      .nullable()
      .describe('With the first factor only; each works once. Shown once.'),
  })
  .meta({ id: 'FactorActivated' })

// Request and response schemas of second factors: /auth/factors.
import { z } from 'zod'
import { device } from '#modules/auth/context/auth.schema.ts'
import { givenPassword } from '#platform/crypto/passwords.ts'
import { plainText, projectParams, uuid } from '#platform/http/routes/validation.ts'
import { code } from '#platform/second-factors/factors.schema.ts'

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

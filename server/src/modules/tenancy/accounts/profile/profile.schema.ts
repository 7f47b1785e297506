// The request body of changes to the own account: PATCH /me.
import { z } from 'zod'
import { fullName } from '#modules/tenancy/accounts/context/accounts.schema.ts'
import { confirmation } from '#modules/tenancy/accounts/factors/factors.schema.ts'
import { newPassword } from '#platform/crypto/passwords.ts'
import { emailAddress } from '#platform/http/routes/validation.ts'

/** accountUpdate is the body of PATCH /me. A new e-mail address or password needs a confirmation. */
export const accountUpdate = z
  .strictObject({
    full_name: fullName.optional(),
    email: emailAddress
      .optional()
      .describe('Takes effect when the code that is mailed to it comes back: POST /me/verify-email.'),
    new_password: newPassword.optional().describe('Ends all your other sessions.'),
    ...confirmation,
  })
  .meta({ id: 'AccountUpdate' })

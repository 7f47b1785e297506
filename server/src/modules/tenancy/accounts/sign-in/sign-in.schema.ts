// Request schemas of the second step of a login, and of passkeys in place of a password.
import { z } from 'zod'
import { mfaToken } from '#modules/tenancy/accounts/context/accounts.schema.ts'
import { assertion } from '#modules/tenancy/accounts/passkeys/passkeys.schema.ts'
import { code } from '#platform/second-factors/factors.schema.ts'
import { deviceToken } from '#platform/sessions/device-tokens.ts'

/** challengeAnswer is the body of POST /auth/challenge. */
export const challengeAnswer = z
  .strictObject({
    mfa_token: mfaToken,
    code: code.optional(),
    passkey: assertion.optional().describe('The answer to POST /auth/passkeys/options with the `mfa_token`.'),
    device_token: deviceToken,
  })
  .meta({ id: 'AccountChallengeAnswer' })

/** passkeyOptions is the body of POST /auth/passkeys/options. */
export const passkeyOptions = z
  .strictObject({ mfa_token: mfaToken.optional() })
  .prefault({})
  .meta({ id: 'PasskeyOptionsRequest' })

/** passkeyLogin is the body of POST /auth/passkeys/login. */
export const passkeyLogin = z.strictObject({ credential: assertion }).meta({ id: 'PasskeyLogin' })

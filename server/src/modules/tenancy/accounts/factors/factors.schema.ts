// Request and response schemas of the second factors of accounts: /me/factors, /me/passkeys, /me/recovery-codes.
import { z } from 'zod'
import * as passkeys from '#modules/tenancy/accounts/passkeys/passkeys.schema.ts'
import { givenPassword } from '#platform/crypto/passwords.ts'
import { plainText, uuid } from '#platform/http/routes/validation.ts'
import { code, recoveryCodes } from '#platform/second-factors/factors.schema.ts'

const name = plainText(100)

/** confirmation are the fields that prove again whose account it is. */
export const confirmation = {
  current_password: givenPassword.optional().describe('Needed where the account has no second factor.'),
  code: code.optional().describe('A code of the authenticator or a recovery code.'),
  passkey: passkeys.assertion.optional().describe('The answer to POST /me/passkeys/confirm-options.'),
}

/** confirm is a body that proves again whose account it is. */
export const confirm = z.strictObject(confirmation).prefault({}).meta({ id: 'AccountConfirmation' })

/** factorParams is the path of an authenticator. */
export const factorParams = z.object({ factorID: uuid })

/** passkeyParams is the path of a passkey. */
export const passkeyParams = z.object({ passkeyID: uuid })

/** factorEnrol is the body of POST /me/factors. */
export const factorEnrol = z
  .strictObject({
    name: name.optional().describe('To tell one authenticator from another.'),
    ...confirmation,
  })
  .prefault({})
  .meta({ id: 'AccountFactorEnrol' })

/** passkeyCreate is the body of POST /me/passkeys. */
export const passkeyCreate = z
  .strictObject({
    name: name.default('Passkey').describe('To tell one passkey from another.'),
    credential: passkeys.newCredential,
  })
  .meta({ id: 'PasskeyCreate' })

/** passkeyUpdate is the body of PATCH /me/passkeys/{passkeyID}. */
export const passkeyUpdate = z.strictObject({ name }).meta({ id: 'PasskeyUpdate' })

/** passkeyCreated is the answer to POST /me/passkeys. */
export const passkeyCreated = passkeys.passkey
  .extend({
    recovery_codes: recoveryCodes.nullable().describe('With the first second factor only. Shown once.'),
  })
  .meta({ id: 'PasskeyCreated' })

/** recoveryCodesLeft is the answer to GET /me/recovery-codes. */
export const recoveryCodesLeft = z
  .object({ left: z.int().describe('How many were not used yet, of ten.') })
  .meta({ id: 'RecoveryCodesLeft' })

// Passkeys in requests and responses: the JSON forms of WebAuthn level 3, section 5.1.
import { z } from 'zod'

const MAX_KEY = 8192

const base64url = (max: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[\w-]+$/, 'must be base64url')

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
}

/** newCredential is what `navigator.credentials.create()` returns, as `toJSON()` writes it. Browsers may add to it. */
export const newCredential = z
  .looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON: base64url(MAX_KEY),
      attestationObject: base64url(MAX_KEY),
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  })
  .meta({ id: 'NewPasskeyCredential' })

/** assertion is what `navigator.credentials.get()` returns, as `toJSON()` writes it. Browsers may add to it. */
export const assertion = z
  .looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON: base64url(MAX_KEY),
      authenticatorData: base64url(MAX_KEY),
      signature: base64url(2048),
      userHandle: base64url(100).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })

/** NewCredential is a new passkey, unverified. */
export type NewCredential = z.output<typeof newCredential>

/** Assertion is a proof with a passkey, unverified. */
export type Assertion = z.output<typeof assertion>

const credentialId = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** creationOptions are for `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const creationOptions = z
  .looseObject({
    challenge: z.string(),
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int().optional(),
    attestation: z.string().optional(),
    excludeCredentials: z.array(credentialId).optional(),
    authenticatorSelection: z
      .object({
        residentKey: z.string().optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'PasskeyCreationOptions' })

/** requestOptions are for `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const requestOptions = z
  .looseObject({
    challenge: z.string(),
    rpId: z.string().optional(),
    timeout: z.int().optional(),
    userVerification: z.string().optional(),
    allowCredentials: z.array(credentialId).optional(),
  })
  .meta({ id: 'PasskeyRequestOptions' })

/** passkey is a passkey of the account. */
export const passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    synced: z.boolean().describe('Whether it can be copied to other devices, as by a password manager.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })

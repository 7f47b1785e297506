// The ceremonies of WebAuthn: options for a browser, and the verification of what it sends back.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { RelyingParty } from '#modules/tenancy/accounts/context/relying-party.ts'
import { spendChallenge } from '#modules/tenancy/accounts/context/spent-challenges.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { type ChallengePurpose, issueChallenge, readChallenge } from '#platform/sessions/challenges.ts'
import type { Assertion, NewCredential } from './passkeys.schema.ts'
import { type PasskeyRow, usePasskey } from './passkeys.store.ts'

/** CEREMONY_SECONDS is how long a browser has for an answer. */
export const CEREMONY_SECONDS = 300

const ALGORITHMS = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256]
const UUID_BYTES = 16

/** writeCreationOptions returns what a browser needs to create a passkey; `known` are those that the account has. */
export function writeCreationOptions(
  platform: Platform,
  party: RelyingParty,
  purpose: ChallengePurpose,
  account: { readonly id: string; readonly email: string; readonly full_name: string },
  known: readonly PasskeyRow[],
) {
  return generateRegistrationOptions({
    rpName: 'Msingi',
    rpID: party.id,
    userID: handleOf(account.id),
    userName: account.email,
    userDisplayName: account.full_name,
    challenge: issueChallenge(platform, purpose, CEREMONY_SECONDS).bytes,
    timeout: CEREMONY_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: known.map(present),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** writeRequestOptions returns what a browser needs to use a passkey: one of `allowed`, or any without that list. */
export function writeRequestOptions(
  platform: Platform,
  party: RelyingParty,
  purpose: ChallengePurpose,
  allowed?: readonly PasskeyRow[],
) {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: issueChallenge(platform, purpose, CEREMONY_SECONDS).bytes,
    timeout: CEREMONY_SECONDS * 1000,
    userVerification: 'required',
    ...(allowed === undefined ? {} : { allowCredentials: allowed.map(present) }),
  })
}

/** CreatedPasskey is a verified new passkey. The transaction that stores it calls `use`. */
export interface CreatedPasskey {
  readonly row: Pick<
    PasskeyRow,
    'credential_id' | 'public_key' | 'counter' | 'transports' | 'rp_id' | 'synced'
  >
  /** use marks the challenge as used, or throws if it was used before. */
  use(db: Queryable): Promise<void>
}

/** verifyCreation verifies a new passkey; it throws `refused()` if anything about it is wrong. */
export async function verifyCreation(
  platform: Platform,
  party: RelyingParty,
  purpose: ChallengePurpose,
  credential: NewCredential,
  refused: () => AppError,
): Promise<CreatedPasskey> {
  const { transports = [], ...response } = credential.response
  try {
    const use = claimChallenge(platform, purpose, response.clientDataJSON, refused)
    refuseCertificates(response.attestationObject)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: () => true,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) throw refused()
    const { credential: key, credentialBackedUp, credentialDeviceType } = registrationInfo
    const row = {
      credential_id: key.id,
      public_key: Buffer.from(key.publicKey).toString('base64url'),
      counter: key.counter,
      transports,
      rp_id: party.id,
      synced: credentialBackedUp || credentialDeviceType === 'multiDevice',
    }
    return { row, use }
  } catch {
    // The library throws a plain error for each of its checks: whatever is wrong, nothing is registered.
    throw refused()
  }
}

/** VerifiedAssertion is a correct proof. The transaction that acts on it calls `use`. */
export interface VerifiedAssertion {
  /** use marks the challenge as used and stores the counter, or throws if either was used before. */
  use(db: Queryable): Promise<void>
}

/** verifyAssertion verifies a proof with a passkey; it throws `refused()` if anything about it is wrong. */
export async function verifyAssertion(
  platform: Platform,
  party: RelyingParty,
  purpose: ChallengePurpose,
  passkey: PasskeyRow,
  assertion: Assertion,
  refused: () => AppError,
): Promise<VerifiedAssertion> {
  const { userHandle, ...response } = assertion.response
  if (userHandle != null && userHandle !== Buffer.from(handleOf(passkey.account_id)).toString('base64url')) {
    throw refused()
  }
  try {
    const use = claimChallenge(platform, purpose, response.clientDataJSON, refused)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: () => true,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    if (!verified) throw refused()
    return {
      use: async (db) => {
        await use(db)
        const { newCounter } = authenticationInfo
        if (!(await usePasskey(db, passkey.id, newCounter, platform.clock.now()))) throw refused()
      },
    }
  } catch {
    throw refused()
  }
}

// Checks the challenge that was signed, and returns what marks it as used.
function claimChallenge(
  platform: Platform,
  purpose: ChallengePurpose,
  clientDataJSON: string,
  refused: () => AppError,
) {
  const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON)
  const expires = readChallenge(platform, purpose, String(challenge))
  // A page of another site must not be able to ask for proofs in a frame.
  if (expires === undefined || crossOrigin === true) throw refused()
  return async (db: Queryable) => {
    if (!(await spendChallenge(db, challenge, expires, platform.clock.now()))) throw refused()
  }
}

// Nothing is asked about the make of an authenticator, so no certificates are needed. The library would fetch the
// revocation lists that they name, wherever they lead to.
function refuseCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw new Error('an attestation was not asked for')
}

function present({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, transports: [...transports] }
}

// The user handle, which must not hold anything personal: the bytes of the account's id.
function handleOf(accountId: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(UUID_BYTES)
  bytes.set(Buffer.from(accountId.replaceAll('-', ''), 'hex'))
  return bytes
}

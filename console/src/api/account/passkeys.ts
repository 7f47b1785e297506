// Passkeys, as the browser makes and uses them. The API speaks the same JSON.
import { ApiError } from '#api/client/api-error.ts'
import type { NewPasskeyCredential, PasskeyAssertion } from '#api/client/schemas.ts'

/** canUsePasskeys is whether this browser can use passkeys here: they belong to a host name, not to an IP address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^(\[|[\d.]+$)/.test(location.hostname)
  return !isAddress && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** askPasskey asks for a passkey and returns its answer; throws ApiError with status 0 where the person declines. */
export async function askPasskey(options: object): Promise<PasskeyAssertion> {
  const json = options as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
  return asJson(await navigator.credentials.get({ publicKey }).catch(declined))
}

/** makePasskey makes a passkey and returns what the server keeps of it; throws ApiError like askPasskey. */
export async function makePasskey(options: object): Promise<NewPasskeyCredential> {
  const json = options as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
  return asJson(await navigator.credentials.create({ publicKey }).catch(declined))
}

function asJson<Json>(credential: Credential | null): Json {
  if (credential === null) return declined()
  return (credential as PublicKeyCredential).toJSON() as Json
}

// Browsers do not say why: nobody answered, it was cancelled, or no passkey fits.
function declined(): never {
  throw new ApiError(0, 'No passkey was used. Try again, or choose another way.')
}

// The format of age (age-encryption.org), which its own tools open too. Streams are encrypted piece by piece.
import { createRequire } from 'node:module'
import { ReadableStream } from 'node:stream/web'

// Loaded once it is used, which on most servers it never is.
const load = createRequire(import.meta.url)
const age = (): typeof import('age-encryption') => load('age-encryption')

/** AgeLock is for whom something is encrypted: who has the identity of one of the recipients, or knows the passphrase. */
export type AgeLock = { readonly recipients: readonly string[] } | { readonly passphrase: string }

/** AgeKey opens what was encrypted: identities, such as AGE-SECRET-KEY-1…, or the passphrase. */
export type AgeKey = { readonly identities: readonly string[] } | { readonly passphrase: string }

type Bytes = AsyncIterable<Uint8Array>

/** WrongAgeKey says that a key is not one of those that open something. */
export class WrongAgeKey extends Error {
  override name = 'WrongAgeKey'
}

/** isAgeRecipient reports whether a text is a recipient, such as age1…, whose check digits are right. */
export function isAgeRecipient(text: string): boolean {
  return accepts(() => new (age().Encrypter)().addRecipient(text))
}

/** isAgeIdentity reports whether a text is an identity, such as AGE-SECRET-KEY-1…, whose check digits are right. */
export function isAgeIdentity(text: string): boolean {
  return accepts(() => new (age().Decrypter)().addIdentity(text))
}

/** makeAgeIdentity makes an identity, and the recipient for whom it opens. */
export async function makeAgeIdentity(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const identity = await age().generateX25519Identity()
  return { identity, recipient: await age().identityToRecipient(identity) }
}

function accepts(take: () => void): boolean {
  try {
    take()
    return true
  } catch {
    return false
  }
}

/** encryptAge returns bytes, encrypted. */
export async function* encryptAge(bytes: Bytes, lock: AgeLock): AsyncGenerator<Uint8Array> {
  const encrypter = new (age().Encrypter)()
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else for (const recipient of lock.recipients) encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(ReadableStream.from(bytes))
}

/** decryptAge returns what was encrypted. It throws a WrongAgeKey before the first byte, and another error where bytes were changed. */
export async function* decryptAge(bytes: Bytes, key: AgeKey): AsyncGenerator<Uint8Array> {
  const decrypter = new (age().Decrypter)()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else for (const identity of key.identities) decrypter.addIdentity(identity)
  yield* await decrypter.decrypt(ReadableStream.from(bytes)).catch((cause) => {
    throw /^no identity matched/.test(cause.message) ? new WrongAgeKey('wrong key', { cause }) : cause
  })
}

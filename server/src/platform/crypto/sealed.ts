// Sealed texts: AES-256-GCM under a key that derives from the master key, for what must be read again (design 2).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKey } from './keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Seal seals texts for one purpose and opens them again. */
export interface Seal {
  /** seal returns a text that only `open` can read; `place` names where it is kept, and it opens nowhere else. */
  seal(text: string, place: string): string
  /** open returns the text back, or throws where it was changed, moved or sealed with another key. */
  open(sealed: string, place: string): string
}

/** createSeal makes the seal of a purpose; nothing sealed for one purpose opens for another. */
export function createSeal(keys: MasterKey, purpose: string): Seal {
  const key = keys.derive(`seal:${purpose}`)
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()])
      return text.toString('utf8')
    },
  }
}

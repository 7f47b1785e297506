// Encryption of texts that must be decrypted again: AES-256-GCM with a key derived from the master key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKey } from './keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Seal encrypts and decrypts texts for one purpose. */
export interface Seal {
  /** seal returns the encrypted text; `place` is where it is stored, and it can be opened for that place only. */
  seal(text: string, place: string): string
  /** open returns the text, or throws if it was changed, moved or sealed with another key. */
  open(sealed: string, place: string): string
}

/** createSeal returns the seal of a purpose; texts sealed for another purpose cannot be opened. */
export function createSeal(keys: MasterKey, purpose: string): Seal {
  return sealUnder(keys.derive(`seal:${purpose}`))
}

/** sealUnder returns the seal of a key of 32 bytes. */
export function sealUnder(key: Buffer): Seal {
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

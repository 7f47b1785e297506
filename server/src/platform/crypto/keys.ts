// A key and what derives from it: nothing that it protects can be read without it.
import { createHmac, hkdfSync } from 'node:crypto'

/** MasterKey derives a key for each purpose. */
export interface MasterKey {
  /** derive returns 32 bytes for a purpose, always the same. */
  derive(purpose: string): Buffer
  /** password returns a text of 43 characters for a purpose, such as the login of a database role. */
  password(purpose: string): string
}

/** masterKeyFrom returns the MasterKey of a secret of at least 32 characters. */
export function masterKeyFrom(secret: string): MasterKey {
  const root = Buffer.from(secret, 'utf8')
  return {
    derive: (purpose) => Buffer.from(hkdfSync('sha256', root, 'msingi', purpose, 32)),
    password: (purpose) => createHmac('sha256', root).update(`password:${purpose}`).digest('base64url'),
  }
}

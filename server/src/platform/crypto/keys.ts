// The master key, from which all other keys are derived.
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** loadMasterKey returns the given key, else that of the data folder, which it generates on the first start. */
export function loadMasterKey(given: string | undefined, dataDir: string): MasterKey {
  if (given !== undefined) return masterKeyFrom(given)
  const path = join(dataDir, 'master.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    chmodSync(path, 0o600)
  }
  return masterKeyFrom(readFileSync(path, 'utf8').trim())
}

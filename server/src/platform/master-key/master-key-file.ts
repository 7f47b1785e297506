// The master key that is kept in the data folder, where the settings name none: file `master.key`, for its owner alone.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** readMasterKeyFile returns the key in a data folder, or undefined where there is none. */
export function readMasterKeyFile(dataDir: string): string | undefined {
  const path = pathIn(dataDir)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** ensureMasterKeyFile returns the key in a data folder, and makes one on the first start. */
export function ensureMasterKeyFile(dataDir: string): string {
  const path = pathIn(dataDir)
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, `${freshKey()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    chmodSync(path, 0o600)
  }
  return readFileSync(path, 'utf8').trim()
}

/** writeMasterKeyFile writes a key into a data folder that has none, or this one. */
export async function writeMasterKeyFile(dataDir: string, text: string): Promise<void> {
  await writeFile(pathIn(dataDir), `${text}\n`, { mode: 0o600, flush: true })
}

/** StagedKey is a new key beside the present one. */
export interface StagedKey {
  readonly text: string
  /** accept puts it in the place of the present one. */
  accept(): Promise<void>
}

/** stageMasterKeyFile writes a new key to the disk, which becomes the present one when it is accepted. */
export async function stageMasterKeyFile(dataDir: string): Promise<StagedKey> {
  const [path, text] = [pathIn(dataDir), freshKey()]
  const draft = `${path}.new`
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return { text, accept: () => rename(draft, path) }
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'master.key')
}

function freshKey(): string {
  return randomBytes(32).toString('base64url')
}

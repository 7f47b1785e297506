// Which master key the settings and the data folder name, and how it is rotated (docs/secrets.md).
import { resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { ensureMasterKeyFile, readMasterKeyFile, stageMasterKeyFile } from './master-key-file.ts'
import {
  admitMasterKey,
  idOf,
  MasterKeyError,
  type MasterKeys,
  openRootKey,
  readKeyIds,
  readRootKey,
  rotateMasterKey,
} from './root-key.ts'

/** KeySettings is where master keys come from. */
export type KeySettings = Pick<Config, 'masterKey' | 'previousMasterKey' | 'dataDir'>

/** openKeys returns the key from which all others derive. It throws a MasterKeyError where no master key opens it, and makes none then. */
export async function openKeys(database: pg.ClientConfig, settings: KeySettings): Promise<MasterKey> {
  const { masterKey, previousMasterKey, dataDir } = settings
  const kept = readMasterKeyFile(resolve(dataDir))
  if ([masterKey, previousMasterKey, kept].every((text) => text === undefined)) {
    const ids = await readKeyIds(database)
    if (ids.length > 0) throw noKey(ids)
  }
  return openRootKey(database, keysOf(settings))
}

/** findMasterKey returns the master key of the settings that has one of the ids. It throws a MasterKeyError where none has. */
export function findMasterKey(settings: KeySettings, ids: readonly string[]): string {
  const found = textsOf(settings).find((text) => ids.includes(idOf(text)))
  if (found !== undefined) return found
  throw noKey(ids)
}

/** findRootKey returns the root key of a database, or undefined where no master key of the settings opens it. */
export function findRootKey(db: Queryable, settings: KeySettings): Promise<MasterKey | undefined> {
  return readRootKey(db, textsOf(settings))
}

function textsOf({ masterKey, previousMasterKey, dataDir }: KeySettings): string[] {
  const texts = [masterKey, readMasterKeyFile(resolve(dataDir)), previousMasterKey]
  return texts.filter((text) => text !== undefined)
}

function noKey(ids: readonly string[]): MasterKeyError {
  return new MasterKeyError(
    `There is no master key that opens this database, which takes the one with the id ${ids.join(' or ')}. ` +
      'Set MSINGI_MASTER_KEY to that key, or bring back the file master.key that belongs to this database.',
  )
}

/** checkRotation throws a MasterKeyError where the settings do not say from which key to which. */
export function checkRotation({ masterKey, previousMasterKey, dataDir }: KeySettings): void {
  const kept = readMasterKeyFile(resolve(dataDir))
  if (masterKey === undefined && kept === undefined)
    throw new MasterKeyError(
      `There is no master key in ${resolve(dataDir)}. Set MSINGI_DATA to the data folder of the server, or ` +
        'MSINGI_MASTER_KEY to the new key and MSINGI_MASTER_KEY_PREVIOUS to the present one.',
    )
  if (masterKey !== undefined && previousMasterKey === undefined && kept === undefined)
    throw new MasterKeyError(
      'Set MSINGI_MASTER_KEY to the new master key, and MSINGI_MASTER_KEY_PREVIOUS to the present one.',
    )
}

/**
 * rotate changes the master key: to that of the settings, or to a new one in the data folder. Servers that run go on;
 * from then on they start with the new key alone. It returns the id of the new key.
 */
export async function rotate(database: pg.ClientConfig, settings: KeySettings): Promise<string> {
  checkRotation(settings)
  const keys = keysOf(settings)
  if (settings.masterKey !== undefined) return rotateMasterKey(database, keys)
  // Cut off anywhere in between, one of the keys in the folder opens the database.
  const staged = await stageMasterKeyFile(resolve(settings.dataDir))
  await admitMasterKey(database, keys, staged.text)
  await staged.accept()
  return rotateMasterKey(database, { present: staged.text, previous: [] })
}

function keysOf({ masterKey, previousMasterKey, dataDir }: KeySettings): MasterKeys {
  const folder = resolve(dataDir)
  const known = (texts: readonly (string | undefined)[]) => texts.filter((text) => text !== undefined)
  if (masterKey === undefined)
    return { present: ensureMasterKeyFile(folder), previous: known([previousMasterKey]) }
  return { present: masterKey, previous: known([previousMasterKey, readMasterKeyFile(folder)]) }
}

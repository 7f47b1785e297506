// The root key, from which every other key derives: random, kept in the database, wrapped under the master key. A new
// master key wraps it anew, and nothing that derives from it changes: a rotation touches one row, and no node that runs.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { keyMigrations } from '#migrations/keys/key-migrations.ts'
import { type MasterKey, masterKeyFrom } from '#platform/crypto/keys.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { gatewayRoleOf } from '#platform/db/clusters/cluster.ts'
import { migrate } from '#platform/db/migrations/migrate.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'

/** MasterKeys are the texts that may open the root key: the present one, and those from before a rotation. */
export interface MasterKeys {
  readonly present: string
  readonly previous: readonly string[]
}

/** MasterKeyError says why no key opens the database. */
export class MasterKeyError extends OperatorError {
  override name = 'MasterKeyError'
}

/** openRootKey returns the root key, which it makes on the first start. A previous key lets the present one in. */
export function openRootKey(database: pg.ClientConfig, keys: MasterKeys): Promise<MasterKey> {
  return inKeys(database, async (db) => masterKeyFrom(await openWith(db, keys)))
}

/** rotateMasterKey lets the present key in, and shuts out all others. It returns the id of the present one. */
export function rotateMasterKey(database: pg.ClientConfig, keys: MasterKeys): Promise<string> {
  return inKeys(database, async (db) => {
    await openWith(db, keys)
    const { id } = wrapping(keys.present)
    await db.query('delete from msingi_keys.root_key where key_id <> $1', [id])
    return id
  })
}

/** admitMasterKey lets one more key in, beside those that open the root key already. */
export function admitMasterKey(database: pg.ClientConfig, keys: MasterKeys, more: string): Promise<void> {
  return inKeys(database, async (db) => admit(db, more, await openWith(db, keys)))
}

/** readKeyIds returns the ids of the master keys that open the root key, oldest first; none where there is no root key yet. */
export async function readKeyIds(database: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(database)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ key_id: string }>(
      'select key_id from msingi_keys.root_key order by created_at',
    )
    return rows.map(({ key_id }) => key_id)
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42P01') throw error
    return []
  } finally {
    await client.end()
  }
}

/** readRootKey returns the root key, or undefined where none of the master keys opens it. It makes none. */
export async function readRootKey(db: Queryable, texts: readonly string[]): Promise<MasterKey | undefined> {
  const opened = openStored(await readStored(db), texts)
  return opened && masterKeyFrom(opened.root)
}

/** idOf returns the id of a master key, which distinguishes keys and reveals nothing about them. */
export function idOf(text: string): string {
  return masterKeyFrom(text).derive('key-id').toString('hex').slice(0, 16)
}

interface Wrapping {
  readonly id: string
  wrap(root: string): string
  open(wrapped: string): string
}

function wrapping(text: string): Wrapping {
  const id = idOf(text)
  const seal = createSeal(masterKeyFrom(text), 'root-key')
  return { id, wrap: (root) => seal.seal(root, id), open: (wrapped) => seal.open(wrapped, id) }
}

async function openWith(db: Queryable, keys: MasterKeys): Promise<string> {
  const { present, previous } = keys
  const stored = await readStored(db)
  if (stored.size === 0) {
    const root = await firstRoot(db, keys)
    await admit(db, present, root)
    return root
  }
  const opened = openStored(stored, [present, ...previous])
  if (opened === undefined) throw refused(wrapping(present).id, [...stored.keys()])
  if (opened.text !== present) await admit(db, present, opened.root)
  return opened.root
}

async function readStored(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ key_id: string; wrapped: string }>(
    'select key_id, wrapped from msingi_keys.root_key order by created_at',
  )
  return new Map(rows.map(({ key_id, wrapped }) => [key_id, wrapped]))
}

function openStored(stored: ReadonlyMap<string, string>, texts: readonly string[]) {
  for (const text of texts) {
    const { id, open } = wrapping(text)
    const wrapped = stored.get(id)
    if (wrapped !== undefined) return { text, root: open(wrapped) }
  }
  return undefined
}

async function admit(db: Queryable, text: string, root: string): Promise<void> {
  const { id, wrap } = wrapping(text)
  await db.query(
    'insert into msingi_keys.root_key (key_id, wrapped) values ($1, $2) on conflict (key_id) do nothing',
    [id, wrap(root)],
  )
}

// Before there was a root key, all keys derived from the master key itself. A database that is in use with a master key
// keeps that text as its root: a role of the server is called after it, or it was restored where there is none yet.
async function firstRoot(db: Queryable, { present, previous }: MasterKeys): Promise<string> {
  for (const text of [...previous, present]) {
    const role = gatewayRoleOf(masterKeyFrom(text))
    const { rowCount } = await db.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 1) return text
  }
  return (await hasAccounts(db)) ? (previous[0] ?? present) : randomBytes(32).toString('base64url')
}

async function hasAccounts(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: string | null }>(
    `select to_regclass('platform.accounts') as found`,
  )
  if (rows[0]?.found === null) return false
  return (await db.query('select from platform.accounts limit 1')).rowCount === 1
}

function refused(given: string, stored: readonly string[]): MasterKeyError {
  return new MasterKeyError(
    `The master key (id ${given}) does not open this database, which takes the one with the id ${stored.join(' or ')}. ` +
      'Set MSINGI_MASTER_KEY to that key, or bring back the file master.key that belongs to this database. ' +
      'To change the key, set MSINGI_MASTER_KEY_PREVIOUS to the present one as well.',
  )
}

async function inKeys<T>(database: pg.ClientConfig, work: (db: Queryable) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ ...database, options: '-c jit=off -c TimeZone=UTC', max: 1 })
  pool.on('error', () => {})
  try {
    await migrate(pool, 'msingi_keys', keyMigrations)
    return await transaction(pool, async (db) => {
      // Of two nodes that start on an empty database, one makes the key and the other reads it.
      await db.query('lock table msingi_keys.root_key in exclusive mode')
      return work(db)
    })
  } finally {
    await pool.end()
  }
}

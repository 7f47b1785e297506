// The SQL of signing keys: table `msingi_auth.signing_keys`. The key without an expiry is the one that signs.
import type { JWK } from 'jose'
import type { Queryable } from '#platform/db/transaction.ts'

/** SigningKeyRow is a stored key; its private half is encrypted. */
export interface SigningKeyRow {
  readonly id: string
  readonly public_key: JWK
  readonly private_key: string
  readonly expires_at: Date | null
}

const COLUMNS = 'id, public_key, private_key, expires_at'

/** findCurrentKey returns the key that signs a project's tokens. */
export async function findCurrentKey(db: Queryable, projectId: string): Promise<SigningKeyRow | undefined> {
  const { rows } = await db.query<SigningKeyRow>(
    `select ${COLUMNS} from msingi_auth.signing_keys where project_id = $1 and expires_at is null`,
    [projectId],
  )
  return rows[0]
}

/** listKeys returns the unexpired keys, the signing key first. */
export async function listKeys(db: Queryable, projectId: string, now: Date): Promise<SigningKeyRow[]> {
  const { rows } = await db.query<SigningKeyRow>(
    `select ${COLUMNS} from msingi_auth.signing_keys
     where project_id = $1 and (expires_at is null or expires_at > $2) order by expires_at desc nulls first`,
    [projectId, now],
  )
  return rows
}

/** findKey returns an unexpired key. */
export async function findKey(
  db: Queryable,
  projectId: string,
  id: string,
  now: Date,
): Promise<SigningKeyRow | undefined> {
  const { rows } = await db.query<SigningKeyRow>(
    `select ${COLUMNS} from msingi_auth.signing_keys
     where project_id = $1 and id = $2 and (expires_at is null or expires_at > $3)`,
    [projectId, id, now],
  )
  return rows[0]
}

/** insertKey stores the signing key, and reports whether there was none yet. */
export async function insertKey(
  db: Queryable,
  projectId: string,
  key: Omit<SigningKeyRow, 'expires_at'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into msingi_auth.signing_keys (id, project_id, public_key, private_key, created_at)
     values ($1, $2, $3, $4, $5) on conflict (project_id) where expires_at is null do nothing`,
    [key.id, projectId, key.public_key, key.private_key, now],
  )
  return rowCount === 1
}

/** retireKeys sets the expiry of the signing key, and deletes expired keys. */
export async function retireKeys(
  db: Queryable,
  projectId: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.query('delete from msingi_auth.signing_keys where project_id = $1 and expires_at <= $2', [
    projectId,
    now,
  ])
  await db.query(
    'update msingi_auth.signing_keys set expires_at = $2 where project_id = $1 and expires_at is null',
    [projectId, expiresAt],
  )
}

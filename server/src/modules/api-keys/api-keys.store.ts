// The SQL of API keys: table `platform.api_keys`. Keys are stored as digests only.
import type { Queryable } from '#platform/db/transaction.ts'

/** ApiKeyFields is what of a key is written when it is made. */
export interface ApiKeyFields {
  readonly project_id: string
  readonly name: string
  readonly kind: 'secret' | 'publishable'
  readonly prefix: string
  readonly digest: string
  readonly scopes: string[]
  readonly expires_at: Date | null
  readonly created_by: string | null
}

/** ApiKeyRow is a stored key. */
export interface ApiKeyRow extends ApiKeyFields {
  readonly id: string
  readonly last_used_at: Date | null
  readonly previous_digest: string | null
  readonly previous_expires_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** ApiKeyChanges are new values of a key. What is undefined stays as it is. */
export interface ApiKeyChanges {
  readonly name?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly expires_at?: Date | null | undefined
  readonly updated_at: Date
}

const COLUMNS = `id, project_id, name, kind, prefix, digest, scopes, expires_at, last_used_at, previous_digest,
  previous_expires_at, created_by, created_at, updated_at`

/** listKeys returns a project's keys, newest first. */
export async function listKeys(db: Queryable, projectId: string): Promise<ApiKeyRow[]> {
  const sql = `select ${COLUMNS} from platform.api_keys where project_id = $1 order by created_at desc, id`
  return (await db.query<ApiKeyRow>(sql, [projectId])).rows
}

export async function findKey(db: Queryable, projectId: string, id: string): Promise<ApiKeyRow | undefined> {
  const sql = `select ${COLUMNS} from platform.api_keys where project_id = $1 and id = $2`
  return (await db.query<ApiKeyRow>(sql, [projectId, id])).rows[0]
}

/** findKeyByDigest finds a key by the digest of its current or its previous secret. */
export async function findKeyByDigest(db: Queryable, digest: string): Promise<ApiKeyRow | undefined> {
  const sql = `select ${COLUMNS} from platform.api_keys where digest = $1 or previous_digest = $1`
  return (await db.query<ApiKeyRow>(sql, [digest])).rows[0]
}

export async function insertKey(db: Queryable, key: ApiKeyFields): Promise<ApiKeyRow> {
  const { project_id, name, kind, prefix, digest, scopes, expires_at, created_by } = key
  const { rows } = await db.query<ApiKeyRow>(
    `insert into platform.api_keys (project_id, name, kind, prefix, digest, scopes, expires_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [project_id, name, kind, prefix, digest, scopes, expires_at, created_by],
  )
  return rows[0] as ApiKeyRow
}

export async function updateKey(
  db: Queryable,
  projectId: string,
  id: string,
  { name, scopes, expires_at, updated_at }: ApiKeyChanges,
): Promise<ApiKeyRow | undefined> {
  const { rows } = await db.query<ApiKeyRow>(
    `update platform.api_keys set name = coalesce($3, name), scopes = coalesce($4, scopes),
       expires_at = case when $5 then $6 else expires_at end, updated_at = $7
     where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id, name, scopes, expires_at !== undefined, expires_at, updated_at],
  )
  return rows[0]
}

/** replaceDigest stores a new secret; it returns undefined if a concurrent rotation came first. */
export async function replaceDigest(
  db: Queryable,
  { id, digest }: ApiKeyRow,
  to: Pick<ApiKeyRow, 'digest' | 'prefix' | 'previous_digest' | 'previous_expires_at' | 'updated_at'>,
): Promise<ApiKeyRow | undefined> {
  const { rows } = await db.query<ApiKeyRow>(
    `update platform.api_keys set digest = $3, prefix = $4, previous_digest = $5, previous_expires_at = $6,
       updated_at = $7
     where id = $1 and digest = $2 returning ${COLUMNS}`,
    [id, digest, to.digest, to.prefix, to.previous_digest, to.previous_expires_at, to.updated_at],
  )
  return rows[0]
}

/** deleteKey reports whether the project had such a key. */
export async function deleteKey(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const sql = 'delete from platform.api_keys where project_id = $1 and id = $2'
  return (await db.query(sql, [projectId, id])).rowCount === 1
}

/** touchKeys sets when keys were last used. */
export async function touchKeys(db: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await db.query('update platform.api_keys set last_used_at = $2 where id = any($1)', [ids, at])
}

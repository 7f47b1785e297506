// The SQL of secrets: tables `platform.project_data_keys`, `secrets` and `secret_versions`. Nothing here can be read
// without the master key, but for names and descriptions.
import type { Queryable } from '#platform/db/transaction.ts'

/** SecretRow is a stored secret; `mask` is sealed. */
export interface SecretRow {
  readonly id: string
  readonly project_id: string
  readonly key: string
  readonly description: string | null
  readonly version: number
  readonly mask: string
  readonly created_at: Date
  readonly updated_at: Date
}

/** SealedValue is a version of a secret with the data key to open it. */
export interface SealedValue {
  readonly id: string
  readonly project_id: string
  readonly key: string
  readonly version: number
  readonly sealed: string
  readonly wrapped: string
}

/** VersionRow is a version without its value. */
export interface VersionRow {
  readonly version: number
  readonly created_by: string
  readonly created_at: Date
}

/** SecretTotals is how much a project stores, with all versions. */
export interface SecretTotals {
  readonly secrets: number
  readonly bytes: number
}

const COLUMNS = 'id, project_id, key, description, version, mask, created_at, updated_at'

/** lockDataKey returns a project's data key, and stores `fresh` where there is none. Writers of one project take turns. */
export async function lockDataKey(
  db: Queryable,
  projectId: string,
  fresh: () => string,
  at: Date,
): Promise<string> {
  const select = 'select wrapped from platform.project_data_keys where project_id = $1 for update'
  const found = await db.query<{ wrapped: string }>(select, [projectId])
  if (found.rows[0] !== undefined) return found.rows[0].wrapped
  // Of two that find none, the second waits here, and takes the key of the first.
  await db.query(
    `insert into platform.project_data_keys (project_id, wrapped, created_at) values ($1, $2, $3)
     on conflict (project_id) do nothing`,
    [projectId, fresh(), at],
  )
  const { rows } = await db.query<{ wrapped: string }>(select, [projectId])
  return (rows[0] as { wrapped: string }).wrapped
}

/** findDataKey returns a project's data key, or undefined where it has no secrets yet. */
export async function findDataKey(db: Queryable, projectId: string): Promise<string | undefined> {
  const sql = 'select wrapped from platform.project_data_keys where project_id = $1'
  return (await db.query<{ wrapped: string }>(sql, [projectId])).rows[0]?.wrapped
}

/** listSecrets returns a project's secrets, sorted by key. */
export async function listSecrets(db: Queryable, projectId: string): Promise<SecretRow[]> {
  const sql = `select ${COLUMNS} from platform.secrets where project_id = $1 order by key collate "C"`
  return (await db.query<SecretRow>(sql, [projectId])).rows
}

/** findSecret returns one secret of a project. */
export async function findSecret(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<SecretRow | undefined> {
  const sql = `select ${COLUMNS} from platform.secrets where project_id = $1 and id = $2`
  return (await db.query<SecretRow>(sql, [projectId, id])).rows[0]
}

/** insertSecret stores a secret, or returns false where the project has one of that key. */
export async function insertSecret(db: Queryable, row: SecretRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into platform.secrets (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (project_id, key) do nothing`,
    [row.id, row.project_id, row.key, row.description, row.version, row.mask, row.created_at, row.updated_at],
  )
  return rowCount === 1
}

/** updateSecret stores what changes of a secret. */
export async function updateSecret(db: Queryable, row: SecretRow): Promise<void> {
  await db.query(
    `update platform.secrets set description = $3, version = $4, mask = $5, updated_at = $6
     where project_id = $1 and id = $2`,
    [row.project_id, row.id, row.description, row.version, row.mask, row.updated_at],
  )
}

/** insertVersion stores a sealed value, and deletes the versions of its secret before the latest `kept`. */
export async function insertVersion(
  db: Queryable,
  { id, project_id, version }: SecretRow,
  { sealed, created_by, created_at }: Omit<VersionRow, 'version'> & { readonly sealed: string },
  kept: number,
): Promise<void> {
  await db.query(
    `insert into platform.secret_versions (secret_id, version, project_id, sealed, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, version, project_id, sealed, created_by, created_at],
  )
  await db.query('delete from platform.secret_versions where secret_id = $1 and version <= $2', [
    id,
    version - kept,
  ])
}

/** deleteSecret removes a secret with all its versions, and returns it. */
export async function deleteSecret(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<SecretRow | undefined> {
  const sql = `delete from platform.secrets where project_id = $1 and id = $2 returning ${COLUMNS}`
  return (await db.query<SecretRow>(sql, [projectId, id])).rows[0]
}

/** listVersions returns the versions of a secret that are kept, latest first. */
export async function listVersions(db: Queryable, projectId: string, id: string): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    `select version, created_by, created_at from platform.secret_versions
     where project_id = $1 and secret_id = $2 order by version desc`,
    [projectId, id],
  )
  return rows
}

/** findSealed returns a version of a secret, by the secret's id or key; the latest where no version is named. */
export async function findSealed(
  db: Queryable,
  projectId: string,
  by: { readonly id: string; readonly version?: number | undefined } | { readonly key: string },
): Promise<SealedValue | undefined> {
  const [id, key, version] = 'id' in by ? [by.id, null, by.version ?? null] : [null, by.key, null]
  const { rows } = await db.query<SealedValue>(
    `select s.id, s.project_id, s.key, v.version, v.sealed, k.wrapped
     from platform.secrets s
     join platform.secret_versions v on v.secret_id = s.id and v.version = coalesce($4::int, s.version)
     join platform.project_data_keys k on k.project_id = s.project_id
     where s.project_id = $1 and (s.id = $2::uuid or s.key = $3::text)`,
    [projectId, id, key, version],
  )
  return rows[0]
}

/** listSealed returns the latest version of every secret of a project. */
export async function listSealed(db: Queryable, projectId: string): Promise<SealedValue[]> {
  const { rows } = await db.query<SealedValue>(
    `select s.id, s.project_id, s.key, v.version, v.sealed, k.wrapped
     from platform.secrets s
     join platform.secret_versions v on v.secret_id = s.id and v.version = s.version
     join platform.project_data_keys k on k.project_id = s.project_id
     where s.project_id = $1 order by s.key collate "C"`,
    [projectId],
  )
  return rows
}

/** totalsOf returns how much a project stores. */
export async function totalsOf(db: Queryable, projectId: string): Promise<SecretTotals> {
  const { rows } = await db.query<SecretTotals>(
    `select (select count(*)::int from platform.secrets where project_id = $1) as secrets,
       coalesce(sum(octet_length(sealed)), 0)::int as bytes
     from platform.secret_versions where project_id = $1`,
    [projectId],
  )
  return rows[0] as SecretTotals
}

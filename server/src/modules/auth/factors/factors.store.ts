// The SQL of second factors: tables `msingi_auth.factors` and `msingi_auth.recovery_codes`.
import type { Queryable } from '#platform/db/transaction.ts'

/** FactorRow is a stored factor; it is in effect once it is activated. */
export interface FactorRow {
  readonly id: string
  readonly name: string | null
  /** secret is encrypted. */
  readonly secret: string
  readonly created_at: Date
  readonly activated_at: Date | null
}

const COLUMNS = 'id, name, secret, created_at, activated_at'

/** listFactors returns the factors of a user, the oldest first. */
export async function listFactors(db: Queryable, projectId: string, userId: string): Promise<FactorRow[]> {
  const { rows } = await db.query<FactorRow>(
    `select ${COLUMNS} from msingi_auth.factors where project_id = $1 and user_id = $2 order by created_at, id`,
    [projectId, userId],
  )
  return rows
}

/** hasActiveFactor reports whether sign-ins of the user need a second factor. */
export async function hasActiveFactor(db: Queryable, projectId: string, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from msingi_auth.factors where project_id = $1 and user_id = $2 and activated_at is not null limit 1`,
    [projectId, userId],
  )
  return rowCount === 1
}

/** insertFactor stores a pending factor, and replaces an older pending one. */
export async function insertFactor(
  db: Queryable,
  projectId: string,
  userId: string,
  { id, name, secret, created_at }: Omit<FactorRow, 'activated_at'>,
): Promise<void> {
  await db.query(
    'delete from msingi_auth.factors where project_id = $1 and user_id = $2 and activated_at is null',
    [projectId, userId],
  )
  await db.query(
    `insert into msingi_auth.factors (id, project_id, user_id, name, secret, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, projectId, userId, name, secret, created_at],
  )
}

/** activateFactor reports whether the factor was pending; `step` is the time step of the code that was used. */
export async function activateFactor(db: Queryable, id: string, step: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update msingi_auth.factors set activated_at = $3, last_step = $2 where id = $1 and activated_at is null`,
    [id, step, now],
  )
  return rowCount === 1
}

/** spendStep marks the code of a time step as used, and reports whether neither it nor a later one was used before. */
export async function spendStep(db: Queryable, id: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update msingi_auth.factors set last_step = $2 where id = $1 and last_step < $2',
    [id, step],
  )
  return rowCount === 1
}

/** deleteFactor reports whether the user had such a factor. */
export async function deleteFactor(
  db: Queryable,
  projectId: string,
  userId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from msingi_auth.factors where project_id = $1 and user_id = $2 and id = $3',
    [projectId, userId, id],
  )
  return rowCount === 1
}

export async function replaceRecoveryCodes(
  db: Queryable,
  projectId: string,
  userId: string,
  digests: readonly string[],
): Promise<void> {
  await db.query('delete from msingi_auth.recovery_codes where project_id = $1 and user_id = $2', [
    projectId,
    userId,
  ])
  await db.query(
    `insert into msingi_auth.recovery_codes (project_id, user_id, digest)
     select $1, $2, digest from unnest($3::text[]) digest`,
    [projectId, userId, digests],
  )
}

/** deleteRecoveryCode reports whether the code existed: each works once. */
export async function deleteRecoveryCode(
  db: Queryable,
  projectId: string,
  userId: string,
  digest: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from msingi_auth.recovery_codes where project_id = $1 and user_id = $2 and digest = $3',
    [projectId, userId, digest],
  )
  return rowCount === 1
}

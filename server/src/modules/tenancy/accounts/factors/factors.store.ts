// The SQL of second factors: tables `platform.account_factors` and `platform.account_recovery_codes`.
import type { Queryable } from '#platform/db/transaction.ts'
import type { StoredFactor } from '#platform/second-factors/factor-codes.ts'

/** FactorRow is an authenticator of an account. */
export interface FactorRow extends StoredFactor {
  readonly name: string | null
  readonly created_at: Date
}

const COLUMNS = 'id, name, secret, created_at, activated_at'

/** listFactors returns the authenticators of an account, the oldest first. */
export async function listFactors(db: Queryable, accountId: string): Promise<FactorRow[]> {
  const { rows } = await db.query<FactorRow>(
    `select ${COLUMNS} from platform.account_factors where account_id = $1 order by created_at, id`,
    [accountId],
  )
  return rows
}

/** insertFactor stores a pending authenticator, and replaces an older pending one. */
export async function insertFactor(
  db: Queryable,
  accountId: string,
  { id, name, secret, created_at }: Omit<FactorRow, 'activated_at'>,
): Promise<void> {
  await db.query('delete from platform.account_factors where account_id = $1 and activated_at is null', [
    accountId,
  ])
  await db.query(
    `insert into platform.account_factors (id, account_id, name, secret, created_at) values ($1, $2, $3, $4, $5)`,
    [id, accountId, name, secret, created_at],
  )
}

/** activateFactor reports whether the authenticator was pending; `step` is the time step of the code that was used. */
export async function activateFactor(db: Queryable, id: string, step: number, now: Date): Promise<boolean> {
  const { rows } = await db.query(
    `update platform.account_factors set activated_at = $3, last_step = $2
     where id = $1 and activated_at is null returning id`,
    [id, step, now],
  )
  return rows.length === 1
}

/** spendStep marks the code of a time step as used, and reports whether neither it nor a later one was used before. */
export async function spendStep(db: Queryable, id: string, step: number): Promise<boolean> {
  const { rows } = await db.query(
    'update platform.account_factors set last_step = $2 where id = $1 and last_step < $2 returning id',
    [id, step],
  )
  return rows.length === 1
}

/** deleteFactor reports whether the account had such an authenticator. */
export async function deleteFactor(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const { rows } = await db.query(
    'delete from platform.account_factors where account_id = $1 and id = $2 returning id',
    [accountId, id],
  )
  return rows.length === 1
}

/** countRecoveryCodes returns how many recovery codes are left. */
export async function countRecoveryCodes(db: Queryable, accountId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    'select count(*)::int as left from platform.account_recovery_codes where account_id = $1',
    [accountId],
  )
  return rows[0]?.left ?? 0
}

export async function replaceRecoveryCodes(
  db: Queryable,
  accountId: string,
  digests: readonly string[],
): Promise<void> {
  await db.query('delete from platform.account_recovery_codes where account_id = $1', [accountId])
  await db.query(
    `insert into platform.account_recovery_codes (account_id, digest)
     select $1, digest from unnest($2::text[]) digest`,
    [accountId, digests],
  )
}

/** deleteRecoveryCode reports whether the code existed: each works once. */
export async function deleteRecoveryCode(db: Queryable, accountId: string, digest: string): Promise<boolean> {
  const { rows } = await db.query(
    'delete from platform.account_recovery_codes where account_id = $1 and digest = $2 returning digest',
    [accountId, digest],
  )
  return rows.length === 1
}

// The SQL of accounts: table `platform.accounts`.
import type { Queryable } from '#platform/db/transaction.ts'

/** AccountFields is what of an account is written when it is made. */
export interface AccountFields {
  readonly email: string
  readonly full_name: string
  readonly password_hash: string
  readonly created_at: Date
  readonly updated_at: Date
}

/** AccountRow is a stored account. */
export interface AccountRow extends AccountFields {
  readonly id: string
  readonly is_active: boolean
  /** verified_email is the address that was proven, in lower case. */
  readonly verified_email: string | null
  /** new_email waits for its confirmation. */
  readonly new_email: string | null
}

/** AccountChanges are new values of an account. What is undefined stays as it is. */
export interface AccountChanges {
  readonly email?: string | undefined
  readonly full_name?: string | undefined
  readonly password_hash?: string | undefined
  readonly verified_email?: string | undefined
  readonly new_email?: string | null | undefined
  readonly updated_at: Date
}

const COLUMNS = `id, email, full_name, password_hash, is_active, verified_email, new_email, created_at, updated_at`

export async function findAccount(db: Queryable, id: string): Promise<AccountRow | undefined> {
  return (await db.query<AccountRow>(`select ${COLUMNS} from platform.accounts where id = $1`, [id])).rows[0]
}

/** findAccountByEmail ignores the case of the address. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<AccountRow | undefined> {
  const sql = `select ${COLUMNS} from platform.accounts where lower(email) = lower($1)`
  return (await db.query<AccountRow>(sql, [email])).rows[0]
}

/** insertAccount returns undefined when the address is already registered. */
export async function insertAccount(db: Queryable, account: AccountFields): Promise<AccountRow | undefined> {
  const { email, full_name, password_hash, created_at, updated_at } = account
  const { rows } = await db.query<AccountRow>(
    `insert into platform.accounts (email, full_name, password_hash, created_at, updated_at)
     values ($1, $2, $3, $4, $5) on conflict (lower(email)) do nothing returning ${COLUMNS}`,
    [email, full_name, password_hash, created_at, updated_at],
  )
  return rows[0]
}

export async function updateAccount(
  db: Queryable,
  id: string,
  { email, full_name, password_hash, verified_email, new_email, updated_at }: AccountChanges,
): Promise<AccountRow> {
  const { rows } = await db.query<AccountRow>(
    `update platform.accounts set email = coalesce($2, email), full_name = coalesce($3, full_name),
       password_hash = coalesce($4, password_hash), verified_email = coalesce($5, verified_email),
       new_email = case when $6 then $7 else new_email end, updated_at = $8
     where id = $1 returning ${COLUMNS}`,
    [id, email, full_name, password_hash, verified_email, new_email !== undefined, new_email, updated_at],
  )
  return rows[0] as AccountRow
}

export async function hasAccounts(db: Queryable): Promise<boolean> {
  return (await db.query('select from platform.accounts limit 1')).rowCount === 1
}

/** lockFirstAccount takes an advisory lock, so that only one transaction at a time can create the first account. */
export async function lockFirstAccount(db: Queryable): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('msingi: first account', 0))`)
}

/**
 * lockPassword reports whether an active account still has this password hash, and locks its row until the transaction
 * ends: a request that was allowed by the old password cannot commit after a concurrent change of the password.
 */
export async function lockPassword(db: Queryable, id: string, passwordHash: string): Promise<boolean> {
  const sql =
    'select from platform.accounts where id = $1 and password_hash = $2 and is_active for no key update'
  return (await db.query(sql, [id, passwordHash])).rowCount === 1
}

/** lockAccount returns an account and locks its row until the transaction ends. */
export async function lockAccount(db: Queryable, id: string): Promise<AccountRow | undefined> {
  const sql = `select ${COLUMNS} from platform.accounts where id = $1 for update`
  return (await db.query<AccountRow>(sql, [id])).rows[0]
}

export async function deleteAccount(db: Queryable, id: string): Promise<void> {
  await db.query('delete from platform.accounts where id = $1', [id])
}

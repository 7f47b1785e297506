// The SQL of accounts: table `platform.accounts`.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

export type AccountRow = Selectable<ControlPlaneTables['accounts']>

export function findAccount(db: ControlPlane, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** findAccountByEmail ignores the case of the address. */
export function findAccountByEmail(db: ControlPlane, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where(sameEmail(email)).executeTakeFirst()
}

/** insertAccount returns undefined when the address is already registered. */
export function insertAccount(
  db: ControlPlane,
  account: Insertable<ControlPlaneTables['accounts']>,
): Promise<AccountRow | undefined> {
  return db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function updateAccount(
  db: ControlPlane,
  id: string,
  changes: Updateable<ControlPlaneTables['accounts']>,
): Promise<AccountRow> {
  return db.updateTable('accounts').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function hasAccounts(db: ControlPlane): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** lockFirstAccount takes an advisory lock, so that only one transaction at a time can create the first account. */
export async function lockFirstAccount(db: ControlPlane): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('msingi: first account', 0))`.execute(db)
}

/**
 * lockPassword reports whether an active account still has this password hash, and locks its row until the transaction
 * ends: a request that was allowed by the old password cannot commit after a concurrent change of the password.
 */
export async function lockPassword(db: ControlPlane, id: string, passwordHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** lockAccount returns an account and locks its row until the transaction ends. */
export function lockAccount(db: ControlPlane, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function deleteAccount(db: ControlPlane, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute()
}

function sameEmail(email: string) {
  return sql<boolean>`lower(email) = lower(${email})`
}

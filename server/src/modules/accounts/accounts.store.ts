// The SQL of accounts: table `platform.accounts`.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

/** AccountRow is a stored account. */
export type AccountRow = Selectable<ControlPlaneTables['accounts']>

/** findAccount gives one account. */
export function findAccount(db: ControlPlane, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** findAccountByEmail gives the account of an address, in whatever case it is written. */
export function findAccountByEmail(db: ControlPlane, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where(sameEmail(email)).executeTakeFirst()
}

/** insertAccount stores a new account, or gives undefined where the address is taken. */
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

/** updateAccount changes an account. */
export function updateAccount(
  db: ControlPlane,
  id: string,
  changes: Updateable<ControlPlaneTables['accounts']>,
): Promise<AccountRow> {
  return db.updateTable('accounts').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** hasAccounts says whether anybody has registered yet. */
export async function hasAccounts(db: ControlPlane): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** lockFirstAccount lets one transaction at a time decide whether its account is the first. */
export async function lockFirstAccount(db: ControlPlane): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('msingi: first account', 0))`.execute(db)
}

/**
 * holdPassword says whether an active account still has this password, and keeps it so until the transaction ends:
 * what was allowed by an old password cannot be carried out after a change that runs beside it.
 */
export async function holdPassword(db: ControlPlane, id: string, passwordHash: string): Promise<boolean> {
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

function sameEmail(email: string) {
  return sql<boolean>`lower(email) = lower(${email})`
}

// Which accounts are operators: the first one of an installation is, and the last operator stays one.
import { sql } from 'kysely'
import type { ControlPlane } from '#platform/db/control-plane.ts'
import { conflict } from '#platform/errors/app-error.ts'
import { listOperators, lockOperators } from './operators.store.ts'

/** isOperator reports whether an account operates the installation. */
export async function isOperator(db: ControlPlane, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('operators')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** becomeFirstOperator makes a new account an operator inside its transaction, if it is the only account. */
export async function becomeFirstOperator(
  db: ControlPlane,
  accountId: string,
  created_at: Date,
): Promise<void> {
  if (await hasOthers(db, accountId)) return
  // Of several accounts that are made at once, one sees none of the others.
  await sql`select pg_advisory_xact_lock(hashtextextended('msingi: first operator', 0))`.execute(db)
  if (await hasOthers(db, accountId)) return
  await db.insertInto('operators').values({ account_id: accountId, created_at }).execute()
}

/** refuseLastOperator throws 409 where an account that is to be deleted is the only operator, and there are other accounts. */
export async function refuseLastOperator(db: ControlPlane, accountId: string): Promise<void> {
  await lockOperators(db)
  const operators = await listOperators(db)
  if (operators.some(({ account_id }) => account_id !== accountId) || operators.length === 0) return
  if (await hasOthers(db, accountId))
    throw conflict(
      'wrong_state',
      'You are the last operator of this server. Make another account an operator first.',
    )
}

async function hasOthers(db: ControlPlane, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '!=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

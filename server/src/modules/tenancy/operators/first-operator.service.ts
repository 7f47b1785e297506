// Which accounts are operators: the first one of an installation is, and the last operator stays one.
import type { Queryable } from '#platform/db/transaction.ts'
import { conflict } from '#platform/errors/app-error.ts'
import {
  hasOthers,
  insertOperator,
  listOperators,
  lockFirstOperator,
  lockOperators,
} from './operators.store.ts'

/** isOperator reports whether an account operates the installation. */
export async function isOperator(db: Queryable, accountId: string): Promise<boolean> {
  return (await db.query('select from platform.operators where account_id = $1', [accountId])).rowCount === 1
}

/** operatorAddresses returns the e-mail addresses of the operators. */
export async function operatorAddresses(db: Queryable): Promise<string[]> {
  return (await listOperators(db)).map(({ email }) => email)
}

/** becomeFirstOperator makes a new account an operator inside its transaction, if it is the only account. */
export async function becomeFirstOperator(db: Queryable, accountId: string, created_at: Date): Promise<void> {
  if (await hasOthers(db, accountId)) return
  // Of several accounts that are made at once, one sees none of the others.
  await lockFirstOperator(db)
  if (await hasOthers(db, accountId)) return
  await insertOperator(db, accountId, created_at)
}

/** refuseLastOperator throws 409 where an account that is to be deleted is the only operator, and there are other accounts. */
export async function refuseLastOperator(db: Queryable, accountId: string): Promise<void> {
  await lockOperators(db)
  const operators = await listOperators(db)
  if (operators.some(({ account_id }) => account_id !== accountId) || operators.length === 0) return
  if (await hasOthers(db, accountId))
    throw conflict(
      'wrong_state',
      'You are the last operator of this server. Make another account an operator first.',
    )
}

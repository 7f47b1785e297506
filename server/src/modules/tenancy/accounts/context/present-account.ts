// The API's representation of an account.
import { isOperator } from '#modules/tenancy/operators/first-operator.service.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { AccountRow } from './accounts.store.ts'

/** presentAccount returns an account as the API shows it. */
export async function presentAccount(db: Queryable, row: AccountRow) {
  const { id, email, full_name, is_active, new_email, created_at, updated_at } = row
  const email_verified = isVerified(row)
  const is_operator = await isOperator(db, id)
  return { id, email, email_verified, new_email, full_name, is_active, is_operator, created_at, updated_at }
}

/** isVerified reports whether the account's present address was proven. */
export function isVerified({ email, verified_email }: AccountRow): boolean {
  return verified_email === email.toLowerCase()
}

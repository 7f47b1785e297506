// What every new second factor has in common: the first one brings recovery codes, and each ends all other sessions.
import { findAccount, lockPassword } from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { OwnRequest } from '#modules/tenancy/accounts/context/own-request.ts'
import { revokeSessions } from '#modules/tenancy/accounts/sessions/sessions.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { unauthorized } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { factorMethods, renewRecoveryCodes } from './second-factors.ts'

/** AddedFactor is the recovery codes to show with the first factor, and the sessions that have ended. */
export interface AddedFactor {
  readonly recovery_codes: readonly string[] | null
  readonly ended: readonly string[]
}

/**
 * addFactor runs `add` under the lock of the account: a login at the same time either sees the new factor, or its session
 * is ended here.
 */
export async function addFactor(
  platform: Platform,
  db: Queryable,
  { actor: { account_id, session_id } }: OwnRequest,
  add: () => Promise<void>,
): Promise<AddedFactor> {
  const account = await findAccount(db, account_id)
  if (account === undefined || !(await lockPassword(db, account_id, account.password_hash))) {
    throw unauthorized()
  }
  const first = (await factorMethods(db, account_id)).length === 0
  await add()
  const ended = await revokeSessions(db, account_id, platform.clock.now(), session_id)
  return { recovery_codes: first ? await renewRecoveryCodes(platform, db, account_id) : null, ended }
}

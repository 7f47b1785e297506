// Recovery codes of accounts: how many are left, and new ones in place of them.
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { type OwnRequest, recordOwn } from '#modules/tenancy/accounts/context/own-request.ts'
import { transaction } from '#platform/db/transaction.ts'
import { conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { type Confirmation, confirmCaller } from './confirm.ts'
import { countRecoveryCodes } from './factors.store.ts'
import { factorMethods, renewRecoveryCodes } from './second-factors.ts'

export async function countCodes({ clusters }: Platform, accountId: string) {
  return { left: await countRecoveryCodes(clusters.main.admin, accountId) }
}

/** renewCodes replaces the recovery codes of an account that has a second factor, or throws 409. */
export async function renewCodes(
  accounts: Accounts,
  own: OwnRequest,
  confirmation: Confirmation,
): Promise<readonly string[]> {
  const { platform } = accounts
  const { account, use } = await confirmCaller(accounts, own, confirmation)
  return transaction(platform.clusters.main.admin, async (db) => {
    await use(db)
    if ((await factorMethods(db, account.id)).length === 0) {
      throw conflict('not_set_up', 'This account has no second factor, so it needs no recovery codes.')
    }
    await recordOwn(db, own.act, { action: 'account.renew_recovery_codes', target: account.id })
    return renewRecoveryCodes(platform, db, account.id)
  })
}

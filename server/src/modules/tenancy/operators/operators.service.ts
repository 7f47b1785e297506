// Who operates the installation: there is always somebody.
import { accountWith } from '#modules/tenancy/organisations/provisioning.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { alreadyExists, conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './operators.store.ts'

/** addOperator makes the account with an address an operator, or throws 404 or 409. */
export function addOperator(platform: Platform, act: Act, email: string) {
  return transaction(platform.clusters.main.admin, async (db) => {
    await store.lockOperators(db)
    const accountId = await accountWith(db, email)
    if (accountId === undefined) throw notFound('The account')
    if (!(await store.insertOperator(db, accountId, platform.clock.now())))
      throw alreadyExists('email', 'This account is an operator already.')
    await record(db, act, 'operator.create', accountId, email)
    return getOperator(db, accountId)
  })
}

/** removeOperator makes an operator an ordinary account, or throws 404, or 409 for the last one. */
export function removeOperator(platform: Platform, act: Act, accountId: string): Promise<void> {
  return transaction(platform.clusters.main.admin, async (db) => {
    await store.lockOperators(db)
    const { email } = await getOperator(db, accountId)
    if ((await store.listOperators(db)).length === 1)
      throw conflict('wrong_state', 'This is the last operator. Make another account an operator first.')
    await store.deleteOperator(db, accountId)
    await record(db, act, 'operator.delete', accountId, email)
  })
}

async function getOperator(db: Queryable, accountId: string) {
  const found = (await store.listOperators(db)).find(({ account_id }) => account_id === accountId)
  if (found === undefined) throw notFound('The operator')
  return found
}

function record(db: Queryable, act: Act, action: string, target: string, email: string): Promise<void> {
  return recordAudit(db, act, { action, target, details: { email } }, {})
}

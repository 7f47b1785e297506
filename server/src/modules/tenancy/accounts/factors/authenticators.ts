// Authenticators of accounts (RFC 6238): enrolled, activated and removed by their owners.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Accounts, ownerOf } from '#modules/tenancy/accounts/context/accounts.ts'
import { type OwnRequest, recordOwn } from '#modules/tenancy/accounts/context/own-request.ts'
import { invalidateSessions } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import {
  checkFirstCode,
  forgiveFactorAttempt,
  sealFactor,
  sessionAttempt,
} from '#platform/second-factors/factor-codes.ts'
import { presentFactor } from '#platform/second-factors/present-factor.ts'
import { newSecret, uriOf } from '#platform/second-factors/totp.ts'
import { addFactor } from './add-factor.ts'
import { type Confirmation, confirmCaller, getAccount, wrongProof } from './confirm.ts'
import type { factorEnrol } from './factors.schema.ts'
import * as store from './factors.store.ts'
import { forgetRecoveryCodes } from './second-factors.ts'

const MAX_FACTORS = 5

export async function listAuthenticators({ clusters }: Platform, accountId: string) {
  return (await store.listFactors(clusters.main.admin, accountId)).map(presentFactor)
}

/** enrolAuthenticator creates an authenticator that has no effect until it is activated. */
export async function enrolAuthenticator(
  accounts: Accounts,
  own: OwnRequest,
  { name, ...confirmation }: z.output<typeof factorEnrol>,
) {
  const { platform } = accounts
  const { account, use } = await confirmCaller(accounts, own, confirmation)
  const secret = newSecret()
  const factor = {
    id: randomUUID(),
    name: name ?? null,
    created_at: platform.clock.now(),
    activated_at: null,
  }
  const sealed = sealFactor(platform, ownerOf(account), factor.id, secret)
  await transaction(platform.clusters.main.admin, async (db) => {
    await use(db)
    const active = (await store.listFactors(db, account.id)).filter(({ activated_at }) => activated_at)
    if (active.length >= MAX_FACTORS) {
      throw conflict('limit_reached', `An account can have at most ${MAX_FACTORS} authenticators.`)
    }
    await store.insertFactor(db, account.id, { ...factor, secret: sealed })
    const entry = { action: 'account.enrol_authenticator', target: factor.id, details: { name: factor.name } }
    await recordOwn(db, own.act, entry)
  })
  return { ...presentFactor(factor), secret, uri: uriOf(secret, 'Msingi', account.email) }
}

/** activateAuthenticator activates an authenticator with its first code, and ends all other sessions. */
export async function activateAuthenticator(accounts: Accounts, own: OwnRequest, id: string, code: string) {
  const { platform } = accounts
  const { actor, act } = own
  const account = await getAccount(platform.clusters.main.admin, actor.account_id)
  const factor = await getFactor(platform, account.id, id)
  if (factor.activated_at !== null) throw conflict('wrong_state', 'This authenticator is already active.')
  const attempt = sessionAttempt(ownerOf(account), actor.session_id)
  const { admin } = platform.clusters.main
  const step = await checkFirstCode(platform, admin, attempt, factor, code, wrongProof)
  const now = platform.clock.now()
  const { recovery_codes, ended } = await transaction(platform.clusters.main.admin, async (db) => {
    const added = await addFactor(platform, db, own, async () => {
      if (!(await store.activateFactor(db, id, step, now))) throw notFound('The authenticator')
    })
    await forgiveFactorAttempt(db, attempt)
    await recordOwn(db, act, { action: 'account.activate_authenticator', target: id })
    return added
  })
  await invalidateSessions(platform, ended)
  return { factor: presentFactor({ ...factor, activated_at: now }), recovery_codes }
}

/** removeAuthenticator removes an authenticator; the recovery codes go with the last second factor. */
export async function removeAuthenticator(
  accounts: Accounts,
  own: OwnRequest,
  id: string,
  confirmation: Confirmation,
): Promise<void> {
  const { platform } = accounts
  await getFactor(platform, own.actor.account_id, id)
  const { account, use } = await confirmCaller(accounts, own, confirmation)
  await transaction(platform.clusters.main.admin, async (db) => {
    await use(db)
    if (!(await store.deleteFactor(db, account.id, id))) throw notFound('The authenticator')
    await forgetRecoveryCodes(db, account.id)
    await recordOwn(db, own.act, { action: 'account.remove_authenticator', target: id })
  })
}

async function getFactor({ clusters }: Platform, accountId: string, id: string): Promise<store.FactorRow> {
  const factors = await store.listFactors(clusters.main.admin, accountId)
  const factor = factors.find((one) => one.id === id)
  if (factor === undefined) throw notFound('The authenticator')
  return factor
}

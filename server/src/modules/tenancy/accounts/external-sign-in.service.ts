// Accounts whose owners sign in elsewhere: with the OpenID provider of an organisation.
import { signedIn } from '#modules/tenancy/accounts/context/accounts.schema.ts'
import {
  type AccountRow,
  findAccountByEmail,
  insertAccount,
  lockAccount,
} from '#modules/tenancy/accounts/context/accounts.store.ts'
import { presentAccount } from '#modules/tenancy/accounts/context/present-account.ts'
import { tenantOfAccounts } from '#modules/tenancy/accounts/context/tenant.ts'
import { factorMethods } from '#modules/tenancy/accounts/factors/second-factors.ts'
import { openSession, type SignInSource } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { answerSession } from '#modules/tenancy/accounts/sign-in/session-cookie.ts'
import { createPersonalOrganisation } from '#modules/tenancy/organisations/organisations.service.ts'
import { randomToken } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { conflict, forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** answerSignIn answers with a session, in a cookie where the browser asks for that. */
export const answerSignIn = answerSession

/** signedInByService is the answer to a sign-in, that of POST /auth/login. */
export const signedInByService = signedIn

/** ExternalAccount is the account of somebody who signs in elsewhere; `made` is whether it is new. */
export interface ExternalAccount {
  readonly account: AccountRow
  readonly made: boolean
}

/**
 * accountForIdentity returns a function that finds and locks the account inside a transaction: the one that is known for the identity,
 * else the one with the address, else a new one with a password that nobody knows.
 */
export async function accountForIdentity(
  platform: Platform,
  { email, full_name }: { readonly email: string; readonly full_name: string },
): Promise<(db: Queryable, known: string | undefined) => Promise<ExternalAccount>> {
  const exists = (await findAccountByEmail(platform.clusters.main.admin, email)) !== undefined
  const password_hash = exists ? '' : await platform.passwords.hash(randomToken(), tenantOfAccounts(false))
  return async (db, known) => {
    const id = known ?? (await findAccountByEmail(db, email))?.id
    const found = id === undefined ? undefined : await lockAccount(db, id)
    if (found !== undefined) {
      if (known === undefined) await refuseProtected(db, found)
      return { account: found, made: false }
    }
    const now = platform.clock.now()
    const row = { email, full_name, password_hash, created_at: now, updated_at: now }
    const account = password_hash === '' ? undefined : await insertAccount(db, row)
    if (account === undefined)
      throw conflict('changed_meanwhile', 'This account was just changed by another request. Sign in again.')
    await createPersonalOrganisation(platform, db, account)
    return { account, made: true }
  }
}

// Whoever configures a provider could name any address of the domain, and would get past the owner's second factor.
async function refuseProtected(db: Queryable, { id }: AccountRow): Promise<void> {
  if ((await factorMethods(db, id)).length === 0) return
  throw forbidden(
    'forbidden',
    'Your account has a second factor or a passkey, and is not connected with the provider by its address alone. ' +
      'Remove them, sign in through the provider once, and add them again.',
    { reason: 'second_factor' },
  )
}

/** openSessionThrough opens a session with an id, which knows the organisation whose provider was used. */
export async function openSessionThrough(
  platform: Platform,
  db: Queryable,
  account: AccountRow,
  source: Omit<SignInSource, 'network'>,
  { id, organisation_id }: { readonly id: string; readonly organisation_id: string },
) {
  const opened = await openSession(platform, db, account, ['sso'], source, {
    id,
    sso_organisation_id: organisation_id,
  })
  return { user: await presentAccount(db, account), ...opened }
}

// The second factors of an account: which it has, and whether a proof with one of them is right.

import { ownerOf } from '#modules/tenancy/accounts/context/accounts.ts'
import type { FindRelyingParty } from '#modules/tenancy/accounts/context/relying-party.ts'
import { verifyAssertion } from '#modules/tenancy/accounts/passkeys/ceremonies.ts'
import type { Assertion } from '#modules/tenancy/accounts/passkeys/passkeys.schema.ts'
import { findPasskey, listPasskeys } from '#modules/tenancy/accounts/passkeys/passkeys.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { type AppError, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type CODE_METHODS,
  checkFactorCode,
  type FactorAttempt,
  type FactorStore,
} from '#platform/second-factors/factor-codes.ts'
import { newRecoveryCodes } from '#platform/second-factors/recovery-codes.ts'
import type { ChallengePurpose } from '#platform/sessions/challenges.ts'
import * as store from './factors.store.ts'

/** FactorMethod is a way to prove the second factor. */
export type FactorMethod = (typeof CODE_METHODS)[number] | 'passkey'

/** factorMethods returns what an account can prove its second factor with; empty where it has none. */
export async function factorMethods(db: Queryable, accountId: string): Promise<FactorMethod[]> {
  const totp = (await store.listFactors(db, accountId)).some(({ activated_at }) => activated_at !== null)
  const passkey = (await listPasskeys(db, accountId)).length > 0
  if (!totp && !passkey) return []
  const codes = (await store.countRecoveryCodes(db, accountId)) > 0
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(codes ? (['recovery_code'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
  ]
}

/** FactorProof is what a caller sends: a code, or a passkey's assertion. */
export interface FactorProof {
  readonly code?: string | undefined
  readonly passkey?: Assertion | undefined
}

/** ProofContext is what a proof is for, where it comes from, and what a wrong one is answered with. */
export interface ProofContext {
  readonly attempt: FactorAttempt
  readonly purpose: ChallengePurpose
  readonly party: FindRelyingParty
  readonly refused: () => AppError
}

/** VerifiedProof is a correct proof. The transaction that acts on it calls `use`, which throws if it was used before. */
export interface VerifiedProof {
  readonly method: FactorMethod
  use(db: Queryable): Promise<void>
}

/** checkProof checks a second factor of an account; it throws `refused()` if it is wrong, and 429 after too many codes. */
export async function checkProof(
  platform: Platform,
  accountId: string,
  { code, passkey }: FactorProof,
  { attempt, purpose, party, refused }: ProofContext,
): Promise<VerifiedProof> {
  if ((code === undefined) === (passkey === undefined)) {
    throw invalidInput('Send the second factor of this account: either code or passkey.')
  }
  if (code !== undefined) {
    return checkFactorCode(platform, factorsOf(platform, accountId), attempt, code, refused)
  }
  const site = party()
  const assertion = passkey as Assertion
  const known = await findPasskey(platform.clusters.main.admin, assertion.id, site.id)
  if (known?.account_id !== accountId) throw refused()
  const { use } = await verifyAssertion(platform, site, purpose, known, assertion, refused)
  return { method: 'passkey', use }
}

/** renewRecoveryCodes replaces the recovery codes of an account and returns the new ones. */
export async function renewRecoveryCodes(
  platform: Platform,
  db: Queryable,
  accountId: string,
): Promise<readonly string[]> {
  const { codes, digests } = newRecoveryCodes(platform, ownerOf({ id: accountId }))
  await store.replaceRecoveryCodes(db, accountId, digests)
  return codes
}

/** forgetRecoveryCodes deletes the recovery codes of an account that has no second factor left. */
export async function forgetRecoveryCodes(db: Queryable, accountId: string): Promise<void> {
  if ((await factorMethods(db, accountId)).length === 0) await store.replaceRecoveryCodes(db, accountId, [])
}

function factorsOf({ clusters }: Platform, accountId: string): FactorStore {
  const db = clusters.main.admin
  return {
    db,
    list: () => store.listFactors(db, accountId),
    spendStep: store.spendStep,
    deleteRecoveryCode: (tx, digest) => store.deleteRecoveryCode(tx, accountId, digest),
  }
}

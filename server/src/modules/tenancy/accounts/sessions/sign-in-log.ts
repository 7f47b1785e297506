// Sign-ins in the audit log of the account, or of the organisation whose provider was used (docs/audit-log.md).
import type { AccountRow } from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { countEach } from '#platform/fairness/counts.ts'
import { Act } from '#platform/http/routes/act.ts'

/** SignInRequest is the request of a sign-in. */
export interface SignInRequest {
  readonly address: string
  readonly requestId: string
}

/** NewSession is the session that a sign-in has opened. */
export interface NewSession {
  readonly id: string
  readonly methods: readonly string[]
  readonly created_at: Date
  readonly sso_organisation_id: string | null
}

/** SignInFailure is what was wrong: a proof, or more of them than are allowed, or the account is deactivated. */
export type SignInFailure =
  | 'password'
  | 'mailed_code'
  | 'second_factor'
  | 'passkey'
  | 'too_many_attempts'
  | 'deactivated'

// What strangers can write into the log of somebody else.
const FAILURES = { limit: 60, seconds: 3600 }

type Person = Pick<AccountRow, 'id' | 'email'>

/** recordSignIn writes `account.sign_in` in the transaction that opens the session. */
export function recordSignIn(
  db: Queryable,
  account: Person,
  { id, methods, created_at, sso_organisation_id }: NewSession,
  request: SignInRequest,
): Promise<void> {
  const fields = fieldsOf(account, request, created_at)
  const act = new Act({ ...fields, actor: { ...fields.actor, session_id: id } })
  const entry = { action: 'account.sign_in', target: account.id, details: { methods } }
  return recordAudit(db, act, entry, { organisation: sso_organisation_id })
}

/**
 * reportFailure writes `account.sign_in_failed` for an account that exists, at most 60 an hour for each. It is not awaited,
 * so that the answer takes no longer than that for an unknown address.
 */
export function reportFailure(
  { platform, failures }: Accounts,
  account: Person | undefined,
  request: SignInRequest,
  reason: SignInFailure,
): void {
  if (account === undefined) return
  const { clock, clusters, log } = platform
  const act = new Act({ ...fieldsOf(account, request, clock.now()), credential: 'none' })
  const entry = { action: 'account.sign_in_failed', target: account.id, details: { reason } }
  const write = async () => {
    if ((await countEach(failures, [[account.id, FAILURES]])) !== undefined) return
    await recordAudit(clusters.main.admin, act, entry, {})
  }
  write().catch((err) => log.warn({ err }, 'could not write a failed sign-in into the audit log'))
}

/** rethrowing returns what reports a refused proof, and throws the error on. Other errors say nothing about a proof. */
export function rethrowing(
  accounts: Accounts,
  account: Person | undefined,
  request: SignInRequest,
  reason: SignInFailure,
): (error: unknown) => never {
  return (error) => {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'unauthorized') reportFailure(accounts, account, request, reason)
    if (code === 'quota_exceeded') reportFailure(accounts, account, request, 'too_many_attempts')
    throw error
  }
}

function fieldsOf({ id, email }: Person, { address, requestId }: SignInRequest, at: Date) {
  const actor = {
    type: 'dashboard',
    account_id: id,
    session_id: '',
    email,
    sso_organisation_id: null,
  } as const
  return { actor, address, request_id: requestId, at }
}

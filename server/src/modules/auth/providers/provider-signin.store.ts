// The SQL of pending provider sign-ins: tables `msingi_auth.provider_states` (at the provider) and `provider_codes`
// (returned, not redeemed yet). Both are single-use and stored as digests.
import type { Queryable } from '#platform/db/transaction.ts'
import type { ProvenIdentity } from '#platform/openid/openid-client.ts'

/** StateRow is a pending sign-in at a provider. */
export interface StateRow {
  readonly project_id: string
  readonly provider_id: string
  readonly redirect_to: string
  readonly code_challenge: string | null
}

/** CodeRow is a completed sign-in at a provider, whose code has not been redeemed. */
export interface CodeRow {
  readonly provider: string
  readonly identity: ProvenIdentity
  readonly code_challenge: string | null
}

interface Lifetime {
  readonly digest: string
  readonly now: Date
  readonly expires_at: Date
}

/** saveState stores a state, and deletes expired ones of the project. */
export async function saveState(db: Queryable, row: StateRow, { digest, now, expires_at }: Lifetime) {
  await forgetEnded(db, 'provider_states', row.project_id, now)
  await db.query(
    `insert into msingi_auth.provider_states
       (digest, project_id, provider_id, redirect_to, code_challenge, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [digest, row.project_id, row.provider_id, row.redirect_to, row.code_challenge, expires_at],
  )
}

/** takeState deletes a state of a provider and returns it, or undefined if there is none. */
export async function takeState(
  db: Queryable,
  provider: { readonly id: string; readonly project_id: string },
  digest: string,
  now: Date,
): Promise<StateRow | undefined> {
  const { rows } = await db.query<StateRow>(
    `delete from msingi_auth.provider_states
     where digest = $1 and project_id = $2 and provider_id = $3 and expires_at > $4
     returning project_id, provider_id, redirect_to, code_challenge`,
    [digest, provider.project_id, provider.id, now],
  )
  return rows[0]
}

/** saveCode stores a code, and deletes expired ones of the project. */
export async function saveCode(
  db: Queryable,
  state: StateRow,
  identity: ProvenIdentity,
  { digest, now, expires_at }: Lifetime,
) {
  await forgetEnded(db, 'provider_codes', state.project_id, now)
  await db.query(
    `insert into msingi_auth.provider_codes
       (digest, project_id, provider_id, identity, code_challenge, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [digest, state.project_id, state.provider_id, JSON.stringify(identity), state.code_challenge, expires_at],
  )
}

/** takeCode deletes a code and returns it, or undefined if there is none or its provider is disabled. */
export async function takeCode(
  db: Queryable,
  projectId: string,
  digest: string,
  now: Date,
): Promise<CodeRow | undefined> {
  const { rows } = await db.query<CodeRow>(
    `delete from msingi_auth.provider_codes c using msingi_auth.identity_providers p
     where c.digest = $1 and c.project_id = $2 and c.expires_at > $3 and p.id = c.provider_id and p.enabled
     returning p.name as provider, c.identity, c.code_challenge`,
    [digest, projectId, now],
  )
  return rows[0]
}

async function forgetEnded(
  db: Queryable,
  table: 'provider_states' | 'provider_codes',
  projectId: string,
  now: Date,
) {
  await db.query(`delete from msingi_auth.${table} where project_id = $1 and expires_at <= $2`, [
    projectId,
    now,
  ])
}

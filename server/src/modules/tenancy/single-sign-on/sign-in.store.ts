// The SQL of signing in: tables `platform.sso_states` (at the provider), `sso_codes` (returned, not redeemed yet) and
// `sso_identities`. States and codes work once, and are stored as digests.
import type { Queryable } from '#platform/db/transaction.ts'
import type { ProvenIdentity } from '#platform/openid/openid-client.ts'

/** StateRow is a sign-in that has begun. */
export interface StateRow {
  readonly digest: string
  readonly organisation_id: string
  readonly redirect_to: string
  readonly code_challenge: string
  readonly expires_at: Date
}

/** CodeRow is a sign-in that is complete at the provider, whose code has not been redeemed. */
export interface CodeRow {
  readonly digest: string
  readonly organisation_id: string
  readonly identity: ProvenIdentity
  readonly code_challenge: string
  readonly expires_at: Date
}

/** IdentityKey is a person as the provider of an organisation knows them. */
export interface IdentityKey {
  readonly organisation_id: string
  readonly issuer: string
  readonly subject: string
}

const STATE = 'digest, organisation_id, redirect_to, code_challenge, expires_at'
const CODE = 'digest, organisation_id, identity, code_challenge, expires_at'

// So that a start does not wait for many that were given up.
const EXPIRED_AT_ONCE = 100

/** saveState stores a state, and deletes some that have expired. */
export async function saveState(
  db: Queryable,
  { digest, organisation_id, redirect_to, code_challenge, expires_at }: StateRow,
  now: Date,
): Promise<void> {
  await deleteExpired(db, 'sso_states', now)
  await db.query(`insert into platform.sso_states (${STATE}) values ($1, $2, $3, $4, $5)`, [
    ...[digest, organisation_id, redirect_to, code_challenge, expires_at],
  ])
}

/** takeState deletes a state and returns it, or undefined if there is none. */
export async function takeState(
  db: Queryable,
  organisationId: string,
  digest: string,
  now: Date,
): Promise<StateRow | undefined> {
  const { rows } = await db.query<StateRow>(
    `delete from platform.sso_states where digest = $1 and organisation_id = $2 and expires_at > $3 returning ${STATE}`,
    [digest, organisationId, now],
  )
  return rows[0]
}

/** saveCode stores a code, and deletes some that have expired. */
export async function saveCode(
  db: Queryable,
  { digest, organisation_id, identity, code_challenge, expires_at }: CodeRow,
  now: Date,
): Promise<void> {
  await deleteExpired(db, 'sso_codes', now)
  await db.query(`insert into platform.sso_codes (${CODE}) values ($1, $2, $3, $4, $5)`, [
    ...[digest, organisation_id, JSON.stringify(identity), code_challenge, expires_at],
  ])
}

/** takeCode deletes a code and returns it, or undefined if there is none. */
export async function takeCode(db: Queryable, digest: string, now: Date): Promise<CodeRow | undefined> {
  const sql = `delete from platform.sso_codes where digest = $1 and expires_at > $2 returning ${CODE}`
  return (await db.query<CodeRow>(sql, [digest, now])).rows[0]
}

/** useIdentity notes that an identity was used, and reports whether it is known. */
export async function useIdentity(
  db: Queryable,
  { organisation_id, issuer, subject }: IdentityKey,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update platform.sso_identities set last_used_at = $4
     where organisation_id = $1 and issuer = $2 and subject = $3`,
    [organisation_id, issuer, subject, now],
  )
  return rowCount === 1
}

/** findLinked returns the account of an identity that has come in before. */
export async function findLinked(
  db: Queryable,
  { organisation_id, issuer, subject }: IdentityKey,
): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await db.query<{ id: string; email: string }>(
    `select a.id, a.email from platform.sso_identities i join platform.accounts a on a.id = i.account_id
     where i.organisation_id = $1 and i.issuer = $2 and i.subject = $3`,
    [organisation_id, issuer, subject],
  )
  return rows[0]
}

/** insertIdentity links an identity to an account, from a time on; it does nothing where the identity is linked already. */
export async function insertIdentity(
  db: Queryable,
  { organisation_id, issuer, subject }: IdentityKey,
  accountId: string,
  at: Date,
): Promise<void> {
  await db.query(
    `insert into platform.sso_identities (organisation_id, issuer, subject, account_id, created_at, last_used_at)
     values ($1, $2, $3, $4, $5, $5) on conflict (organisation_id, issuer, subject) do nothing`,
    [organisation_id, issuer, subject, accountId, at],
  )
}

async function deleteExpired(db: Queryable, table: 'sso_states' | 'sso_codes', now: Date): Promise<void> {
  await db.query(
    `delete from platform.${table} where digest in (
       select digest from platform.${table} where expires_at <= $1 limit $2 for update skip locked)`,
    [now, EXPIRED_AT_ONCE],
  )
}

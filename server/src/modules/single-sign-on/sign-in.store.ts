// The SQL of signing in: tables `platform.sso_states` (at the provider), `sso_codes` (returned, not redeemed yet) and
// `sso_identities`. States and codes work once, and are stored as digests.
import type { Insertable, Selectable } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'
import type { ProvenIdentity } from '#platform/openid/openid-client.ts'

export type StateRow = Selectable<ControlPlaneTables['sso_states']>

/** CodeRow is a sign-in that is complete at the provider, whose code has not been redeemed. */
export interface CodeRow extends Selectable<ControlPlaneTables['sso_codes']> {
  readonly identity: ProvenIdentity
}

export type IdentityKey = Pick<
  Selectable<ControlPlaneTables['sso_identities']>,
  'organisation_id' | 'issuer' | 'subject'
>

// So that a start does not wait for many that were given up.
const EXPIRED_AT_ONCE = 100

/** saveState stores a state, and deletes some that have expired. */
export async function saveState(db: ControlPlane, row: StateRow, now: Date): Promise<void> {
  await deleteExpired(db, 'sso_states', now)
  await db.insertInto('sso_states').values(row).execute()
}

/** takeState deletes a state and returns it, or undefined if there is none. */
export function takeState(
  db: ControlPlane,
  organisationId: string,
  digest: string,
  now: Date,
): Promise<StateRow | undefined> {
  return db
    .deleteFrom('sso_states')
    .where('digest', '=', digest)
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** saveCode stores a code, and deletes some that have expired. */
export async function saveCode(
  db: ControlPlane,
  row: Insertable<ControlPlaneTables['sso_codes']>,
  now: Date,
): Promise<void> {
  await deleteExpired(db, 'sso_codes', now)
  await db.insertInto('sso_codes').values(row).execute()
}

/** takeCode deletes a code and returns it, or undefined if there is none. */
export function takeCode(db: ControlPlane, digest: string, now: Date): Promise<CodeRow | undefined> {
  return db
    .deleteFrom('sso_codes')
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .returningAll()
    .$castTo<CodeRow>()
    .executeTakeFirst()
}

/** useIdentity notes that an identity was used, and reports whether it is known. */
export async function useIdentity(db: ControlPlane, key: IdentityKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sso_identities')
    .set({ last_used_at: now })
    .where('organisation_id', '=', key.organisation_id)
    .where('issuer', '=', key.issuer)
    .where('subject', '=', key.subject)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** findLinked returns the account of an identity that has come in before. */
export function findLinked(
  db: ControlPlane,
  { organisation_id, issuer, subject }: IdentityKey,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('sso_identities as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select(['a.id', 'a.email'])
    .where('i.organisation_id', '=', organisation_id)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
}

export async function insertIdentity(
  db: ControlPlane,
  row: Insertable<ControlPlaneTables['sso_identities']>,
): Promise<void> {
  await db
    .insertInto('sso_identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'issuer', 'subject']).doNothing())
    .execute()
}

async function deleteExpired(db: ControlPlane, table: 'sso_states' | 'sso_codes', now: Date): Promise<void> {
  const expired = db
    .selectFrom(table)
    .select('digest')
    .where('expires_at', '<=', now)
    .limit(EXPIRED_AT_ONCE)
    .forUpdate()
    .skipLocked()
  await db.deleteFrom(table).where('digest', 'in', expired).execute()
}

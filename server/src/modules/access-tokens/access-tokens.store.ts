// The SQL of personal access tokens: table `platform.access_tokens`. Tokens are stored as digests only.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

export type TokenRow = Selectable<ControlPlaneTables['access_tokens']>

/** HeldToken is a token with the address of its owner. */
export type HeldToken = TokenRow & { readonly email: string }

/** listTokens returns the tokens of an account, expired ones too, the newest first. */
export function listTokens(db: ControlPlane, accountId: string): Promise<TokenRow[]> {
  return db
    .selectFrom('access_tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** lockTokens serialises changes of an account's tokens until the transaction ends, and returns how many there are. */
export async function lockTokens(db: ControlPlane, accountId: string): Promise<number> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  return (await listTokens(db, accountId)).length
}

export function findToken(db: ControlPlane, accountId: string, id: string): Promise<TokenRow | undefined> {
  return db
    .selectFrom('access_tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** findHeldToken finds a token of an active account by its digest or its id, whether or not it has expired. */
export function findHeldToken(
  db: ControlPlane,
  by: 'digest' | 'id',
  value: string,
): Promise<HeldToken | undefined> {
  return db
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
    .selectAll('access_tokens')
    .select('accounts.email')
    .where(`access_tokens.${by}`, '=', value)
    .where('accounts.is_active', '=', true)
    .executeTakeFirst()
}

export function insertToken(
  db: ControlPlane,
  token: Insertable<ControlPlaneTables['access_tokens']>,
): Promise<TokenRow> {
  return db.insertInto('access_tokens').values(token).returningAll().executeTakeFirstOrThrow()
}

/** replaceSecret stores a new secret; it returns undefined if a concurrent rotation came first. */
export function replaceSecret(
  db: ControlPlane,
  { id, digest }: TokenRow,
  changes: Updateable<ControlPlaneTables['access_tokens']>,
): Promise<TokenRow | undefined> {
  return db
    .updateTable('access_tokens')
    .set(changes)
    .where('id', '=', id)
    .where('digest', '=', digest)
    .returningAll()
    .executeTakeFirst()
}

/** deleteToken returns the token that it has deleted, or undefined if the account has no such token. */
export function deleteToken(db: ControlPlane, accountId: string, id: string): Promise<TokenRow | undefined> {
  return db
    .deleteFrom('access_tokens')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** touchTokens sets when tokens were last used. */
export async function touchTokens(db: ControlPlane, ids: readonly string[], at: Date): Promise<void> {
  await db.updateTable('access_tokens').set({ last_used_at: at }).where('id', 'in', ids).execute()
}

/** findMissing returns the ids of those organisations and projects that an account is not a member of. */
export async function findMissing(
  db: ControlPlane,
  accountId: string,
  wanted: { readonly organisation_ids: readonly string[]; readonly project_ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${wanted.organisation_ids}::uuid[]) id
    where id not in (
      select organisation_id from platform.organisation_members where account_id = ${accountId})
    union all
    select id from unnest(${wanted.project_ids}::uuid[]) id
    where id not in (
      select p.id from platform.projects p
      join platform.organisation_members m on m.organisation_id = p.organisation_id
      where m.account_id = ${accountId})`.execute(db)
  return rows.map(({ id }) => id)
}

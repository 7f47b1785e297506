// The SQL of personal access tokens: table `platform.access_tokens`. Tokens are stored as digests only.
import type { Queryable } from '#platform/db/transaction.ts'

/** TokenSecret is what of a token changes with its secret. */
export interface TokenSecret {
  readonly prefix: string
  readonly digest: string
  readonly expires_at: Date
}

/** TokenFields is what of a token is written when it is made. */
export interface TokenFields extends TokenSecret {
  readonly account_id: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly organisation_ids: readonly string[]
  readonly project_ids: readonly string[]
  readonly sso_organisation_id: string | null
  readonly created_at: Date
}

/** TokenRow is a stored token. */
export interface TokenRow extends TokenFields {
  readonly id: string
  readonly permissions: string[]
  readonly organisation_ids: string[]
  readonly project_ids: string[]
  readonly last_used_at: Date | null
}

/** HeldToken is a token with the address of its owner. */
export type HeldToken = TokenRow & { readonly email: string }

const COLUMNS = `id, account_id, name, prefix, digest, permissions, organisation_ids, project_ids, sso_organisation_id,
  expires_at, last_used_at, created_at`

/** listTokens returns the tokens of an account, expired ones too, the newest first. */
export async function listTokens(db: Queryable, accountId: string): Promise<TokenRow[]> {
  const sql = `select ${COLUMNS} from platform.access_tokens where account_id = $1 order by created_at desc, id`
  return (await db.query<TokenRow>(sql, [accountId])).rows
}

/** lockTokens serialises changes of an account's tokens until the transaction ends, and returns how many there are. */
export async function lockTokens(db: Queryable, accountId: string): Promise<number> {
  await db.query('select from platform.accounts where id = $1 for no key update', [accountId])
  return (await listTokens(db, accountId)).length
}

export async function findToken(db: Queryable, accountId: string, id: string): Promise<TokenRow | undefined> {
  const sql = `select ${COLUMNS} from platform.access_tokens where account_id = $1 and id = $2`
  return (await db.query<TokenRow>(sql, [accountId, id])).rows[0]
}

/** findHeldToken finds a token of an active account by its digest or its id, whether or not it has expired. */
export async function findHeldToken(
  db: Queryable,
  by: 'digest' | 'id',
  value: string,
): Promise<HeldToken | undefined> {
  const { rows } = await db.query<HeldToken>(
    `select t.*, a.email from platform.access_tokens t join platform.accounts a on a.id = t.account_id
     where t.${by} = $1 and a.is_active`,
    [value],
  )
  return rows[0]
}

export async function insertToken(db: Queryable, token: TokenFields): Promise<TokenRow> {
  const { account_id, name, prefix, digest, permissions, organisation_ids, project_ids } = token
  const { rows } = await db.query<TokenRow>(
    `insert into platform.access_tokens (account_id, name, prefix, digest, permissions, organisation_ids, project_ids,
       sso_organisation_id, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
    [
      ...[account_id, name, prefix, digest, permissions, organisation_ids, project_ids],
      ...[token.sso_organisation_id, token.expires_at, token.created_at],
    ],
  )
  return rows[0] as TokenRow
}

/** replaceSecret stores a new secret; it returns undefined if a concurrent rotation came first. */
export async function replaceSecret(
  db: Queryable,
  { id, digest }: TokenRow,
  secret: TokenSecret,
): Promise<TokenRow | undefined> {
  const { rows } = await db.query<TokenRow>(
    `update platform.access_tokens set prefix = $3, digest = $4, expires_at = $5
     where id = $1 and digest = $2 returning ${COLUMNS}`,
    [id, digest, secret.prefix, secret.digest, secret.expires_at],
  )
  return rows[0]
}

/** deleteToken returns the token that it has deleted, or undefined if the account has no such token. */
export async function deleteToken(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<TokenRow | undefined> {
  const sql = `delete from platform.access_tokens where account_id = $1 and id = $2 returning ${COLUMNS}`
  return (await db.query<TokenRow>(sql, [accountId, id])).rows[0]
}

/** touchTokens sets when tokens were last used. */
export async function touchTokens(db: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await db.query('update platform.access_tokens set last_used_at = $2 where id = any($1)', [ids, at])
}

/** findMissing returns the ids of those organisations and projects that an account is not a member of. */
export async function findMissing(
  db: Queryable,
  accountId: string,
  wanted: { readonly organisation_ids: readonly string[]; readonly project_ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from unnest($2::uuid[]) id
     where id not in (select organisation_id from platform.organisation_members where account_id = $1)
     union all
     select id from unnest($3::uuid[]) id
     where id not in (
       select p.id from platform.projects p
       join platform.organisation_members m on m.organisation_id = p.organisation_id
       where m.account_id = $1)`,
    [accountId, wanted.organisation_ids, wanted.project_ids],
  )
  return rows.map(({ id }) => id)
}

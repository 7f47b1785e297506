// The SQL of sessions: tables `platform.account_sessions` and `platform.account_refresh_tokens`.
import type { Queryable } from '#platform/db/transaction.ts'
import type { Replaced } from '#platform/sessions/rotation.ts'

/** SessionFields is what of a session is written when it is opened. */
export interface SessionFields {
  readonly id: string
  readonly account_id: string
  readonly user_agent: string | null
  readonly address: string | null
  /** methods are the authentication methods that the account has completed. */
  readonly methods: readonly string[]
  readonly created_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
  readonly sso_organisation_id: string | null
}

/** SessionRow is a stored session. */
export interface SessionRow extends SessionFields {
  readonly methods: string[]
  readonly revoked_at: Date | null
}

const COLUMNS = `s.id, s.account_id, s.user_agent, s.address, s.methods, s.created_at, s.last_used_at, s.expires_at,
  s.revoked_at, s.sso_organisation_id`

export async function insertSession(db: Queryable, session: SessionFields): Promise<SessionRow> {
  const { id, account_id, user_agent, address, methods, created_at, last_used_at, expires_at } = session
  const { rows } = await db.query<SessionRow>(
    `insert into platform.account_sessions as s (id, account_id, user_agent, address, methods, created_at, last_used_at,
       expires_at, sso_organisation_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [
      ...[id, account_id, user_agent, address, methods, created_at, last_used_at, expires_at],
      session.sso_organisation_id,
    ],
  )
  return rows[0] as SessionRow
}

/** listSessions returns the live sessions of an account, the latest first. */
export async function listSessions(db: Queryable, accountId: string, now: Date): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from platform.account_sessions s
     where account_id = $1 and revoked_at is null and expires_at > $2 order by created_at desc, id`,
    [accountId, now],
  )
  return rows
}

/** LiveAccount is the account of a live session. */
export interface LiveAccount {
  readonly account_id: string
  readonly email: string
  readonly sso_organisation_id: string | null
}

/** findLiveSession returns the account of a session that is neither revoked nor expired. */
export async function findLiveSession(
  db: Queryable,
  id: string,
  now: Date,
): Promise<LiveAccount | undefined> {
  const { rows } = await db.query<LiveAccount>(
    `select s.account_id, a.email, s.sso_organisation_id
     from platform.account_sessions s join platform.accounts a on a.id = s.account_id
     where s.id = $1 and s.revoked_at is null and s.expires_at > $2 and a.is_active`,
    [id, now],
  )
  return rows[0]
}

/** extend moves the expiry of a live session; it returns undefined if the session has ended. */
export async function extend(
  db: Queryable,
  id: string,
  now: Date,
  expiresAt: Date,
  address: string,
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `update platform.account_sessions s set last_used_at = $2, expires_at = $3, address = $4
     from platform.accounts a
     where s.id = $1 and a.id = s.account_id and a.is_active and s.revoked_at is null and s.expires_at > $2
     returning ${COLUMNS}`,
    [id, now, expiresAt, address],
  )
  return rows[0]
}

/** revokeSession ends one session of an account and reports whether it was live. */
export async function revokeSession(
  db: Queryable,
  accountId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update platform.account_sessions set revoked_at = $3
     where id = $1 and account_id = $2 and revoked_at is null and expires_at > $3`,
    [id, accountId, now],
  )
  return rowCount === 1
}

/** revokeSessions ends all sessions of an account, except `keep`, and returns their ids. */
export async function revokeSessions(
  db: Queryable,
  accountId: string,
  now: Date,
  keep?: string,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update platform.account_sessions set revoked_at = $2
     where account_id = $1 and revoked_at is null and id is distinct from $3 returning id`,
    [accountId, now, keep],
  )
  return rows.map(({ id }) => id)
}

/** deleteEndedSessions deletes the sessions of an account that ended before a time. */
export async function deleteEndedSessions(db: Queryable, accountId: string, before: Date): Promise<void> {
  await db.query(
    'delete from platform.account_sessions where account_id = $1 and (expires_at < $2 or revoked_at < $2)',
    [accountId, before],
  )
}

export async function insertToken(
  db: Queryable,
  { digest, session_id, created_at }: { digest: string; session_id: string; created_at: Date },
): Promise<void> {
  await db.query(
    'insert into platform.account_refresh_tokens (digest, session_id, created_at) values ($1, $2, $3)',
    [digest, session_id, created_at],
  )
}

/**
 * spend marks a refresh token as used. Of several concurrent calls only one gets the session's id. The session is locked
 * first, as by who deletes it with its tokens.
 */
export async function spend(db: Queryable, digest: string, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `with session as (
       select s.id from platform.account_sessions s join platform.account_refresh_tokens t on t.session_id = s.id
       where t.digest = $1 for no key update of s
     )
     update platform.account_refresh_tokens t set used_at = $2 from session
     where t.digest = $1 and t.used_at is null returning session.id`,
    [digest, now],
  )
  return rows[0]?.id
}

/** findSessionOfSpentToken returns the session of a refresh token that was used before a time. */
export async function findSessionOfSpentToken(
  db: Queryable,
  digest: string,
  before: Date,
): Promise<Pick<SessionRow, 'id' | 'account_id'> | undefined> {
  const { rows } = await db.query<Pick<SessionRow, 'id' | 'account_id'>>(
    `select s.id, s.account_id
     from platform.account_refresh_tokens t join platform.account_sessions s on s.id = t.session_id
     where t.digest = $1 and t.used_at < $2`,
    [digest, before],
  )
  return rows[0]
}

/** findReplaced returns the live session of a token that was used since a time and whose successor is still unused. */
export async function findReplaced(
  db: Queryable,
  { spent, successor }: Replaced,
  now: Date,
  since: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from platform.account_sessions s
     join platform.accounts a on a.id = s.account_id
     join platform.account_refresh_tokens old on old.session_id = s.id
     join platform.account_refresh_tokens next on next.session_id = s.id
     where old.digest = $1 and old.used_at >= $2 and next.digest = $3 and next.used_at is null
       and s.revoked_at is null and s.expires_at > $4 and a.is_active`,
    [spent, since, successor, now],
  )
  return rows[0]
}

/** deleteSpent deletes the refresh tokens of a session that were used before a time. */
export async function deleteSpent(db: Queryable, sessionId: string, before: Date): Promise<void> {
  await db.query('delete from platform.account_refresh_tokens where session_id = $1 and used_at < $2', [
    sessionId,
    before,
  ])
}

// The SQL of sessions: tables `platform.account_sessions` and `platform.account_refresh_tokens`.
import type { Insertable, Selectable } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'
import type { Replaced } from '#platform/sessions/rotation.ts'

export type SessionRow = Selectable<ControlPlaneTables['account_sessions']>

export function insertSession(
  db: ControlPlane,
  session: Insertable<ControlPlaneTables['account_sessions']>,
): Promise<SessionRow> {
  return db.insertInto('account_sessions').values(session).returningAll().executeTakeFirstOrThrow()
}

/** listSessions returns the live sessions of an account, the latest first. */
export function listSessions(db: ControlPlane, accountId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('account_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** findLiveSession returns the account id and address of a session that is neither revoked nor expired. */
export function findLiveSession(db: ControlPlane, id: string, now: Date) {
  return db
    .selectFrom('account_sessions')
    .innerJoin('accounts', 'accounts.id', 'account_sessions.account_id')
    .select(['account_id', 'email', 'sso_organisation_id'])
    .where('account_sessions.id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** extend moves the expiry of a live session; it returns undefined if the session has ended. */
export function extend(
  db: ControlPlane,
  id: string,
  now: Date,
  expiresAt: Date,
  address: string,
): Promise<SessionRow | undefined> {
  return db
    .updateTable('account_sessions')
    .from('accounts')
    .set({ last_used_at: now, expires_at: expiresAt, address })
    .whereRef('accounts.id', '=', 'account_sessions.account_id')
    .where('accounts.is_active', '=', true)
    .where('account_sessions.id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll('account_sessions')
    .executeTakeFirst()
}

/** revokeSession ends one session of an account and reports whether it was live. */
export async function revokeSession(
  db: ControlPlane,
  accountId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** revokeSessions ends all sessions of an account, except `keep`, and returns their ids. */
export async function revokeSessions(
  db: ControlPlane,
  accountId: string,
  now: Date,
  keep?: string,
): Promise<string[]> {
  const all = db
    .updateTable('account_sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
  const rows = await (keep === undefined ? all : all.where('id', '!=', keep)).execute()
  return rows.map(({ id }) => id)
}

/** deleteEndedSessions deletes the sessions of an account that ended before a time. */
export async function deleteEndedSessions(db: ControlPlane, accountId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('account_sessions')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .execute()
}

export async function insertToken(
  db: ControlPlane,
  token: Insertable<ControlPlaneTables['account_refresh_tokens']>,
): Promise<void> {
  await db.insertInto('account_refresh_tokens').values(token).execute()
}

/**
 * spend marks a refresh token as used. Of several concurrent calls only one gets the session's id. The session is locked
 * first, as by who deletes it with its tokens.
 */
export async function spend(db: ControlPlane, digest: string, now: Date): Promise<string | undefined> {
  const row = await db
    .with('session', (cte) =>
      cte
        .selectFrom('account_sessions as s')
        .innerJoin('account_refresh_tokens as t', 't.session_id', 's.id')
        .select('s.id')
        .where('digest', '=', digest)
        .forNoKeyUpdate('s'),
    )
    .updateTable('account_refresh_tokens')
    .from('session')
    .set({ used_at: now })
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return row?.session_id
}

/** findSessionOfSpentToken returns the session of a refresh token that was used before a time. */
export function findSessionOfSpentToken(db: ControlPlane, digest: string, before: Date) {
  return db
    .selectFrom('account_refresh_tokens')
    .innerJoin('account_sessions', 'account_sessions.id', 'session_id')
    .select(['account_sessions.id', 'account_id'])
    .where('digest', '=', digest)
    .where('used_at', '<', before)
    .executeTakeFirst()
}

/** findReplaced returns the live session of a token that was used since a time and whose successor is still unused. */
export function findReplaced(
  db: ControlPlane,
  { spent, successor }: Replaced,
  now: Date,
  since: Date,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom('account_sessions')
    .innerJoin('accounts', 'accounts.id', 'account_sessions.account_id')
    .innerJoin('account_refresh_tokens as old', 'old.session_id', 'account_sessions.id')
    .innerJoin('account_refresh_tokens as next', 'next.session_id', 'account_sessions.id')
    .selectAll('account_sessions')
    .where('old.digest', '=', spent)
    .where('old.used_at', '>=', since)
    .where('next.digest', '=', successor)
    .where('next.used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('account_sessions.expires_at', '>', now)
    .where('accounts.is_active', '=', true)
    .executeTakeFirst()
}

/** deleteSpent deletes the refresh tokens of a session that were used before a time. */
export async function deleteSpent(db: ControlPlane, sessionId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('account_refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('used_at', '<', before)
    .execute()
}

// The SQL of users' sessions: tables `msingi_auth.sessions` and `msingi_auth.refresh_tokens`.

import { deleteChallenges } from '#modules/auth/store/challenges.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Replaced } from '#platform/sessions/rotation.ts'

export interface SessionRow {
  readonly id: string
  readonly project_id: string
  readonly user_id: string
  readonly user_agent: string | null
  /** methods are the authentication methods that the user has completed. */
  readonly methods: readonly string[]
  readonly created_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
  /** claims are those that the project's hook has added. */
  readonly claims: Record<string, unknown>
}

const COLUMNS = 'id, project_id, user_id, user_agent, methods, created_at, last_used_at, expires_at, claims'
const LIVE = 'revoked_at is null and expires_at > '

export async function insertSession(db: Queryable, session: SessionRow): Promise<void> {
  const { id, project_id, user_id, user_agent, methods, created_at, last_used_at, expires_at, claims } =
    session
  await db.query(
    `insert into msingi_auth.sessions (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[id, project_id, user_id, user_agent, methods],
      ...[created_at, last_used_at, expires_at, JSON.stringify(claims)],
    ],
  )
}

/** listSessions returns the live sessions of a user, the latest first. */
export async function listSessions(
  db: Queryable,
  projectId: string,
  userId: string,
  now: Date,
): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from msingi_auth.sessions
     where project_id = $1 and user_id = $2 and ${LIVE} $3 order by created_at desc, id`,
    [projectId, userId, now],
  )
  return rows
}

/** LiveUser is what a request needs about the user of a session besides the public fields. */
export interface LiveUser {
  readonly claims: Record<string, unknown>
  /** session_claims are those that the project's hook has added. */
  readonly session_claims: Record<string, unknown>
  readonly role_ids: string[]
  readonly verified_email: string | null
  readonly verified_phone: string | null
  readonly began_anonymous: boolean
  readonly methods: string[]
}

/** findLiveUser returns the user of a live session. */
export async function findLiveUser(
  db: Queryable,
  session: { readonly project_id: string; readonly user_id: string; readonly id: string },
  now: Date,
): Promise<LiveUser | undefined> {
  const { rows } = await db.query<LiveUser>(
    `select u.claims, s.claims as session_claims, u.verified_email, u.verified_phone, u.began_anonymous, s.methods, array(select r.role_id::text from msingi_auth.user_roles r
         where r.project_id = u.project_id and r.user_id = u.id order by r.role_id) as role_ids
     from msingi_auth.sessions s
     join msingi_auth.users u on u.project_id = s.project_id and u.id = s.user_id
     where s.id = $1 and s.project_id = $2 and s.user_id = $3 and ${LIVE} $4`,
    [session.id, session.project_id, session.user_id, now],
  )
  return rows[0]
}

/** extend moves the expiry of a live session; it returns undefined if the session has ended. */
export async function extend(
  db: Queryable,
  id: string,
  now: Date,
  expiresAt: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `update msingi_auth.sessions set last_used_at = $2, expires_at = $3
     where id = $1 and ${LIVE} $2 returning ${COLUMNS}`,
    [id, now, expiresAt],
  )
  return rows[0]
}

/** revokeSession ends a session and returns the id of its user, or undefined if it had already ended. */
export async function revokeSession(
  db: Queryable,
  projectId: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ user_id: string }>(
    `update msingi_auth.sessions set revoked_at = $3
     where project_id = $1 and id = $2 and ${LIVE} $3 returning user_id`,
    [projectId, id, now],
  )
  return rows[0]?.user_id
}

/** setClaims stores the claims that a hook has added. */
export async function setClaims(
  db: Queryable,
  id: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db.query('update msingi_auth.sessions set claims = $2 where id = $1', [id, JSON.stringify(claims)])
}

/** findSessionOfToken returns the live session of a refresh token that was not used before a time. */
export async function findSessionOfToken(
  db: Queryable,
  projectId: string,
  digest: string,
  now: Date,
  since: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from msingi_auth.sessions where ${LIVE} $3 and project_id = $1 and id = (
       select session_id from msingi_auth.refresh_tokens
       where digest = $2 and (used_at is null or used_at >= $4))`,
    [projectId, digest, now, since],
  )
  return rows[0]
}

/** addMethod adds a completed authentication method to a session. */
export async function addMethod(db: Queryable, id: string, method: string): Promise<void> {
  await db.query('update msingi_auth.sessions set methods = array_append(methods, $2) where id = $1', [
    id,
    method,
  ])
}

/** deleteMethods removes authentication methods from all sessions of a user. */
export async function deleteMethods(
  db: Queryable,
  projectId: string,
  userId: string,
  methods: readonly string[],
): Promise<void> {
  await db.query(
    `update msingi_auth.sessions
     set methods = array(select m from unnest(methods) m where m <> all($3::text[]))
     where project_id = $1 and user_id = $2 and methods && $3::text[]`,
    [projectId, userId, methods],
  )
}

/** revokeSessions ends all sessions of a user except `keep`, and all pending sign-ins. */
export async function revokeSessions(
  db: Queryable,
  projectId: string,
  userId: string,
  now: Date,
  keep: string | undefined,
): Promise<void> {
  await db.query(
    `update msingi_auth.sessions set revoked_at = $3
     where project_id = $1 and user_id = $2 and revoked_at is null and id is distinct from $4`,
    [projectId, userId, now, keep],
  )
  await deleteChallenges(db, projectId, userId)
}

/** deleteEndedSessions deletes the sessions of a user that ended before a time. */
export async function deleteEndedSessions(
  db: Queryable,
  projectId: string,
  userId: string,
  before: Date,
): Promise<void> {
  await db.query(
    `delete from msingi_auth.sessions
     where project_id = $1 and user_id = $2 and (expires_at < $3 or revoked_at < $3)`,
    [projectId, userId, before],
  )
}

export async function insertToken(
  db: Queryable,
  { digest, session_id, created_at }: { digest: string; session_id: string; created_at: Date },
): Promise<void> {
  await db.query(
    'insert into msingi_auth.refresh_tokens (digest, session_id, created_at) values ($1, $2, $3)',
    [digest, session_id, created_at],
  )
}

/**
 * spendToken marks a refresh token as used. Of several concurrent calls only one gets the session's id. The session is locked
 * first, as by who deletes it with its tokens.
 */
export async function spendToken(
  db: Queryable,
  projectId: string,
  digest: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `with session as (
       select s.id from msingi_auth.sessions s join msingi_auth.refresh_tokens t on t.session_id = s.id
       where t.digest = $2 and s.project_id = $1 for no key update of s
     )
     update msingi_auth.refresh_tokens t set used_at = $3 from session
     where t.digest = $2 and t.used_at is null returning session.id`,
    [projectId, digest, now],
  )
  return rows[0]?.id
}

/** findReplaced returns the live session of a token that was used since a time and whose successor is still unused. */
export async function findReplaced(
  db: Queryable,
  projectId: string,
  { spent, successor }: Replaced,
  now: Date,
  since: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `select ${COLUMNS} from msingi_auth.sessions s where ${LIVE} $4 and project_id = $1
       and exists (select from msingi_auth.refresh_tokens t
         where t.session_id = s.id and t.digest = $2 and t.used_at >= $5)
       and exists (select from msingi_auth.refresh_tokens t
         where t.session_id = s.id and t.digest = $3 and t.used_at is null)`,
    [projectId, spent, successor, now, since],
  )
  return rows[0]
}

/** findSessionOfSpentToken returns the session of a refresh token that was used before a time. */
export async function findSessionOfSpentToken(
  db: Queryable,
  projectId: string,
  digest: string,
  before: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select s.id from msingi_auth.refresh_tokens t join msingi_auth.sessions s on s.id = t.session_id
     where t.digest = $2 and t.used_at < $3 and s.project_id = $1`,
    [projectId, digest, before],
  )
  return rows[0]?.id
}

/** deleteSpent deletes the refresh tokens of a session that were used before a time. */
export async function deleteSpent(db: Queryable, sessionId: string, before: Date): Promise<void> {
  await db.query('delete from msingi_auth.refresh_tokens where session_id = $1 and used_at < $2', [
    sessionId,
    before,
  ])
}

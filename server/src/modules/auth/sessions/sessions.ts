// Sessions of project users: opened by any sign-in, extended by refresh tokens, ended on every node at once.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { AuthSettings } from '#modules/auth/context/settings.schema.ts'
import { hookDeadline } from '#modules/auth/hooks/auth-hooks.ts'
import { getSettings } from '#modules/auth/settings/settings.ts'
import { claimsOf, type Method, type SessionClaims } from '#modules/auth/store/claims.ts'
import { findPrivateUser } from '#modules/auth/store/private-users.store.ts'
import { findUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { notFound, unauthorized } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { issueDeviceToken } from '#platform/sessions/device-tokens.ts'
import {
  graceBegan,
  issueRefreshToken,
  type RotationStore,
  rotate,
  SESSION_MS,
} from '#platform/sessions/rotation.ts'
import { presentTokens, userAgentOf } from '#platform/sessions/tokens.ts'
import { issueAccessToken } from './access-tokens.ts'
import { askForClaims } from './custom-claims.ts'
import * as store from './sessions.store.ts'

/** SESSION_TOPIC is the invalidation topic whose ids come from sessionName. */
export const SESSION_TOPIC = topic('user-session')

/** USER_TOPIC is the invalidation topic whose ids are user ids. */
export const USER_TOPIC = topic('project-user')

/** PROJECT_USERS_TOPIC is the invalidation topic for all users of a project; its ids are project ids. */
export const PROJECT_USERS_TOPIC = topic('project-users')

/** sessionName identifies a session by three UUIDs, in the characters that invalidations can carry. */
export function sessionName(projectId: string, userId: string, sessionId: string): string {
  return `${projectId}_${userId}_${sessionId}`
}

/** Proof is how a user has authenticated, and with which user agent. */
export interface Proof {
  readonly methods: readonly Method[]
  readonly userAgent: string | undefined
}

/** OpenedSession is a session whose tokens are issued after its transaction has committed. */
export interface OpenedSession {
  readonly session: store.SessionRow
  readonly refreshToken: string
  /** jwt_expiry_seconds is how long an access token is good. */
  readonly jwt_expiry_seconds: number
}

/** openSession opens a session inside the caller's transaction. */
export async function openSession(
  platform: Platform,
  db: Queryable,
  project: ProjectRecord,
  userId: string,
  { methods, userAgent }: Proof,
  { jwt_expiry_seconds }: Pick<AuthSettings, 'jwt_expiry_seconds'>,
): Promise<OpenedSession> {
  const now = platform.clock.now()
  const session = {
    id: randomUUID(),
    project_id: project.id,
    user_id: userId,
    user_agent: userAgentOf(userAgent),
    methods,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + SESSION_MS),
    claims: {},
  }
  await store.insertSession(db, session)
  await store.deleteEndedSessions(db, project.id, userId, new Date(now.getTime() - SESSION_MS))
  return { session, refreshToken: await issueRefreshToken(store, db, session, now), jwt_expiry_seconds }
}

/** issueTokens returns the tokens of a session, and its device token; `custom` are claims that a hook has added. */
export async function issueTokens(
  auth: Auth,
  project: ProjectRecord,
  { session, refreshToken, jwt_expiry_seconds }: OpenedSession,
  claims: SessionClaims,
  custom: Readonly<Record<string, unknown>> = {},
) {
  const access = await issueAccessToken(auth, project, session, { ...custom, ...claims }, jwt_expiry_seconds)
  const owner = { project_id: project.id, id: session.user_id }
  const device_token = issueDeviceToken(auth.platform, owner, session.id)
  return { tokens: presentTokens(access, refreshToken, session), device_token }
}

/** refreshSession exchanges a refresh token for new tokens, or throws 401. */
export async function refreshSession(auth: Auth, project: ProjectRecord, refreshToken: string) {
  // Before the token is spent: one that a failing hook has cost would look stolen the next time.
  const custom = await refreshedClaims(auth, project, refreshToken)
  const { jwt_expiry_seconds } = await getSettings(auth.platform, project)
  const next = await rotate(auth.platform, rotationStore(auth.platform, project), refreshToken)
  const claims = next && (await findClaims(auth.platform, project, next.session))
  if (next !== undefined && claims !== undefined) {
    await keepClaims(auth.platform, project, next.session, custom)
    return issueTokens(auth, project, { ...next, jwt_expiry_seconds }, claims, custom)
  }
  throw unauthorized('The refresh token is invalid: unknown, expired or already used. Sign in again.')
}

/** keepClaims stores the claims that a hook has added with their session, where they have changed. */
export async function keepClaims(
  { clusters, invalidations }: Platform,
  project: ProjectRecord,
  session: store.SessionRow,
  claims: Record<string, unknown> = {},
): Promise<void> {
  if (isDeepStrictEqual(session.claims, claims)) return
  await store.setClaims(clusters.of(project).admin, session.id, claims)
  const name = sessionName(project.id, session.user_id, session.id)
  await invalidations.publish(SESSION_TOPIC, name)
}

async function refreshedClaims(auth: Auth, project: ProjectRecord, refreshToken: string) {
  const { platform, hooks } = auth
  if ((await hooks.settings(project.id)).access_token === null) return undefined
  const { admin } = platform.clusters.of(project)
  const now = platform.clock.now()
  const spent = digest(refreshToken)
  const session = await store.findSessionOfToken(admin, project.id, spent, now, graceBegan(now))
  const user = session && (await findUser(platform, project, 'id', session.user_id))
  const known = session && (await findPrivateUser(admin, project.id, session.user_id))
  if (session === undefined || known === undefined || user?.is_active !== true) return undefined
  const claims = claimsOf(user, known, session.methods)
  const subject = { user, metadata: known.metadata, session, claims }
  return askForClaims(auth, project, subject, hookDeadline())
}

export async function listSessions(platform: Platform, project: ProjectRecord, actor: UserActor) {
  const { admin } = platform.clusters.of(project)
  const rows = await store.listSessions(admin, project.id, actor.user_id, platform.clock.now())
  return rows.map(({ id, user_agent, created_at, last_used_at, expires_at }) => {
    return { id, user_agent, current: id === actor.session_id, created_at, last_used_at, expires_at }
  })
}

/** endSession ends a session on every node. */
export async function endSession(platform: Platform, project: ProjectRecord, id: string): Promise<void> {
  const { admin } = platform.clusters.of(project)
  const userId = await store.revokeSession(admin, project.id, id, platform.clock.now())
  if (userId === undefined) return
  const name = sessionName(project.id, userId, id)
  await platform.invalidations.publish(SESSION_TOPIC, name)
}

/** removeSession ends a session of a user, or throws 404. */
export async function removeSession(
  platform: Platform,
  project: ProjectRecord,
  userId: string,
  id: string,
): Promise<void> {
  const { admin } = platform.clusters.of(project)
  const own = await store.listSessions(admin, project.id, userId, platform.clock.now())
  if (!own.some((session) => session.id === id)) throw notFound('The session')
  await endSession(platform, project, id)
}

/** invalidateUser removes all sessions of a user from the cache of every node. */
export async function invalidateUser(platform: Platform, userId: string): Promise<void> {
  await platform.invalidations.publish(USER_TOPIC, userId)
}

async function findClaims(platform: Platform, project: ProjectRecord, session: store.SessionRow) {
  const { admin } = platform.clusters.of(project)
  const live = await store.findLiveUser(admin, session, platform.clock.now())
  const user = live && (await findUser(platform, project, 'id', session.user_id))
  return live && user && claimsOf(user, live, live.methods)
}

function rotationStore(platform: Platform, project: ProjectRecord): RotationStore<store.SessionRow> {
  const { admin } = platform.clusters.of(project)
  const ofActive = async (session: store.SessionRow | undefined) => {
    const user = session && (await findUser(platform, project, 'id', session.user_id))
    return user?.is_active === true ? session : undefined
  }
  return {
    ...store,
    transaction: (work) => transaction(admin, work),
    spend: (db, digest, now) => store.spendToken(db, project.id, digest, now),
    extend: async (db, id, now, expiresAt) => ofActive(await store.extend(db, id, now, expiresAt)),
    findReplaced: async (db, tokens, now, since) =>
      ofActive(await store.findReplaced(db, project.id, tokens, now, since)),
    endReused: async (digest, before) => {
      const id = await store.findSessionOfSpentToken(admin, project.id, digest, before)
      if (id !== undefined) await endSession(platform, project, id)
    },
  }
}

// Dashboard sessions: opened by a login, extended by single-use refresh tokens, ended on every node at once.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AccountRow } from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { notFound, unauthorized } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { issueDeviceToken } from '#platform/sessions/device-tokens.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { issueRefreshToken, type RotationStore, rotate, SESSION_MS } from '#platform/sessions/rotation.ts'
import { presentTokens, userAgentOf } from '#platform/sessions/tokens.ts'
import { issueAccessToken } from './access-tokens.ts'
import * as store from './sessions.store.ts'
import { recordSignIn } from './sign-in-log.ts'

/** SESSION_TOPIC is the invalidation topic whose ids are session ids. */
export const SESSION_TOPIC = topic('session')

/** SignInMethod is a way in which an account has proven who it is. */
export type SignInMethod = 'password' | 'totp' | 'recovery_code' | 'passkey' | 'sso'

/** SignInSource is where a sign-in comes from. */
export interface SignInSource {
  readonly userAgent: string | undefined
  readonly network: string
  readonly address: string
  readonly requestId: string
}

/** signInSourceOf returns where a request comes from. */
export function signInSourceOf({ headers, network, address, id }: FastifyRequest): SignInSource {
  return { userAgent: headers['user-agent'], network, address, requestId: id }
}

/** SessionOrigin is the id of a new session, else a random one, and the organisation whose provider was used. */
interface SessionOrigin {
  readonly id?: string
  readonly sso_organisation_id?: string | null
}

/** openSession opens a session inside the caller's transaction, which goes into the audit log, and returns its tokens. */
export async function openSession(
  platform: Platform,
  db: Queryable,
  account: Pick<AccountRow, 'id' | 'email'>,
  methods: readonly SignInMethod[],
  source: Omit<SignInSource, 'network'>,
  { id = randomUUID(), sso_organisation_id = null }: SessionOrigin = {},
) {
  const now = platform.clock.now()
  const session = await store.insertSession(db, {
    ...{ id, sso_organisation_id },
    account_id: account.id,
    user_agent: userAgentOf(source.userAgent),
    address: source.address,
    methods,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + SESSION_MS),
  })
  await recordSignIn(db, account, session, source)
  await store.deleteEndedSessions(db, account.id, new Date(now.getTime() - SESSION_MS))
  return issueTokens(platform, session, await issueRefreshToken(store, db, session, now))
}

/** refreshSession exchanges a refresh token for new tokens, or throws 401. */
export async function refreshSession(platform: Platform, refreshToken: string, address: string) {
  const next = await rotate(platform, rotationStore(platform, address), refreshToken)
  if (next === undefined) {
    throw unauthorized('The refresh token is invalid: unknown, expired or already used. Log in again.')
  }
  return issueTokens(platform, next.session, next.refreshToken)
}

export async function listSessions(platform: Platform, actor: DashboardActor) {
  const rows = await store.listSessions(platform.clusters.main.admin, actor.account_id, platform.clock.now())
  return rows.map(({ account_id: _, revoked_at: __, sso_organisation_id: ___, ...row }) => {
    return { ...row, current: row.id === actor.session_id }
  })
}

/** endSession ends a session on every node and reports whether it was live. */
export async function endSession(platform: Platform, accountId: string, id: string): Promise<boolean> {
  const ended = await store.revokeSession(platform.clusters.main.admin, accountId, id, platform.clock.now())
  if (ended) await invalidateSessions(platform, [id])
  return ended
}

/** endOtherSessions ends all sessions of the account but the one that asks. */
export async function endOtherSessions(
  platform: Platform,
  { account_id, session_id }: DashboardActor,
): Promise<void> {
  const now = platform.clock.now()
  const ended = await store.revokeSessions(platform.clusters.main.admin, account_id, now, session_id)
  await invalidateSessions(platform, ended)
}

/** removeSession ends one of the account's sessions, or throws 404. */
export async function removeSession(platform: Platform, accountId: string, id: string): Promise<void> {
  if (!(await endSession(platform, accountId, id))) throw notFound('The session')
}

/** invalidateSessions removes sessions from the cache of every node. */
export async function invalidateSessions(platform: Platform, ids: readonly string[]): Promise<void> {
  for (const id of ids) await platform.invalidations.publish(SESSION_TOPIC, id)
}

async function issueTokens(platform: Platform, session: store.SessionRow, refreshToken: string) {
  const access = await issueAccessToken(platform, session)
  const owner = { project_id: DASHBOARD, id: session.account_id }
  const device_token = issueDeviceToken(platform, owner, session.id)
  return { tokens: presentTokens(access, refreshToken, session), device_token }
}

function rotationStore(platform: Platform, address: string): RotationStore<store.SessionRow> {
  return {
    ...store,
    extend: (db, id, now, expiresAt) => store.extend(db, id, now, expiresAt, address),
    transaction: (work) => transaction(platform.clusters.main.admin, work),
    endReused: async (digest, before) => {
      const session = await store.findSessionOfSpentToken(platform.clusters.main.admin, digest, before)
      if (session !== undefined) await endSession(platform, session.account_id, session.id)
    },
  }
}

// Who a live connection belongs to: looked up by the credential that its token was issued for, and again whenever that
// may have changed, so that a connection ends at once with its session, key, user or project.

import { type LiveCaller, liveCallerOf } from '#modules/realtime/access/callers.ts'
import { hasScope } from '#platform/credentials/access.ts'
import type { DashboardActor, KeyActor, ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import type { MemberRights } from '#platform/credentials/member-rights.ts'
import type { Permission } from '#platform/credentials/permissions.ts'
import type { Place } from '#platform/credentials/token-scope.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { Platform } from '#platform/platform.ts'
import { findToken } from './tokens.store.ts'

const READ: Permission = 'realtime:read'
const WRITE: Permission = 'realtime:write'

/** Credential is what a token was issued for; the token is valid only for as long as it is. */
export type Credential =
  | { readonly kind: 'key'; readonly key_id: string }
  | { readonly kind: 'user'; readonly user_id: string; readonly session_id: string }
  | { readonly kind: 'dashboard'; readonly token_id: string }
  | { readonly kind: 'account'; readonly session_id: string }

/** Principal is who a connection belongs to, and what it is allowed to do now. */
export interface Principal {
  readonly project: ProjectRecord
  readonly actor: KeyActor | UserActor | DashboardActor
  readonly caller: LiveCaller
  /** mayRead is false if the credential is valid, but does not (or no longer) allow live changes. */
  readonly mayRead: boolean
  /** mayWrite is whether it is allowed to publish messages. */
  readonly mayWrite: boolean
  /** ends is when the credential expires, in milliseconds. */
  readonly ends: number
}

/** credentialOf returns the credential of an actor. */
export function credentialOf(actor: KeyActor | UserActor | DashboardActor): Credential {
  if (actor.type === 'api_key') return { kind: 'key', key_id: actor.key_id }
  if (actor.type === 'dashboard') return { kind: 'account', session_id: actor.session_id }
  return { kind: 'user', user_id: actor.user_id, session_id: actor.session_id }
}

/** subjectOf returns `project:{id}` for API keys, `user:{id}` for project users, `account:{id}` for accounts. */
export function subjectOf(actor: KeyActor | UserActor | DashboardActor): string {
  if (actor.type === 'api_key') return `project:${actor.project_id}`
  return actor.type === 'project_user' ? `user:${actor.user_id}` : `account:${actor.account_id}`
}

/** Lookups are how credentials are found in other modules, and how their changes are reported. */
export interface Lookups {
  project(id: string): Promise<ProjectRecord | undefined> | ProjectRecord | undefined
  key(projectId: string, id: string): Promise<{ actor: KeyActor; expires_at: Date | null } | undefined>
  userSession(
    projectId: string,
    userId: string,
    sessionId: string,
  ): Promise<UserActor | undefined> | UserActor | undefined
  dashboardSession(id: string): Promise<DashboardActor | undefined>
  membership(actor: DashboardActor, place: Place): Promise<MemberRights | undefined>
  /** onMembershipChange passes the organisation whose members may have changed; undefined means any. */
  onMembershipChange(handler: (organisationId: string | undefined) => void): void
  /** onUserChange passes which project users may have changed or been deleted, once the lookups reflect it. */
  onUserChange(handler: (concerns: (actor: UserActor) => boolean) => void): void
  /** onDashboardSessionEnd passes the session that may have ended; undefined means any. */
  onDashboardSessionEnd(handler: (id: string | undefined) => void): void
}

/** Principals finds the principal of a credential. */
export class Principals {
  readonly #platform: Platform
  readonly #lookups: Lookups

  constructor(platform: Platform, lookups: Lookups) {
    this.#platform = platform
    this.#lookups = lookups
  }

  /**
   * find returns undefined if the credential is no longer valid. It throws 429 or 503 if too many credentials of the
   * project are being looked up.
   */
  async find(projectId: string, credential: Credential): Promise<Principal | undefined> {
    const project = await this.#lookups.project(projectId)
    if (project === undefined) return undefined
    return this.#platform.gates.principals.run(tenantOf(project), () => this.#findByKind(project, credential))
  }

  async #findByKind(project: ProjectRecord, credential: Credential): Promise<Principal | undefined> {
    switch (credential.kind) {
      case 'key':
        return this.#key(project, credential.key_id)
      case 'user':
        return this.#user(project, credential.user_id, credential.session_id)
      case 'account':
        return this.#account(project, credential.session_id, Number.POSITIVE_INFINITY)
      case 'dashboard':
        return this.#token(project, credential.token_id)
    }
  }

  async #key(project: ProjectRecord, id: string): Promise<Principal | undefined> {
    const key = await this.#lookups.key(project.id, id)
    if (key === undefined) return undefined
    const { actor } = key
    return {
      project,
      actor,
      caller: liveCallerOf(actor),
      mayRead: hasScope(actor, 'realtime', 'read'),
      // A publishable key is public, so that it can only subscribe.
      mayWrite: actor.kind === 'secret' && hasScope(actor, 'realtime', 'write'),
      ends: key.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    }
  }

  async #user(project: ProjectRecord, userId: string, sessionId: string): Promise<Principal | undefined> {
    const actor = await this.#lookups.userSession(project.id, userId, sessionId)
    const rights = { mayRead: true, mayWrite: true, ends: Number.POSITIVE_INFINITY }
    return actor && { project, actor, caller: liveCallerOf(actor), ...rights }
  }

  async #account(project: ProjectRecord, sessionId: string, ends: number): Promise<Principal | undefined> {
    const actor = await this.#lookups.dashboardSession(sessionId)
    if (actor === undefined) return undefined
    const place = { organisation: project.organisation_id, project: project.id }
    const held = (await this.#lookups.membership(actor, place))?.permissions
    const rights = { mayRead: held?.has(READ) === true, mayWrite: held?.has(WRITE) === true }
    const expiry = actor.token?.expires_at.getTime() ?? Number.POSITIVE_INFINITY
    return { project, actor, caller: liveCallerOf(actor), ...rights, ends: Math.min(ends, expiry) }
  }

  async #token(project: ProjectRecord, id: string): Promise<Principal | undefined> {
    const { clusters, clock } = this.#platform
    const token = await findToken(clusters.of(project).admin, project.id, id, clock.now())
    return token && this.#account(project, token.session_id, token.expires_at.getTime())
  }
}

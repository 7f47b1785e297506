// Whose a live connection is, from its beginning to its end: looked up by the credential that the token was given for,
// and again whenever that may have changed, so that a token dies with its session, key, user or project at once.
import { hasScope } from '#platform/credentials/access.ts'
import type { DashboardActor, KeyActor, ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import type { OrganisationRole } from '#platform/db/control-plane.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { Platform } from '#platform/platform.ts'
import { callerOf, type LiveCaller } from '#realtime/tables/callers.ts'
import { findToken } from './tokens.store.ts'

/** Credential is what a token stands for: what it names must go on for as long as the token is to work. */
export type Credential =
  | { readonly kind: 'key'; readonly key_id: string }
  | { readonly kind: 'user'; readonly user_id: string; readonly session_id: string }
  | { readonly kind: 'dashboard'; readonly token_id: string }
  | { readonly kind: 'account'; readonly session_id: string }

/** Principal is who a connection speaks for at the moment. */
export interface Principal {
  readonly project: ProjectRecord
  readonly actor: KeyActor | UserActor | DashboardActor
  readonly caller: LiveCaller
  /** mayRead is false where the credential is valid, but must not be told of changes (any more). */
  readonly mayRead: boolean
  /** mayWrite is whether it may publish messages. */
  readonly mayWrite: boolean
  /** ends is when the credential ends by itself, in milliseconds. */
  readonly ends: number
}

/** credentialOf names the credential that an actor has shown. */
export function credentialOf(actor: KeyActor | UserActor | DashboardActor): Credential {
  if (actor.type === 'api_key') return { kind: 'key', key_id: actor.key_id }
  if (actor.type === 'dashboard') return { kind: 'account', session_id: actor.session_id }
  return { kind: 'user', user_id: actor.user_id, session_id: actor.session_id }
}

/** subjectOf names an actor to others: `project:{id}` for API keys, `user:{id}` for project users (spec 5). */
export function subjectOf(actor: KeyActor | UserActor | DashboardActor): string {
  if (actor.type === 'api_key') return `project:${actor.project_id}`
  return actor.type === 'project_user' ? `user:${actor.user_id}` : `account:${actor.account_id}`
}

/** Lookups are how the other modules find credentials. */
export interface Lookups {
  project(id: string): Promise<ProjectRecord | undefined> | ProjectRecord | undefined
  key(projectId: string, id: string): Promise<{ actor: KeyActor; expires_at: Date | null } | undefined>
  userSession(
    projectId: string,
    userId: string,
    sessionId: string,
  ): Promise<UserActor | undefined> | UserActor | undefined
  dashboardSession(id: string): Promise<DashboardActor | undefined>
  membership(accountId: string, organisationId: string): Promise<OrganisationRole | undefined>
  /** onMembershipChange hears of which organisation the members may have changed; without an id it may be any. */
  onMembershipChange(handler: (organisationId: string | undefined) => void): void
  /** onUserChange hears which project users may have changed or gone, once the lookups know of it. */
  onUserChange(handler: (concerns: (actor: UserActor) => boolean) => void): void
  /** onDashboardSessionEnd hears which sessions may have ended; without an id it may be any. */
  onDashboardSessionEnd(handler: (id: string | undefined) => void): void
}

/** Principals looks credentials up. */
export class Principals {
  readonly #platform: Platform
  readonly #lookups: Lookups

  constructor(platform: Platform, lookups: Lookups) {
    this.#platform = platform
    this.#lookups = lookups
  }

  /**
   * find returns who a credential stands for, or undefined where it is not valid any more. It throws 429 or 503 where
   * too many credentials of the project are being looked up.
   */
  async find(projectId: string, credential: Credential): Promise<Principal | undefined> {
    const project = await this.#lookups.project(projectId)
    if (project === undefined) return undefined
    return this.#platform.gates.principals.run(tenantOf(project), () => this.#look(project, credential))
  }

  async #look(project: ProjectRecord, credential: Credential): Promise<Principal | undefined> {
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
      caller: callerOf(actor),
      mayRead: hasScope(actor, 'realtime', 'read'),
      // A publishable key is in everybody's hands: whoever holds one may listen only.
      mayWrite: actor.kind === 'secret' && hasScope(actor, 'realtime', 'write'),
      ends: key.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    }
  }

  async #user(project: ProjectRecord, userId: string, sessionId: string): Promise<Principal | undefined> {
    const actor = await this.#lookups.userSession(project.id, userId, sessionId)
    const rights = { mayRead: true, mayWrite: true, ends: Number.POSITIVE_INFINITY }
    return actor && { project, actor, caller: callerOf(actor), ...rights }
  }

  async #account(project: ProjectRecord, sessionId: string, ends: number): Promise<Principal | undefined> {
    const actor = await this.#lookups.dashboardSession(sessionId)
    if (actor === undefined) return undefined
    const role = await this.#lookups.membership(actor.account_id, project.organisation_id)
    const rights = { mayRead: role !== undefined, mayWrite: role !== undefined && role !== 'viewer' }
    return { project, actor, caller: callerOf(actor), ...rights, ends }
  }

  async #token(project: ProjectRecord, id: string): Promise<Principal | undefined> {
    const { clusters, clock } = this.#platform
    const token = await findToken(clusters.of(project).admin, project.id, id, clock.now())
    return token && this.#account(project, token.session_id, token.expires_at.getTime())
  }
}

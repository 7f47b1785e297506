// The three kinds of actor, and which of them each route accepts.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import type { MemberRights } from './member-rights.ts'
import type { RoutePermission } from './permissions.ts'
import type { Place, TokenScope } from './token-scope.ts'

/** DashboardActor is a signed-in account, with access to the projects of its organisations. */
export interface DashboardActor {
  readonly type: 'dashboard'
  readonly account_id: string
  /** session_id is the id of the session, or of the personal access token that takes its place. */
  readonly session_id: string
  readonly email: string
  /** sso_organisation_id is the organisation whose provider was signed in with, or null. */
  readonly sso_organisation_id: string | null
  /** token is the scope of the personal access token, where one is used. */
  readonly token?: TokenScope
  /** rights are those in the project or organisation of the URL, where it names one. */
  readonly rights?: MemberRights
}

/** KeyActor is an API key of one project. */
export interface KeyActor {
  readonly type: 'api_key'
  readonly key_id: string
  readonly project_id: string
  readonly kind: 'secret' | 'publishable'
  readonly scopes: readonly string[]
  /** trial is true where a dashboard user acts as the key. */
  readonly trial?: true
  /** service is true where code of the project has received the key from the server, to use it over its own channel alone. */
  readonly service?: true
}

/** UserActor is a signed-in end user of one project. */
export interface UserActor {
  readonly type: 'project_user'
  readonly user_id: string
  readonly session_id: string
  readonly project_id: string
  /** context is made once, when the token is verified. */
  readonly context: ActorContext
}

/** Actor is the authenticated caller of a request. */
export type Actor = DashboardActor | KeyActor | UserActor

export interface ProjectRecord {
  readonly id: string
  readonly organisation_id: string
  /** account_id is the account that owns the organisation, the earliest if there are several. */
  readonly account_id: string
  readonly name: string
  readonly color: string | null
  readonly cluster: string
  readonly own_login: boolean
  readonly status: 'active' | 'deleting' | 'purging'
  /** delete_at is until when the deletion of the project can be undone, or null where it is active. */
  readonly delete_at: Date | null
  /** deletion_steps_done is how far its deletion is, or null where it has not begun. */
  readonly deletion_steps_done: number | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** FindProject returns a project unless it is being deleted, synchronously if it is cached. */
export type FindProject = (id: string) => Promise<ProjectRecord | undefined> | ProjectRecord | undefined

/** Access is who is allowed to call a route. Every route declares one: the server does not start otherwise. */
export interface Access {
  /** by lists the kinds of credential; an empty list means none is needed. */
  readonly by: readonly Actor['type'][]
  /** scope is the area of the route: API keys need the scope `<area>:<level>`, dashboard users the permission of that name. */
  readonly scope?: string
  /** level is what scope or permission must allow; by default read for GET and write for other methods. */
  readonly level?: 'read' | 'write'
  /** permission is what dashboard users need in place of `<scope>:<level>`. */
  readonly permission?: RoutePermission
  /** accessTokens lets personal access tokens in where the permission is `self`, which is closed to them otherwise. */
  readonly accessTokens?: true
  /** ownAccount names the parameter in which dashboard users need no permission for their own account's id. */
  readonly ownAccount?: string
  /** deleted leaves the project in the URL to the route, which is about deleted ones and checks the permission itself. */
  readonly deleted?: boolean
  /** secretOnly refuses publishable keys. */
  readonly secretOnly?: boolean
  /** optional lets a request through as anonymous where it has no credential that fits; the route decides what it may do. */
  readonly optional?: boolean
  /** actAs lets dashboard users call the route as a key or an end user of the project (`X-Msingi-As`). */
  readonly actAs?: boolean
  /** inQuery accepts credentials in the query too: `token`, a realtime token, before `api_key`. */
  readonly inQuery?: boolean
  /** identify finds whose a request is in place of the usual credentials, for protocols that sign their requests. */
  identify?(request: FastifyRequest): Promise<Actor>
}

/** CredentialResolvers return the actor of a credential; modules provide them to the composition root. */
export interface CredentialResolvers {
  /** apiKey returns the key's actor, or undefined if the key is unknown, expired, revoked or none for this request. */
  apiKey(key: string, request: IncomingMessage): Promise<KeyActor | undefined> | KeyActor | undefined
  /** dashboard returns the account's actor, or undefined if the token is not a valid dashboard session. */
  dashboard(token: string): Promise<DashboardActor | undefined>
  /** projectUser returns the end user's actor, or undefined if the token is not a valid session of a project. */
  projectUser(token: string): Promise<UserActor | undefined> | UserActor | undefined
  /** realtime returns the actor behind a realtime token, or undefined if it is no longer valid. */
  realtime(token: string): Promise<Actor | undefined>
  /** userById returns an active end user of a project as in a session without a second factor. */
  userById(project: ProjectRecord, id: string): Promise<UserActor | undefined>
  /** keyById returns a key of a project, unless it is revoked or expired. */
  keyById(projectId: string, id: string): Promise<KeyActor | undefined>
  readonly project: FindProject
  /** accessToken returns the account of a personal access token, or undefined if it is unknown, expired or revoked. */
  accessToken(token: string): Promise<DashboardActor | undefined> | DashboardActor | undefined
  /** session returns the account of a session or a personal access token by its id, or undefined if it has ended. */
  session(id: string): Promise<DashboardActor | undefined>
  /** operator reports whether an account operates the installation. */
  operator(accountId: string): Promise<boolean>
  /** membership returns what an account may do in a place, or undefined if it is not a member of the organisation. */
  membership(actor: DashboardActor, place: Place): Promise<MemberRights | undefined>
  /** organisation reports whether there is an organisation with this id. */
  organisation(id: string): Promise<boolean>
}

const DASHBOARD: ActorContext = { kind: 'dashboard', uid: null, claims: '{}' }
const SECRET: ActorContext = { kind: 'secret', uid: null, claims: '{}' }
const PUBLISHABLE: ActorContext = { kind: 'publishable', uid: null, claims: '{}' }

/** contextOf returns the identity under which an actor's statements run. */
export function contextOf(actor: Actor): ActorContext {
  if (actor.type === 'project_user') return actor.context
  if (actor.type === 'dashboard') return DASHBOARD
  const context = actor.kind === 'secret' ? SECRET : PUBLISHABLE
  return actor.trial ? { ...context, trial: true } : context
}

/** actorName names an actor in logs and rate limits. */
export function actorName(actor: Actor | undefined): string {
  if (actor === undefined) return 'anonymous'
  if (actor.type === 'api_key') return `api_key:${actor.key_id}`
  if (actor.type === 'project_user') return `user:${actor.user_id}`
  return `dashboard:${actor.account_id}`
}

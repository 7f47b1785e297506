// Which user an access token belongs to: needed by every request of a project user, cached after the first.
import type { Auth } from '#modules/auth/context/auth.ts'
import { listUserRoles } from '#modules/auth/roles/roles.store.ts'
import { readAccessToken } from '#modules/auth/sessions/access-tokens.ts'
import { findLiveUser } from '#modules/auth/sessions/sessions.store.ts'
import {
  PROJECT_USERS_TOPIC,
  SESSION_TOPIC,
  sessionName,
  USER_TOPIC,
} from '#modules/auth/sessions/sessions.ts'
import { claimsOf, userStatusOf } from '#modules/auth/store/claims.ts'
import { findPrivateUser } from '#modules/auth/store/private-users.store.ts'
import { findUser } from '#modules/auth/store/public-users.ts'
import type { FindProject, ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Topic } from '#platform/db/caches/invalidations.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { Platform } from '#platform/platform.ts'

interface VerifiedToken {
  /** session is the name of the session, from sessionName. */
  readonly session: string
  readonly ends: number
}

const MAX_REMEMBERED = 50_000

/** UserLookup finds project users by access token or session. */
export interface UserLookup {
  /** find returns the user of a valid access token with a live session. */
  find(token: string): Promise<UserActor | undefined> | UserActor | undefined
  /** session returns the user of a live session. */
  session(
    projectId: string,
    userId: string,
    id: string,
  ): Promise<UserActor | undefined> | UserActor | undefined
  /** onChange calls a handler with the users that may have changed or ended, after the cache has dropped them. */
  onChange(handler: (concerns: (actor: UserActor) => boolean) => void): void
}

/** createUserLookup returns the lookup that every request of a project user uses. */
export function createUserLookup(auth: Auth, findProject: FindProject): UserLookup {
  const { clock, invalidations } = auth.platform
  // A signature stays valid, so verified tokens are cached until they expire. Whether the session is still live is
  // checked in the other cache.
  const verified = recentlyUsed<VerifiedToken>(MAX_REMEMBERED)
  const sessions = new LookupCache<UserActor>(clock, MAX_REMEMBERED, (name) => load(auth, findProject, name))
  const handlers: ((concerns: (actor: UserActor) => boolean) => void)[] = []
  const notify = (concerns: (actor: UserActor) => boolean) => {
    for (const handler of handlers) handler(concerns)
  }
  const forget = (topic: Topic, matches: (actor: UserActor, id: string) => boolean) =>
    invalidations.on(topic, (id) => {
      if (id === undefined) sessions.forget(id)
      else sessions.forgetWhere((actor) => matches(actor, id))
      notify((actor) => id === undefined || matches(actor, id))
    })
  invalidations.on(SESSION_TOPIC, (name) => {
    sessions.forget(name)
    notify(
      (actor) =>
        name === undefined || sessionName(actor.project_id, actor.user_id, actor.session_id) === name,
    )
  })
  forget(USER_TOPIC, (actor, id) => actor.user_id === id)
  forget(PROJECT_USERS_TOPIC, (actor, id) => actor.project_id === id)

  const verify = async (token: string, hash: string) => {
    const claims = await readAccessToken(auth, token, findProject)
    if (claims === undefined) return undefined
    const session = sessionName(claims.project.id, claims.user_id, claims.session_id)
    verified.set(hash, { session, ends: claims.ends })
    return sessions.find(session)
  }

  return {
    find(token) {
      const hash = digest(token)
      const known = verified.get(hash)
      if (known === undefined) return verify(token, hash)
      return known.ends > clock.now().getTime() ? sessions.find(known.session) : undefined
    },
    session: (projectId, userId, id) => sessions.find(sessionName(projectId, userId, id)),
    onChange: (handler) => void handlers.push(handler),
  }
}

/** UserIdentity is what policies can read about a user besides the id. */
export interface UserIdentity {
  readonly email?: string
  readonly role_ids: string[]
  readonly claims: Record<string, unknown>
}

/** findUserIdentity returns a user's identity as in a session without a second factor (`aal1`). */
export async function findUserIdentity(
  platform: Platform,
  project: ProjectRecord,
  id: string,
): Promise<UserIdentity | undefined> {
  const { admin } = platform.clusters.of(project)
  const user = await findUser(platform, project, 'id', id)
  if (user === undefined) return undefined
  const secrets = await findPrivateUser(admin, project.id, id)
  const roles = await listUserRoles(admin, project.id, id)
  const { email, phone } = user
  return {
    ...(email === null ? {} : { email }),
    role_ids: roles.map((role) => role.id),
    claims: { ...secrets?.claims, phone, ...userStatusOf(user, secrets), aal: 'aal1' },
  }
}

/** findUserActor returns an active user as in a session without a second factor. */
export async function findUserActor(
  platform: Platform,
  project: ProjectRecord,
  id: string,
): Promise<UserActor | undefined> {
  const user = await findUser(platform, project, 'id', id)
  const identity = user?.is_active === true ? await findUserIdentity(platform, project, id) : undefined
  if (identity === undefined) return undefined
  const { email, role_ids, claims } = identity
  const context = { kind: 'user', uid: id, claims: JSON.stringify({ ...claims, email, role_ids }) } as const
  return { type: 'project_user', user_id: id, session_id: '', project_id: project.id, context }
}

async function load(auth: Auth, findProject: FindProject, name: string): Promise<UserActor | undefined> {
  const [projectId, user_id, session_id] = name.split('_') as [string, string, string]
  const { clusters, clock } = auth.platform
  const project = await findProject(projectId)
  if (project === undefined) return undefined
  const session = { id: session_id, project_id: projectId, user_id }
  const live = await findLiveUser(clusters.of(project).admin, session, clock.now())
  const user = live && (await findUser(auth.platform, project, 'id', user_id))
  if (live === undefined || user?.is_active !== true) return undefined
  // The server's own claims come last, so that a project's claims cannot override them.
  const { email, phone } = user
  const own = { email, phone, role_ids: live.role_ids, ...claimsOf(user, live, live.methods) }
  const claims = JSON.stringify({ ...live.claims, ...live.session_claims, ...own })
  return {
    type: 'project_user',
    user_id,
    session_id,
    project_id: projectId,
    context: { kind: 'user', uid: user_id, claims },
  }
}

// Whose an access token is: asked for every request of a project user, answered from memory after the first.
import { LRUCache } from 'lru-cache'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { LookupCache } from '#platform/db/lookup-cache.ts'
import { readAccessToken } from './access-tokens.ts'
import type { Auth } from './auth.ts'
import { claimsOf } from './claims.ts'
import { findUser } from './public-users.ts'
import { findLiveUser } from './sessions.store.ts'
import { PROJECT_USERS_TOPIC, SESSION_TOPIC, sessionName, USER_TOPIC } from './sessions.ts'

type FindProject = (id: string) => Promise<ProjectRecord | undefined> | ProjectRecord | undefined

interface VerifiedToken {
  /** session is the session's name, as sessionName gives it. */
  readonly session: string
  readonly ends: number
}

const MAX_REMEMBERED = 50_000

/** createUserLookup makes the lookup that gives the user behind an access token. */
export function createUserLookup(
  auth: Auth,
  findProject: FindProject,
): (token: string) => Promise<UserActor | undefined> | UserActor | undefined {
  const { clock, invalidations } = auth.platform
  // A signature stays right: only valid tokens are remembered, until they end. Whether their session still goes on is
  // the other cache's business.
  const verified = new LRUCache<string, VerifiedToken>({ max: MAX_REMEMBERED })
  const sessions = new LookupCache<UserActor>(clock, MAX_REMEMBERED, (name) => load(auth, findProject, name))
  const forget = (topic: string, matches: (actor: UserActor, id: string) => boolean) =>
    invalidations.on(topic, (id) =>
      id === undefined ? sessions.forget(id) : sessions.forgetWhere((actor) => matches(actor, id)),
    )
  invalidations.on(SESSION_TOPIC, (name) => sessions.forget(name))
  forget(USER_TOPIC, (actor, id) => actor.user_id === id)
  forget(PROJECT_USERS_TOPIC, (actor, id) => actor.project_id === id)

  const verify = async (token: string, hash: string) => {
    const claims = await readAccessToken(auth, token, findProject)
    if (claims === undefined) return undefined
    const session = sessionName(claims.project.id, claims.user_id, claims.session_id)
    verified.set(hash, { session, ends: claims.ends })
    return sessions.find(session)
  }

  return (token) => {
    const hash = digest(token)
    const known = verified.get(hash)
    if (known === undefined) return verify(token, hash)
    return known.ends > clock.now().getTime() ? sessions.find(known.session) : undefined
  }
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
  // What the server says of the user comes last, so that no claim can take its place.
  const { email, phone } = user
  const own = { email, phone, role_ids: live.role_ids, ...claimsOf(user, live, live.methods) }
  const claims = JSON.stringify({ ...live.claims, ...own })
  return {
    type: 'project_user',
    user_id,
    session_id,
    project_id: projectId,
    context: { kind: 'user', uid: user_id, claims },
  }
}

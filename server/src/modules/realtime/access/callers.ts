// Subscribers as policies see them: in JavaScript, and as the identity that a statement runs under.
import type { Caller } from '#engine/access/policy-match.ts'
import { type Actor, contextOf, type UserActor } from '#platform/credentials/actor.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { parseExactly } from '#platform/json/exact-json.ts'

/** LiveCaller is a caller together with the identity under which PostgreSQL can check access. */
export interface LiveCaller extends Caller {
  readonly context: ActorContext
}

const users = new WeakMap<UserActor, LiveCaller>()

/** liveCallerOf returns the caller of an actor, the same object for the same actor. */
export function liveCallerOf(actor: Actor): LiveCaller {
  if (actor.type === 'dashboard') return DASHBOARD
  if (actor.type === 'api_key') return actor.kind === 'secret' ? SECRET : PUBLISHABLE
  const known = users.get(actor)
  if (known !== undefined) return known
  const caller = userCaller(actor)
  users.set(actor, caller)
  return caller
}

interface Claims extends Record<string, unknown> {
  readonly email?: string | null
  readonly role_ids?: string[]
}

/** claimsOf returns the claims of a user as policies see them, with all digits of their numbers. */
export function claimsOf({ context }: UserActor): Claims {
  return parseExactly(context.claims) as Claims
}

function userCaller(user: UserActor): LiveCaller {
  const { context } = user
  const claims = claimsOf(user)
  return {
    kind: 'user',
    actor: { uid: context.uid, email: claims.email ?? null, claims },
    role_ids: claims.role_ids ?? [],
    context,
  }
}

function withoutUser(kind: 'dashboard' | 'secret' | 'publishable', context: ActorContext): LiveCaller {
  return { kind, actor: { uid: null, email: null, claims: {} }, role_ids: [], context }
}

const KEY = { type: 'api_key', key_id: '', project_id: '', scopes: [] } as const
/** DASHBOARD is the caller of dashboard users, who are allowed to see every row. */
export const DASHBOARD = withoutUser(
  'dashboard',
  contextOf({ type: 'dashboard', account_id: '', session_id: '', email: '', sso_organisation_id: null }),
)
const SECRET = withoutUser('secret', contextOf({ ...KEY, kind: 'secret' }))
const PUBLISHABLE = withoutUser('publishable', contextOf({ ...KEY, kind: 'publishable' }))

// Who reads or writes files: the identity that policies see, and whose a new file is.
import type { FastifyRequest } from 'fastify'
import { type Actor, contextOf } from '#platform/credentials/actor.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { actorOf } from '#platform/http/routes/request.ts'

/** StorageCaller is an actor as storage sees it; signed addresses carry one. */
export interface StorageCaller {
  readonly context: ActorContext
  /** owner is the project user whose a new object is. */
  readonly owner: string | null
}

/** SERVER is the server itself, for what nobody asked for, such as sweeping. */
export const SERVER: StorageCaller = { context: { kind: 'dashboard', uid: null, claims: '{}' }, owner: null }

/** storageCallerOf returns who makes a request. */
export function storageCallerOf(request: FastifyRequest): StorageCaller {
  return callerOfActor(actorOf(request))
}

/** callerOfActor returns an actor as storage sees it. */
export function callerOfActor(actor: Actor): StorageCaller {
  return { context: contextOf(actor), owner: actor.type === 'project_user' ? actor.user_id : null }
}

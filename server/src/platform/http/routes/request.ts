// What a handler may rely on once the access hook has run.
import type { FastifyRequest } from 'fastify'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import {
  type Actor,
  contextOf,
  type DashboardActor,
  type ProjectRecord,
  type UserActor,
} from '#platform/credentials/actor.ts'
import type { MemberRights } from '#platform/credentials/member-rights.ts'
import { unauthorized } from '#platform/errors/app-error.ts'
// Declares what a request carries.
import type {} from './app-types.ts'

/** callerOf returns whose credential a request carries; a route without credentials must not ask. */
export function callerOf(request: FastifyRequest): Actor {
  if (request.actor === undefined) throw unauthorized()
  return request.actor
}

/** actorOf returns as whom a request is made: the caller, or whom a dashboard user acts as. */
export function actorOf(request: FastifyRequest): Actor {
  return request.actingAs?.actor ?? callerOf(request)
}

/** kindOf returns the kind of caller that policies know the request's actor as. */
export function kindOf(request: FastifyRequest): CallerKind {
  return contextOf(actorOf(request)).kind
}

/** accountOf returns the dashboard user who calls. */
export function accountOf(request: FastifyRequest): DashboardActor {
  if (request.actor?.type !== 'dashboard') throw unauthorized()
  return request.actor
}

/** rightsOf returns what the dashboard user who calls may do in the organisation or project of the URL. */
export function rightsOf(request: FastifyRequest): MemberRights {
  if (request.rights === undefined) throw unauthorized()
  return request.rights
}

/** projectOf returns the project of the URL, or that of the credential where the URL names none. */
export function projectOf(request: FastifyRequest): ProjectRecord {
  if (request.project === undefined) throw unauthorized()
  return request.project
}

/** restOf returns what `*` of a route stands for, with the slash at its end, which the router leaves out. */
export function restOf({ params, url }: FastifyRequest): string {
  const { '*': rest = '' } = params as { '*'?: string }
  const [path = ''] = url.split('?', 1)
  return rest !== '' && path.endsWith('/') ? `${rest}/` : rest
}

/** userOf returns the project user who calls. */
export function userOf(request: FastifyRequest): UserActor {
  if (request.actor?.type !== 'project_user') throw unauthorized()
  return request.actor
}

// Acting as somebody else: dashboard users see what a key or an end user of a project sees, and try what those could write.
import type { FastifyRequest } from 'fastify'
import { isUuid } from '#engine/shapes/uuid.ts'
import { forbidden, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Access, Actor, CredentialResolvers, KeyActor, ProjectRecord, UserActor } from './actor.ts'
import { type MemberRights, requirePermission } from './member-rights.ts'

const HEADER = 'x-msingi-as'
const NO_KEY = '00000000-0000-0000-0000-000000000000'

/** ActingAs is whom a dashboard user acts as, and how the header names them: `user:<id>`, `key:<id>` or `key:publishable`. */
export interface ActingAs {
  readonly actor: KeyActor | UserActor
  readonly name: string
}

/** ActingCaller is who makes a request that may be one as somebody else. */
export interface ActingCaller {
  readonly actor: Actor
  readonly project: ProjectRecord | undefined
  readonly rights: MemberRights | undefined
}

/**
 * findActingAs returns whom the caller acts as, or undefined without the header. It throws 403 unless the caller is a
 * dashboard user who may write rows and see policies, 400 where the route does not take the header, and 404 where the
 * project has no such key or active user.
 */
export async function findActingAs(
  { headers }: FastifyRequest,
  access: Access,
  { actor, project, rights }: ActingCaller,
  resolvers: CredentialResolvers,
): Promise<ActingAs | undefined> {
  const header = headers[HEADER]
  if (header === undefined) return undefined
  if (actor.type !== 'dashboard')
    throw forbidden(
      'wrong_credentials',
      'Only dashboard users can act as somebody else. Leave out X-Msingi-As.',
    )
  if (!access.actAs || project === undefined || rights === undefined)
    throw invalidInput('X-Msingi-As: this route cannot be called as somebody else.')
  requirePermission(rights, 'data:write')
  requirePermission(rights, 'policies:read')
  const name = String(header).trim().toLowerCase()
  const found = await find(name, project, resolvers)
  if (found === undefined) throw notFound(`X-Msingi-As: ${name}`)
  return { actor: found, name }
}

async function find(name: string, project: ProjectRecord, resolvers: CredentialResolvers) {
  const colon = name.indexOf(':')
  const [kind, id] = [name.slice(0, colon), name.slice(colon + 1)]
  if (name === 'key:publishable') return anyPublishableKey(project)
  if ((kind !== 'user' && kind !== 'key') || !isUuid(id))
    throw invalidInput('X-Msingi-As: must be user:<id>, key:<id> or key:publishable.')
  if (kind === 'user') {
    const user = await resolvers.userById(project, id)
    return user && { ...user, context: { ...user.context, trial: true as const } }
  }
  const key = await resolvers.keyById(project.id, id)
  return key && { ...key, trial: true as const }
}

function anyPublishableKey({ id }: ProjectRecord): KeyActor {
  return { type: 'api_key', key_id: NO_KEY, project_id: id, kind: 'publishable', scopes: ['*'], trial: true }
}

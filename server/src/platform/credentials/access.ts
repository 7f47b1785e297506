// The access check of every route: authenticates the credential and checks it against the route and the project in the
// URL.
import type { FastifyRequest } from 'fastify'
import { isUuid } from '#engine/shapes/uuid.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { AppError, forbidden, invalidInput, notFound, unauthorized } from '#platform/errors/app-error.ts'
import { type ActingAs, findActingAs } from './act-as.ts'
import type { Access, Actor, CredentialResolvers, DashboardActor, KeyActor, ProjectRecord } from './actor.ts'
import { identify, isAnonymous, KINDS } from './identify.ts'
import { type MemberRights, requirePermission } from './member-rights.ts'
import { isOperatorPermission, PERMISSIONS } from './permissions.ts'
import { levelOf, permissionOf } from './route-permission.ts'
import type { Place } from './token-scope.ts'

/** Granted is the result of the access check. */
export interface Granted {
  readonly actor: Actor | undefined
  readonly project: ProjectRecord | undefined
  /** rights are those of a dashboard user, where the URL names a project or an organisation. */
  readonly rights: MemberRights | undefined
  /** actingAs is whom a dashboard user acts as. */
  readonly actingAs?: ActingAs | undefined
}

/** grant checks a request against its route's access, or throws 401, 403 or 404. */
export async function grant(
  request: FastifyRequest,
  access: Access,
  resolvers: CredentialResolvers,
  clock: Clock,
): Promise<Granted> {
  const projectId = (request.params as { projectID?: string }).projectID
  // An error for each of them would take a tenth of the time of a request.
  if (access.by.length === 0 || (access.optional && isAnonymous(request, access))) {
    const project = projectId === undefined ? undefined : await findProject(projectId, resolvers)
    return { actor: undefined, project, rights: undefined }
  }
  if (!access.optional) return grantCaller(request, access, resolvers, clock)
  try {
    return await grantCaller(request, access, resolvers, clock)
  } catch (error) {
    if (!(error instanceof AppError) || ![401, 403].includes(error.status)) throw error
    return grant(request, { ...access, by: [] }, resolvers, clock)
  }
}

/**
 * grantAgain checks a request that is still being answered: rights as they are by now, and a dashboard session as long as it
 * lasts, whether or not the access token has expired that the request came with.
 */
export async function grantAgain(
  request: FastifyRequest,
  access: Access,
  resolvers: CredentialResolvers,
  clock: Clock,
): Promise<void> {
  const { actor } = request
  if (actor?.type !== 'dashboard') return void (await grant(request, access, resolvers, clock))
  const identify = async () => {
    const account = await resolvers.session(actor.session_id)
    if (account === undefined) throw unauthorized('The session has ended.')
    return account
  }
  await grant(request, { ...access, identify }, resolvers, clock)
}

async function grantCaller(
  request: FastifyRequest,
  access: Access,
  resolvers: CredentialResolvers,
  clock: Clock,
): Promise<Granted> {
  const { projectID: projectId, organisationID } = request.params as PathIds
  const actor = await identify(request, access, resolvers, clock)
  checkKind(actor, access)
  if (actor.type === 'dashboard') await checkAccount(actor, access, request.method, resolvers)
  if (actor.type === 'api_key') checkKey(actor, access, request.method)
  if (actor.type !== 'dashboard') {
    await findActingAs(request, access, { actor, project: undefined, rights: undefined }, resolvers)
    const find =
      projectId === undefined ? ownProject(actor, resolvers) : sameProject(actor, projectId, resolvers)
    return { actor, project: await find, rights: undefined }
  }
  const none = projectId === undefined || access.deleted === true
  const project = none ? undefined : await findProject(projectId, resolvers)
  const organisation = project?.organisation_id ?? organisationID
  const rights =
    organisation === undefined
      ? undefined
      : await rightsIn(actor, { organisation, project: project?.id }, resolvers)
  if (rights !== undefined) checkPermission(request, rights, actor, access)
  const actingAs = await findActingAs(request, access, { actor, project, rights }, resolvers)
  if (actingAs !== undefined) {
    // A route for dashboard users alone may still be about what others see.
    if (access.by.length > 1) checkKind(actingAs.actor, access)
    if (actingAs.actor.type === 'api_key') checkKey(actingAs.actor, access, request.method)
  }
  return { actor: rights === undefined ? actor : { ...actor, rights }, project, rights, actingAs }
}

interface PathIds {
  readonly projectID?: string
  readonly organisationID?: string
}

async function rightsIn(
  actor: DashboardActor,
  { organisation, project }: Place,
  resolvers: CredentialResolvers,
): Promise<MemberRights> {
  if (!isUuid(organisation)) throw invalidInput('organisationID: must be a UUID.')
  const rights = await resolvers.membership(actor, { organisation: organisation.toLowerCase(), project })
  if (rights !== undefined) return rights
  if (await resolvers.organisation(organisation))
    throw forbidden('not_a_member', 'You are not a member of this organisation.')
  throw notFound('The organisation')
}

function checkPermission(
  { method, params }: FastifyRequest,
  rights: MemberRights,
  { account_id, token }: DashboardActor,
  access: Access,
): void {
  const permission = permissionOf(access, method)
  if (permission === undefined || permission === 'self' || isOperatorPermission(permission)) return
  const own = token === undefined ? access.ownAccount : undefined
  if (own !== undefined && (params as Record<string, string>)[own]?.toLowerCase() === account_id) return
  requirePermission(rights, permission)
}

// An access token acts in organisations and projects; the account itself is closed to it.
async function checkAccount(
  { account_id, token }: DashboardActor,
  access: Access,
  method: string,
  { operator }: CredentialResolvers,
): Promise<void> {
  const permission = permissionOf(access, method)
  const forOperators = permission !== undefined && isOperatorPermission(permission)
  if (token !== undefined && !access.accessTokens && (forOperators || permission === 'self'))
    throw forbidden(
      'wrong_credentials',
      'This is about the account itself: it takes a session, not a personal access token.',
    )
  if (forOperators && !(await operator(account_id)))
    throw forbidden('permission_missing', 'Only operators of this installation can.')
}

function checkKind(actor: Actor, access: Access): void {
  if (access.by.includes(actor.type)) return
  const kinds = access.by.map((kind) => KINDS[kind]).join(' or ')
  const way = access.by.includes('api_key') ? ' Send a key as X-PLATFORM-API-Key.' : ''
  throw forbidden('wrong_credentials', `This route takes ${kinds}, not ${KINDS[actor.type]}.${way}`)
}

function checkKey(key: KeyActor, access: Access, method: string): void {
  if (access.secretOnly && key.kind !== 'secret') {
    throw forbidden(
      'wrong_credentials',
      'A publishable key cannot be used here; use a secret key on your server.',
    )
  }
  if (access.scope === undefined) return
  const level = levelOf(access, method)
  if (!hasScope(key, access.scope, level))
    throw forbidden('scope_missing', `This API key lacks the scope ${access.scope}:${level}.`)
}

/** hasScope reports whether a key's scopes include one of a module; `write` includes `read`. */
export function hasScope({ scopes }: KeyActor, module: string, level: 'read' | 'write'): boolean {
  return ['*', `${module}:${level}`, `${module}:write`].some((scope) => scopes.includes(scope))
}

/** writeRefusal returns why a caller can only read, on a route that accepts readers, or undefined if writes are allowed. */
export function writeRefusal(
  actor: Actor,
  rights: MemberRights | undefined,
  scope: string,
): AppError | undefined {
  const permission = `${scope}:write`
  try {
    if (actor.type === 'api_key') checkKey(actor, { by: ['api_key'], scope, level: 'write' }, 'POST')
    if (rights !== undefined && PERMISSIONS.has(permission)) requirePermission(rights, permission)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

async function findProject(id: string, resolvers: CredentialResolvers): Promise<ProjectRecord> {
  const project = isUuid(id) ? await resolvers.project(id.toLowerCase()) : undefined
  if (project === undefined) throw notFound('The project')
  return project
}

// A key or user of another project gets the same 403 whether or not the project in the URL exists.
async function sameProject(
  actor: Exclude<Actor, { type: 'dashboard' }>,
  id: string,
  resolvers: CredentialResolvers,
) {
  if (actor.project_id !== id.toLowerCase()) {
    throw forbidden(
      'other_project',
      'These credentials belong to another project than the one in the address.',
    )
  }
  return findProject(id, resolvers)
}

async function ownProject(
  actor: Exclude<Actor, { type: 'dashboard' }>,
  resolvers: CredentialResolvers,
): Promise<ProjectRecord> {
  const project = await resolvers.project(actor.project_id)
  if (project === undefined)
    throw new AppError('unauthorized', 'The project of these credentials no longer exists.')
  return project
}

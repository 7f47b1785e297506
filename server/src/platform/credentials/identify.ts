// Whose a request is: the credentials that it came with, and what is wrong with them.
import type { FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock/clock.ts'
import { forbidden, unauthorized } from '#platform/errors/app-error.ts'
import type { Access, Actor, CredentialResolvers, KeyActor } from './actor.ts'
import { isAccessToken } from './token-scope.ts'

/** API_KEY_HEADER is the header of API keys, in lower case as in Node. */
export const API_KEY_HEADER = 'x-platform-api-key'

/** KINDS are the kinds of credential in words. */
export const KINDS: Record<Actor['type'], string> = {
  dashboard: 'a dashboard session',
  api_key: 'an API key',
  project_user: "a project user's session",
}

const INVALID_KEY = 'The API key is not valid: it is unknown, expired or revoked.'

/** isAnonymous reports whether a request has no credentials that its route would look at. */
export function isAnonymous({ headers, query }: FastifyRequest, access: Access): boolean {
  if (access.identify !== undefined) return false
  const { token, api_key } = access.inQuery ? (query as QueryCredentials) : {}
  return [token, api_key, headers[API_KEY_HEADER], headers.authorization].every((one) => one === undefined)
}

/**
 * identify returns whose a request is, by its credentials, or throws 401 or 403. A session takes precedence over an API key where the
 * route takes it.
 */
export async function identify(
  request: FastifyRequest,
  access: Access,
  resolvers: CredentialResolvers,
  clock: Clock,
): Promise<Actor> {
  if (access.identify !== undefined) return access.identify(request)
  const { token, api_key } = access.inQuery ? (request.query as QueryCredentials) : {}
  if (token !== undefined) return realtimeActor(String(token), resolvers)
  if (api_key !== undefined) return keyActor(String(api_key), request, resolvers)
  const header = request.headers[API_KEY_HEADER]
  const bearer = bearerOf(request.headers.authorization)
  if (bearer === undefined && header === undefined) throw unauthorized(missing(access))
  if (bearer !== undefined && (isJwt(bearer) || isAccessToken(bearer))) {
    const actor = await holderOf(bearer, resolvers)
    if (actor === undefined) throw unauthorized(refusalOf(bearer, request, access, clock.now()))
    const isTaken = access.by.includes(actor.type)
    if (header === undefined || (isTaken && actor.type === 'dashboard')) return actor
    const key = await resolvers.apiKey(String(header), request.raw)
    return isTaken ? besideKey(actor, key) : inPlaceOf(actor, key, access, resolvers)
  }
  return keyActor(bearer ?? String(header), request, resolvers)
}

// Servers pass on sessions of strangers beside a key of their own: such a session must not lead into a project of the stranger's.
function besideKey(actor: Actor, key: KeyActor | undefined): Actor {
  if (actor.type !== 'project_user' || key === undefined || key.project_id === actor.project_id) return actor
  throw forbidden('other_project', 'The session and the API key belong to different projects.')
}

// Where such a session counts for nothing, it must not have the rights of a secret key either, unless its holder may make such keys.
// Anybody may have a publishable one.
async function inPlaceOf(
  actor: Actor,
  key: KeyActor | undefined,
  access: Access,
  resolvers: CredentialResolvers,
): Promise<KeyActor> {
  if (key === undefined) throw unauthorized(INVALID_KEY)
  if (access.by.includes('api_key') && key.kind === 'secret' && !(await makesKeys(actor, key, resolvers)))
    throw forbidden(
      'wrong_credentials',
      `This route does not take ${KINDS[actor.type]}: send the secret key without it.`,
    )
  return key
}

async function makesKeys(
  actor: Actor,
  { project_id }: KeyActor,
  resolvers: CredentialResolvers,
): Promise<boolean> {
  const project = actor.type === 'dashboard' ? await resolvers.project(project_id) : undefined
  if (actor.type !== 'dashboard' || project === undefined) return false
  const rights = await resolvers.membership(actor, {
    organisation: project.organisation_id,
    project: project.id,
  })
  return rights?.permissions.has('api_keys:write') === true
}

async function holderOf(bearer: string, resolvers: CredentialResolvers): Promise<Actor | undefined> {
  if (isAccessToken(bearer)) return resolvers.accessToken(bearer)
  return (await resolvers.projectUser(bearer)) ?? resolvers.dashboard(bearer)
}

function refusalOf(bearer: string, request: FastifyRequest, access: Access, now: Date): string {
  if (isAccessToken(bearer)) return 'The access token is not valid: it is unknown, expired or revoked.'
  return `${problemOf(bearer, now)} ${renewal(request, access)}`
}

interface QueryCredentials {
  readonly token?: unknown
  readonly api_key?: unknown
}

async function realtimeActor(token: string, resolvers: CredentialResolvers): Promise<Actor> {
  const actor = await resolvers.realtime(token)
  if (actor === undefined) throw unauthorized('The realtime token is not valid or has expired.')
  return actor
}

async function keyActor(
  key: string,
  { raw }: FastifyRequest,
  resolvers: CredentialResolvers,
): Promise<Actor> {
  const actor = await resolvers.apiKey(key, raw)
  if (actor === undefined) throw unauthorized(INVALID_KEY)
  return actor
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const [scheme, token, ...rest] = authorization.trim().split(/ +/)
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0) {
    throw unauthorized('The Authorization header must be "Bearer <token>".')
  }
  return token
}

function isJwt(token: string): boolean {
  return token.split('.').length === 3
}

// Whose token it was is not known once it cannot be verified, so that the route decides which refresh helps.
function renewal(request: FastifyRequest, { by }: Access): string {
  const { projectID = '{projectID}' } = request.params as { projectID?: string }
  const ways = [
    ...(by.includes('project_user') ? [`POST /api/v1/projects/${projectID}/auth/refresh`] : []),
    ...(by.includes('dashboard') ? ['POST /api/v1/auth/refresh'] : []),
  ]
  const way = ways.length === 0 ? 'Send an API key' : `Get a new one with ${ways.join(' or ')}`
  return `${way}.`
}

// The time is what the token itself says, whoever has written it: no more than its bearer knows.
function problemOf(token: string, now: Date): string {
  const expiry = expiryOf(token)
  if (expiry === undefined || expiry > now) return 'The access token is not valid.'
  return `The access token expired at ${expiry.toISOString().slice(0, 19)}Z.`
}

function expiryOf(token: string): Date | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const expiry = new Date(typeof exp === 'number' ? exp * 1000 : Number.NaN)
    return Number.isNaN(expiry.getTime()) || expiry.getTime() < 0 ? undefined : expiry
  } catch {
    return undefined
  }
}

function missing({ by }: Access): string {
  const headers = [
    ...(by.includes('api_key') ? ['a key as X-PLATFORM-API-Key'] : []),
    ...(by.some((kind) => kind !== 'api_key') ? ['a session as Authorization: Bearer <access token>'] : []),
  ]
  const kinds = by.map((kind) => KINDS[kind])
  return `Credentials are missing: this route takes ${kinds.join(' or ')}. Send ${headers.join(', ')}.`
}

// Who calls, and whether they may: credentials, rate limits and quotas, the same for every route.
import type { FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { grant, grantAgain } from '#platform/credentials/access.ts'
import { actorName, type CredentialResolvers } from '#platform/credentials/actor.ts'
import type { ListedRoute } from '#platform/credentials/permissions-docs.ts'
import { permissionOf } from '#platform/credentials/route-permission.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import type { Quotas } from '#platform/plans/quotas.ts'
import { clientAddress, networkOf } from './connections/client-address.ts'
import { DOCS } from './openapi/openapi.ts'
import type { ProjectHosts } from './project-hosts.ts'
import { Act } from './routes/act.ts'
import type { App } from './routes/app-types.ts'
import { type LimitRules, leftOf } from './routes/limit-rules.ts'
import type { RateLimit, RateLimiter } from './routes/rate-limits.ts'
import { limitAddresses } from './routes/route-limits.ts'

/** AccessOptions is what access is checked with. */
export interface AccessOptions {
  readonly config: Config
  readonly clock: Clock
  /** hosts are the host names of projects, if there can be any. */
  readonly hosts?: ProjectHosts
  readonly resolvers: CredentialResolvers
  /** quotas count requests, and refuse those to projects that have used up theirs. */
  readonly quotas?: Pick<Quotas, 'countRequest' | 'takeRequest'>
  /** rules are the rate limits that projects set for themselves. */
  readonly rules?: LimitRules
}

/** markRequest names the request that the event loop works on from here. */
export function markRequest({ routeOptions, project }: FastifyRequest): void {
  mark(routeOptions.url ?? 'unknown', project?.id)
}

/**
 * checkAccess checks the credentials and limits of every request, and that every route says who may call it. Handlers
 * find the actor and the project on the request.
 */
export function checkAccess(app: App, limiter: RateLimiter, options: AccessOptions): void {
  const { config, resolvers, clock, hosts, quotas, rules } = options
  app.decorateRequest('address', '')
  app.decorateRequest('network', '')
  app.decorateRequest('actor', undefined)
  app.decorateRequest('project', undefined)
  app.decorateRequest('rights', undefined)
  app.decorateRequest('actingAs', undefined)
  const acts = new WeakMap<FastifyRequest, Act>()
  app.decorateRequest('act', {
    getter() {
      const { id: request_id, address, actor, project, rights } = this
      const act = acts.get(this) ?? new Act({ actor, project, rights, address, request_id, at: clock.now() })
      acts.set(this, act)
      return act
    },
  })
  app.decorateRequest('checkAgain', async function () {
    const { access } = this.routeOptions.config
    if (access !== undefined) await grantAgain(this, access, resolvers, clock)
  })
  const permissions: ListedRoute[] = []
  app.decorate('routePermissions', () => permissions.filter(({ method }) => method !== 'HEAD'))
  app.addHook('onRoute', (route) => {
    const page = route.url === DOCS || route.url.startsWith(`${DOCS}/`)
    if (route.config?.access === undefined && route.method !== 'OPTIONS' && !page) {
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it (config.access)`)
    }
    for (const method of [route.method].flat()) {
      const permission = permissionOf(route.config?.access, method, route.url)
      const path = route.url.replace(/:(\w+)/g, '{$1}').replace(/\/?\*$/, '/{name}')
      const { access: { by = [], scope } = {}, minimal } = route.config ?? {}
      const keyArea = by.includes('api_key') ? scope : undefined
      permissions.push({ method, path, permission, keyArea, minimal })
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    request.address = clientAddress(request.raw, config.trustProxy)
    request.network = networkOf(request.address)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-request-id', request.id)
    checkQuery(request.url)
    const { access, limit, ownLimits, pastQuota } = request.routeOptions.config
    if (access === undefined) return
    if (config.rateLimits && limit !== undefined) await limitAddresses(request, limit, limiter)
    // Refusals are counted by address, so that guessing keys and tokens is bounded.
    try {
      const granted = await grant(request, access, resolvers, clock)
      request.actor = granted.actor
      request.project = granted.project
      request.rights = granted.rights
      request.actingAs = granted.actingAs
      hosts?.check(request)
    } catch (error) {
      if (config.rateLimits) await limiter.take(`refused:${request.network}`, REFUSED)
      throw error
    }
    const project = request.project?.id
    try {
      if (config.rateLimits && !ownLimits) {
        const headers = limiter.take(limitName(request), limitOf(request, config))
        reply.headers(headers instanceof Promise ? await headers : headers)
        const taken = rules?.take(request)
        const own = taken instanceof Promise ? await taken : taken
        if (own !== undefined && leftOf(own) <= leftOf(reply.getHeaders())) reply.headers(own)
      }
    } catch (error) {
      if (project !== undefined) quotas?.countRequest(project)
      throw error
    }
    // Dashboard users can still look, delete and change the plan.
    if (project !== undefined && (pastQuota || request.actor?.type === 'dashboard'))
      quotas?.countRequest(project)
    else if (project !== undefined) {
      const taken = quotas?.takeRequest(project)
      if (taken !== undefined) await taken
    }
    // Without a body, validation and the handler follow at once.
    markRequest(request)
  })
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    markRequest(request)
    done(null, payload)
  })
}

// Fastify takes what it cannot decode as it stands, and would look for rows that nobody meant.
function checkQuery(url: string): void {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('%', start)) return
  try {
    decodeURIComponent(url.slice(start))
  } catch {
    throw invalidInput('The query string is not valid percent-encoded UTF-8.')
  }
}

const REFUSED: RateLimit = { limit: 300, window_seconds: 60 }

function limitName(request: FastifyRequest): string {
  const { actor } = request
  // A publishable key is in many hands at once: each address has a window of its own.
  if (actor?.type === 'api_key' && actor.kind === 'publishable')
    return `${actorName(actor)}:${request.network}`
  return actor === undefined ? `address:${request.network}` : actorName(actor)
}

function limitOf(request: FastifyRequest, config: Config): RateLimit {
  const { actor } = request
  const secret = actor?.type === 'api_key' && actor.kind === 'secret'
  return { limit: secret ? config.keyLimit : config.clientLimit, window_seconds: 60 }
}
